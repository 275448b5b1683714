/**
 * The activities of a trip, read (test/spec/03, 12): one statement each, the key check included.
 */
import type { FastifyRequest } from 'fastify'
import { keyHash, type Query } from './key.ts'
import { envelope, offsetOf, pageOf, pageSize } from './page.ts'
import {
  type Column,
  flag,
  float,
  moment,
  refusals,
  text,
  textOrNull,
  type WireAnswer,
} from './wire.ts'

/** What `activityColumns` selects. */
export type ActivityRow = [
  id: Column,
  trip: string,
  internalIdentifier: string,
  hidden: string,
  activityType: string,
  period: Column,
  startsAt: Column,
  endsAt: Column,
  allDay: string,
  name: string,
  description: string,
  checked: string,
  address: string,
  longitude: Column,
  latitude: Column,
  timezone: string,
  price: Column,
  currency: string,
  createdAt: string,
  updatedAt: string,
  ownerId: string,
  ownerName: string,
  ownerEmail: string,
  ownerPhoto: Column,
]

/** With `activity` and `owner` (an account) in the from clause. */
export const activityColumns = `activity.id, activity.trip_id, activity.internal_identifier,
  activity.hidden, activity.activity_type, activity.period, activity.starts_at, activity.ends_at,
  activity.all_day, activity.name, activity.description, activity.checked, activity.address,
  activity.longitude, activity.latitude, activity.timezone, activity.price, activity.currency,
  activity.created_at, activity.updated_at, owner.id, owner.name, owner.email, owner.photo_url`

/** The viewer of key $1 on trip $2: no row for an unknown key, a null trip without access. */
export const access = `
  select viewer.id as viewer, trip.id as trip, trip.timezone, member.can_edit,
    member.can_see_expenses, member.can_edit_expenses
  from (
    select account.id from api_key join account on account.id = api_key.user_id
    where api_key.hash = $1
  ) viewer
  left join (member join trip on trip.id = member.trip_id and trip.deleted_at is null)
    on member.user_id = viewer.id and member.trip_id = $2 and member.joined`

const list = {
  name: 'activities',
  text: `
    with access as materialized (${access}), page as materialized (
      select * from activity where trip_id = $2 and deleted_at is null
      order by id limit ${pageSize} offset $3
    )
    select ${activityColumns}, access.trip, access.can_see_expenses,
      (select count(*) from activity where trip_id = $2 and deleted_at is null)
    from access left join (page activity join account owner on owner.id = activity.owner_id)
      on access.trip is not null
    order by activity.id`,
}

const one = {
  name: 'activity',
  text: `
    select ${activityColumns}, access.trip, access.can_see_expenses
    from (${access}) access left join (
      activity join account owner on owner.id = activity.owner_id
    ) on activity.id = $3 and activity.trip_id = access.trip and activity.deleted_at is null`,
}

type Accessed = [...row: ActivityRow, trip: Column, canSeeExpenses: Column]

/** `GET /v2/trip/{trip_id}/activities` */
export async function listActivities(request: FastifyRequest, query: Query): Promise<WireAnswer> {
  const key = keyHash(request)
  if (typeof key !== 'string') return key
  const { trip } = request.params as { trip: string }
  let page = pageOf(request)
  const read = () => query<[...row: Accessed, total: string]>(list, [key, trip, offsetOf(page)])
  let rows = await read()
  if (!rows[0]) return refusals.unknownKey
  if (rows[0][24] === null) return refusals.notFound
  const total = Number(rows[0][26])
  if (page === Number.POSITIVE_INFINITY) {
    page = Math.max(1, Math.ceil(total / pageSize))
    rows = await read()
  }
  const priced = rows[0]?.[25] === 't'
  const results = rows[0]?.[0] == null ? [] : rows.map((row) => activityAsJson(row, priced, ''))
  return envelope(request, page, total, results)
}

/** `GET /v2/trip/{trip_id}/activity/{id}` */
export async function readActivity(request: FastifyRequest, query: Query): Promise<WireAnswer> {
  const key = keyHash(request)
  if (typeof key !== 'string') return key
  const { trip, id } = request.params as { trip: string; id: string }
  const [row] = await query<Accessed>(one, [key, trip, id])
  if (!row) return refusals.unknownKey
  if (row[0] === null) return refusals.notFound
  return { status: 200, body: activityAsJson(row, row[25] === 't', '') }
}

/** `emails` is the text between `timezone` and `price`: empty in v2. */
export function activityAsJson(
  row: readonly [...ActivityRow, ...unknown[]],
  priced: boolean,
  emails: '' | ',"emails":[]',
): string {
  const price = priced ? `,"price":${float(row[16])},"currency":${text(row[17])}` : ''
  return (
    `{"id":${row[0]},"owner":{"id":${row[20]},"name":${text(row[21])}` +
    `,"email":${text(row[22])},"photo_url":${textOrNull(row[23])}}` +
    `,"internal_identifier":${text(row[2])},"trip":${row[1]},"hidden":${flag(row[3])}` +
    `,"activity_type":${text(row[4])},"period":${textOrNull(row[5])}` +
    `,"starts_at":${moment(row[6])},"ends_at":${moment(row[7])},"all_day":${flag(row[8])}` +
    `,"name":${text(row[9])},"description":${text(row[10])},"checked":${flag(row[11])}` +
    `,"address":${text(row[12])},"longitude":${float(row[13])},"latitude":${float(row[14])}` +
    `,"timezone":${text(row[15])}${emails}${price}` +
    `,"created_at":${moment(row[18])},"updated_at":${moment(row[19])}}`
  )
}
