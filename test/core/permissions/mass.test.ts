/**
 * Mass assignment (target Z4): every body of every row once more, with keys that no client
 * may set. They are ignored (test/spec/01.2): no row changes its owner, its trip, its id or its
 * state.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '../../world.ts'
import { cellsOf } from './cells.ts'
import { byRoute, idsOf, routeOf } from './matrix-requests.ts'
import type { Principal } from './principals.ts'
import type { MatrixRow, PathIds } from './rows.ts'
import { ownRows } from './rows-of-accounts.ts'
import { idRows } from './rows-with-ids.ts'
import { type MatrixStage, setStage } from './stage.ts'

let stage: MatrixStage
beforeAll(async () => {
  stage = await setStage()
})

const impossibleId = 1_999_999_999

/** Keys that a client may not set, in both spellings, in favour of stan. */
function hostile(): Record<string, unknown> {
  const stan = stage.person('stan').id
  const strange = stage.trips.strange
  const snake = {
    ...{ id: impossibleId, pk: impossibleId, owner_id: stan, user_id: stan, trip_id: strange },
    ...{ is_owner: true, is_premium: true, premium_expiration_date: null, joined: true },
    ...{ deleted_at: '2031-01-01T00:00:00Z', created_at: '1999-01-01T00:00:00Z' },
    ...{ changed_at: '1999-01-01T00:00:00Z', parsed_successfully: true, is_staff: true },
    ...{ calendar_identifier: 'mine', anonymous_email_identifier: 'mine', oauth_subject: 'mine' },
    ...{ is_tripit_connected: true, password_hash: 'mine', email_verified: true, pending: false },
  }
  const camel = Object.entries(snake).map(([key, value]) => [
    key.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase()),
    value,
  ])
  const objects = { owner: stan, user: stan, trip: strange, permissions: { is_owner: true } }
  return { ...Object.fromEntries(camel), ...snake, ...objects }
}

/**
 * Without the keys that name a destination where a move is possible, which count there
 * (test/spec/07, 13-documents-move).
 */
function sentTo({ field }: MatrixRow): Record<string, unknown> {
  const { trip_id, tripId, ...others } = hostile()
  return /^update(Document|Email)\b/.test(field) ? others : { ...others, trip_id, tripId }
}

/** What no client sets, by table; `made` names the owner of a new row. */
const settled: Record<string, string> = {
  account: `is_premium::text || calendar_identifier || anonymous_email_identifier ||
    is_tripit_connected::text || coalesce(oauth_subject, '') || created_at::text`,
  trip: "owner_id || ' ' || coalesce(deleted_at::text, '') || created_at::text",
  hosting: "owner_id || ' ' || trip_id || coalesce(deleted_at::text, '') || created_at::text",
  activity: "owner_id || ' ' || trip_id || coalesce(deleted_at::text, '') || created_at::text",
  transportation:
    "owner_id || ' ' || trip_id || coalesce(deleted_at::text, '') || created_at::text",
  expense: "owner_id || ' ' || trip_id || coalesce(deleted_at::text, '') || created_at::text",
  document: `owner_id || ' ' || coalesce(receipt_hash, '') || coalesce(deleted_at::text, '') ||
    file_type || created_at::text || num_nonnulls(trip_id, hosting_id, activity_id,
    transportation_id)`,
  email: `owner_id || ' ' || unique_parser_identifier || message_key || created_at::text ||
    parsed_successfully::text || coalesce(deleted_at::text, '') || reason`,
  alternative_email: "user_id || ' ' || verified::text || hash || created_at::text",
  category: "owner_id || ' ' || coalesce(deleted_at::text, '') || created_at::text",
}

/** The settled facts of every row, and of every member, by table and id. */
async function facts(): Promise<Map<string, string>> {
  const parts = Object.entries(settled).map(
    ([table, value]) => `select '${table} ' || id as key, ${value} as value from ${table}`,
  )
  const members = `select 'member ' || trip_id || ' ' || user_id as key,
    is_owner::text || joined::text as value from member`
  const rows = await db.query<{ key: string; value: string }>({
    text: [...parts, members].join(' union all '),
  })
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** Whether a new row has the values of the hostile keys. */
const isTheirs = (key: string, value: string) =>
  key.endsWith(` ${impossibleId}`) ||
  /1999-01-01|mine/.test(value) ||
  (key.startsWith('account') && value.startsWith('true')) ||
  (!/^(account|member)/.test(key) && value.startsWith(`${stage.person('stan').id} `))

const noIds: PathIds = { t: '', id: '', c: '', u: '', o: '', self: '', hash: '' }

/** The first cell of a row in which olga succeeds, else ed. */
async function asked(row: MatrixRow): Promise<[Principal, PathIds]> {
  const cell = cellsOf(row, 'olga').find(({ verdict }) => verdict === 'ok')
  return cell ? ['olga', await idsOf(stage, cell)] : ['ed', noIds]
}

const writes = byRoute([...idRows, ...ownRows]).filter(([, { body }]) => body)

describe('Z4 keys that must not be settable', () => {
  it.each(writes)('%s', async (_, row) => {
    const isOwn = ownRows.includes(row)
    const [who, ids] = isOwn ? (['ed', noIds] as const) : await asked(row)
    const before = await facts()
    const [method, path] = routeOf(row, ids)
    const answer = await stage
      .client(who)
      .send(method, path, { ...sentTo(row), ...row.body?.(ids) })
    expect([path, answer.status]).toEqual([path, row.status])
    const after = await facts()
    const changed = [...before].filter(([key, value]) => after.get(key) !== value)
    expect(changed).toEqual([])
    const made = [...after].filter(([key]) => !before.has(key))
    expect(made.filter(([key, value]) => isTheirs(key, value))).toEqual([])
    expect(answer.text).not.toContain(String(impossibleId))
  })
})
