/** A caller without access neither waits for locks nor acquires any that block others. */
import { expect, it } from 'vitest'
import { as } from '../../client.ts'
import { insertDocument, placesOf } from '../../documents.ts'
import { cast, db, people } from '../../world.ts'

/** The requests of strangers, and the rows they name. */
async function scene() {
  const { olga, ed, trip } = await cast()
  const places = await placesOf({ trip, olga })
  const document = await insertDocument(olga, places.activity.parent)
  const text = `insert into email
      (owner_id, message_key, unique_parser_identifier, date, activity_id)
    values ($1, 'stranger', 'test:stranger:' || $2::int, now(), $2::int) returning id`
  const values = [olga.id, places.activity.id]
  const [email] = await db.query<{ id: number }>({ text, values })
  const [mona] = await people('mona')
  if (!mona || !email) throw new Error('no scene')
  return { ed, trip, places, document, email, stranger: as(mona) }
}

it('a stranger is refused immediately while others lock the object', async () => {
  const { ed, trip, places, document, email, stranger } = await scene()
  const item = { id: places.activity.id, kind: 'activity' }
  const restore = (kind: string, id: number) => () =>
    stranger.post('/graphql', { query: `mutation { restore(kind: ${kind}, id: ${id}) }` })
  const rights = `mutation { setPermissions(tripId: ${trip.id}, userId: ${ed.id},
    input: { canEdit: true }) { id } }`
  const asks = {
    'a trip restored': restore('TRIP', trip.id),
    'an activity restored': restore('ACTIVITY', item.id),
    'a document restored': restore('DOCUMENT', document),
    'an email restored': restore('EMAIL', email.id),
    'a member changed': () => stranger.post('/graphql', { query: rights }),
    'a document renamed': () => stranger.patch(places.activity.v1(document), { title: 'Mine' }),
    'a document changed': () => stranger.patch(`/v1/documents/${document}`, { title: 'Mine' }),
    'a document moved': () =>
      stranger.patch(`/v1/documents/${document}`, { activity_id: item.id, title: 'Mine' }),
    'an email moved': () => stranger.patch(`/v1/emails/${email.id}`, { trip_id: trip.id }),
  }
  const held = [
    ['trip', trip.id],
    ['activity', item.id],
    ['document', document],
    ['email', email.id],
  ] as const
  await db.transaction(async (tx) => {
    for (const [table, id] of held) {
      await tx.query({ text: `select from ${table} where id = $1 for update`, values: [id] })
    }
    const members = 'select from member where trip_id = $1 for update'
    await tx.query({ text: members, values: [trip.id] })
    // A wait for the locks would end in a refusal after 10 seconds, as if the database were down.
    const answers = Object.entries(asks).map(async ([ask, send]) => [ask, (await send()).text])
    for (const [ask, text] of await Promise.all(answers)) {
      expect(text, ask).not.toMatch(/SERVICE_UNAVAILABLE|Service unavailable/)
      expect(text, ask).toMatch(/NOT_FOUND|FORBIDDEN|detail/)
    }
  })
})
