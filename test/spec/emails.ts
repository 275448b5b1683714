/** Emails and their places as their tests need them (test/spec/04, 07). */
import { insert, insertEmail } from '../sync.ts'
import { type Cast, cast, db, type Person } from '../world.ts'
import { kindsWithEmails } from './kinds.ts'

/** An email that waits in its owner's inbox. */
export function waiting(owner: Person, more: Record<string, unknown> = {}): Promise<number> {
  return insertEmail(owner, {}, { parsed_successfully: false, reason: 'Why.', ...more })
}

/** A live child of each kind in the trip, by the word of its path. */
export async function childrenOf(trip: { id: number }, owner: Person) {
  const ids: Record<string, number> = {}
  for (const { one, least } of kindsWithEmails) {
    const [id] = await insert(one, { ...least, trip_id: trip.id, owner_id: owner.id, price: 9 })
    ids[one] = id as number
  }
  return ids as { hosting: number; activity: number; transportation: number }
}

export async function softDelete(table: string, id: number): Promise<void> {
  await db.query({ text: `update ${table} set deleted_at = now() where id = $1`, values: [id] })
}

/** Where the email is, as stored. */
export async function stateOf(id: number) {
  const [row] = await db.query<Record<string, unknown>>({
    text: `select subject, trip_id, hosting_id, activity_id, transportation_id,
      deleted_at is not null as deleted from email where id = $1`,
    values: [id],
  })
  return row
}

/** The detail's keys, in the order of the specification's example (test/spec/02.9). */
export const detailKeys = [
  ...['id', 'unique_parser_identifier', 'date', 'subject', 'body_preview', 'content'],
  'attachments',
]

export interface EmailScene extends Cast {
  ids: Awaited<ReturnType<typeof childrenOf>>
  /** An email of the trip itself, and one of each child. */
  mails: Record<'trip' | 'hosting' | 'activity' | 'transportation', number>
}

/** A trip with an email of its own and one of each of its children. */
export async function scene(): Promise<EmailScene> {
  const all = await cast()
  const { olga, trip } = all
  const ids = await childrenOf(trip, olga)
  return {
    ...all,
    ids,
    mails: {
      trip: await insertEmail(olga, { trip_id: trip.id }, { date: '2031-03-01T00:00:00Z' }),
      hosting: await insertEmail(olga, { hosting_id: ids.hosting }, { date: '2031-03-04' }),
      activity: await insertEmail(olga, { activity_id: ids.activity }, { date: '2031-03-02' }),
      transportation: await insertEmail(
        olga,
        { transportation_id: ids.transportation },
        { date: '2031-03-03' },
      ),
    },
  }
}

export const kinds = ['hosting', 'activity', 'transportation'] as const
export const many = {
  hosting: 'hostings',
  activity: 'activities',
  transportation: 'transportations',
}

/** The four lists of a trip. */
export const listsOf = ({ trip, ids }: Pick<EmailScene, 'trip' | 'ids'>) => [
  `/v2/trip/${trip.id}/emails`,
  ...kinds.map((kind) => `/v2/trip/${trip.id}/${kind}/${ids[kind]}/emails`),
]
