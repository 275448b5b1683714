/** 13, 07: waiting for a membership's lock does not block others on a document or email. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { type DocumentParent, insertDocument, placesOf, words } from '../../documents.ts'
import { insertEmail } from '../../sync.ts'
import { type Cast, cast, trip as newTrip } from '../../world.ts'
import { during } from './parallel.ts'

interface Stage extends Cast {
  place: DocumentParent
  /** Another trip of olga's, to which she moves things. */
  other: number
}

const documents = {
  insert: ({ olga, place }: Stage) => insertDocument(olga, place.parent),
  renames: ({ olga, place }: Stage, id: number) => as(olga).patch(place.v1(id), { title: 'New' }),
  removes: ({ olga, place }: Stage, id: number) => as(olga).delete(place.v1(id)),
  moves: ({ olga, other }: Stage, id: number) =>
    as(olga).patch(`/v1/documents/${id}`, { trip_id: other }),
}
const emails = {
  insert: ({ olga, place }: Stage) => insertEmail(olga, place.parent),
  removes: ({ olga }: Stage, id: number) => as(olga).delete(`/v1/automation/emails/${id}`),
  moves: ({ olga, other }: Stage, id: number) =>
    as(olga).patch(`/v1/automation/emails/${id}`, { trip_id: other }),
}

const cases = [
  ['document', 'renames', 'here', documents.insert, documents.renames],
  ['document', 'removes', 'here', documents.insert, documents.removes],
  ['document', 'moves', 'here', documents.insert, documents.moves],
  ['document', 'moves', 'there', documents.insert, documents.moves],
  ['email', 'removes', 'here', emails.insert, emails.removes],
  ['email', 'moves', 'here', emails.insert, emails.moves],
  ['email', 'moves', 'there', emails.insert, emails.moves],
] as const

describe.each(words)('olga, whose membership is being changed, at a %s', (word) => {
  it.each(cases)('%s that she %s: the membership %s', async (table, _, where, insert, send) => {
    const world = await cast()
    const { olga, trip } = world
    const place = (await placesOf(world))[word]
    const stage = { ...world, place, other: (await newTrip(olga)).id }
    const id = await insert(stage)
    const membership = {
      text: 'select from member where trip_id = $1 and user_id = $2 for update',
      values: [where === 'here' ? trip.id : stage.other, olga.id],
    }
    // Fails where the row is locked.
    const row = { text: `select from ${table} where id = $1 for update nowait`, values: [id] }
    const { status } = await during(membership, () => send(stage, id), row)
    expect([200, 204]).toContain(status)
  })
})
