/** `GET /v2/trips` (test/spec/01.8, 02.1, 03) in one statement: key, membership, page, guests. */
import type { FastifyRequest } from 'fastify'
import { invalidMoment, readMoment } from './input.ts'
import { keyHash, type Query } from './key.ts'
import { envelope, offsetOf, pageOf, pageSize } from './page.ts'
import { type Column, flag, refusals, text, textOrNull, type WireAnswer } from './wire.ts'

type TripRow = [
  viewer: string,
  total: string,
  id: Column,
  internalIdentifier: string,
  name: string,
  timezone: string,
  hidden: string,
  description: string,
  startsAt: Column,
  endsAt: Column,
  coverGradient: string,
  coverImageUrl: Column,
  owner: string,
  hasDates: string,
  numberOfDays: string,
  collaborators: string,
  guests: Column,
]

const permissions = [
  ...['is_owner', 'can_edit', 'can_add_guests', 'can_see_expenses', 'can_edit_expenses'],
  ...['can_see_documents', 'can_edit_documents', 'is_travelling', 'receive_notifications'],
]
const permissionsAsJson = permissions
  .map((name) => `'"${name}":' || member.${name}::text`)
  .join(` || ',' || `)

// A guest's JSON is put together by the database: one column instead of fifteen per guest.
const guest = `'{"id":' || account.id || ',"name":' || to_json(account.name)
  || ',"email":' || to_json(account.email)
  || ',"photo_url":' || coalesce(to_json(account.photo_url)::text, 'null')
  || ',"permissions":{' || ${permissionsAsJson} || '},"joined":true}'`

// Own trips come from the owner's index, so that updatedSince is a range of it; joined ones from
// the memberships, always all of them (test/spec/01.8).
const tripsOfViewer = (changed: string) => `
  with viewer as (
    select account.id from api_key join account on account.id = api_key.user_id
    where api_key.hash = $1
  ), mine as materialized (
    select trip.id from viewer join trip on trip.owner_id = viewer.id
    where trip.deleted_at is null ${changed}
    union all
    select trip.id from viewer join member on member.user_id = viewer.id
    join trip on trip.id = member.trip_id
    where member.joined and not member.is_owner and trip.deleted_at is null
  ), page as (
    select id from mine order by id limit ${pageSize} offset $2
  )
  select viewer.id, (select count(*) from mine), trip.id, trip.internal_identifier, trip.name,
    trip.timezone, trip.hidden, trip.description, trip.starts_at, trip.ends_at,
    trip.cover_gradient, trip.cover_image_url, trip.owner_id, trip.has_dates, trip.number_of_days,
    people.joined, people.guests
  from viewer left join (page join trip on trip.id = page.id) on true
  left join lateral (
    select count(*) as joined, string_agg(${guest}, ',' order by member.is_owner desc, account.id)
      filter (where account.id is not null) as guests
    from member left join account on account.id = member.user_id
      and (not member.is_owner or not member.is_travelling)
    where member.trip_id = trip.id and member.joined
  ) people on true
  order by trip.id`

const statements = {
  all: { name: 'trips', text: tripsOfViewer('') },
  changed: {
    name: 'trips since',
    text: tripsOfViewer(`and trip.changed_at >= $3::timestamptz - interval '2 days'`),
  },
}

export async function listTrips(request: FastifyRequest, query: Query): Promise<WireAnswer> {
  const key = keyHash(request)
  if (typeof key !== 'string') return key
  const since = (request.query as { updatedSince?: string }).updatedSince
  const moment = since ? readMoment(since, true) : null
  const filter = moment ? [moment] : []
  const statement = moment ? statements.changed : statements.all
  let page = pageOf(request)
  let rows = await query<TripRow>(statement, [key, offsetOf(page), ...filter])
  if (!rows[0]) return refusals.unknownKey
  if (moment === undefined) return refusals.invalid({ updatedSince: [invalidMoment] })
  const total = Number(rows[0][1])
  if (page === Number.POSITIVE_INFINITY) {
    page = Math.max(1, Math.ceil(total / pageSize))
    rows = await query<TripRow>(statement, [key, offsetOf(page), ...filter])
  }
  const results = rows[0]?.[2] == null ? [] : rows.map(tripAsJson)
  return envelope(request, page, total, results)
}

function tripAsJson(row: TripRow): string {
  return (
    `{"id":${row[2]},"internal_identifier":${text(row[3])},"name":${text(row[4])}` +
    `,"timezone":${text(row[5])},"hidden":${flag(row[6])},"description":${text(row[7])}` +
    `,"starts_at":${textOrNull(row[8])},"ends_at":${textOrNull(row[9])}` +
    `,"cover_gradient":${row[10]},"cover_image_url":${textOrNull(row[11])},"owner":${row[12]}` +
    `,"collaborators":${row[15]},"has_dates":${flag(row[13])},"number_of_days":${row[14]}` +
    `,"guests":[${row[16] ?? ''}]}`
  )
}
