/**
 * What tests of sync and of long lists need: moments that lie strictly between two changes, and
 * rows in numbers that no test wants to send one by one.
 */
import { setTimeout } from 'node:timers/promises'
import { as } from './client.ts'
import { db, type Person } from './world.ts'

const day = 24 * 60 * 60 * 1000
let messages = 0

/** A moment later than everything before the call and earlier than everything after it. */
export async function moment(): Promise<string> {
  await setTimeout(15)
  const now = new Date().toISOString()
  await setTimeout(15)
  return now
}

/** `moment` moved by whole days, as the two-day overlap of trips asks for (test/spec/01.8). */
export function shifted(moment: string, days: number): string {
  return new Date(Date.parse(moment) + days * day).toISOString()
}

/** The person's own trips that changed after `moment`: the two subtracted days are added first. */
export async function tripsChangedSince(person: Person, moment: string): Promise<number[]> {
  const query = `updatedSince=${shifted(moment, 2)}&fields=id`
  const { json } = await as(person).get(`/v2/trips?${query}`)
  return json.results.map(({ id }) => id)
}

/** Inserts `count` rows of a kind into a trip, past all routes; answers their ids. */
export async function insert(
  table: string,
  row: Record<string, unknown>,
  count = 1,
): Promise<number[]> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 2}`)
  const made = await db.query<{ id: number }>({
    text: `insert into ${table} (${columns.join(', ')})
      select ${places.join(', ')} from generate_series(1, $1::int) returning id`,
    values: [count, ...Object.values(row)],
  })
  return made.map(({ id }) => id).sort((a, b) => a - b)
}

/** Stores a booking email of the owner, attached as `parent` says: `{ activity_id: 7 }`. */
export async function insertEmail(
  owner: Person,
  parent: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<number> {
  messages += 1
  const [made] = await db.query<{ id: number }>({
    text: `insert into email (owner_id, unique_parser_identifier, message_key, date, subject,
        body_preview, html, text, parsed_successfully)
      values ($1, $2, $2, '2031-03-01T07:45:00Z', 'Your rail ticket', 'Seat 21 ...',
        '<p>Seat 21</p>', 'Seat 21', true)
      returning id`,
    values: [owner.id, `imap:${process.pid}-${messages}`],
  })
  if (!made) throw new Error('the email was not inserted')
  for (const [column, value] of Object.entries({ ...parent, ...more })) {
    await db.query({
      text: `update email set ${column} = $2 where id = $1`,
      values: [made.id, value],
    })
  }
  return made.id
}
