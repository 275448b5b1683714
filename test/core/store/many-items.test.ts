/** Trips with more items, and users with more trips, than one Prisma statement can name. */
import { beforeAll, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { insertEmail } from '../../sync.ts'
import { type Cast, cast, db, trip as newTrip, type Person, people, premium } from '../../world.ts'

const many = 33_000

let world: Cast
let nora: Person
beforeAll(async () => {
  world = await cast()
  nora = (await people('nora'))[0] as Person
  const { olga, trip } = world
  // Their items alternate with those of another trip of olga's.
  const both = [trip.id, (await newTrip(olga)).id]
  const attached = `insert into email (owner_id, activity_id, unique_parser_identifier, message_key)
    select owner_id, id, 'many:' || id, 'many:' || id from activity where trip_id = any ($1)`
  const texts = [
    `insert into activity (trip_id, owner_id, activity_type)
      select trip.id, owner_id, 'general' from generate_series(1, ${many}) n, trip
      where trip.id = any ($1::int[]) order by n, trip.id`,
    `insert into document (owner_id, activity_id, url)
      select owner_id, id, 'https://example.org/' || id from activity where trip_id = any ($1)`,
    attached,
  ]
  await db.transaction(async (tx) => {
    // Row by row, triggers would take minutes.
    await tx.query({ text: 'set local session_replication_role = replica' })
    for (const text of texts) await tx.query({ text, values: [both] })
    const trips = `insert into trip (owner_id, name)
      select $1, n from generate_series(1, ${many}) n`
    await tx.query({ text: trips, values: [nora.id] })
    const own = `insert into member (trip_id, user_id, is_owner, joined, can_edit, can_add_guests,
        can_see_expenses, can_edit_expenses, can_see_documents, can_edit_documents)
      select id, owner_id, true, true, true, true, true, true, true, true from trip
      where owner_id = $1`
    await tx.query({ text: own, values: [nora.id] })
  })
  await premium(nora, true)
})

it.each(['documents', 'emails'])('olga reads the %s of the trip from both ends', async (list) => {
  const { olga, trip } = world
  for (const page of ['1', 'last']) {
    const { json } = await as(olga).get(`/v2/trip/${trip.id}/${list}?page=${page}`)
    expect(json.count).toBe(many)
    expect(json.results[0]?.activities).toMatchObject([{ trip: trip.id }])
  }
  const deleted = await as(olga).get(`/v2/trip/${trip.id}/${list}?deleted=true`)
  expect(deleted.json.count).toBe(0)
})

it('nora reads all her changed trips, with what their emails carry', async () => {
  const mebi = 1024 * 1024
  const where = { ownerId: nora.id }
  const [old, last] = [
    await db.prisma.trip.findFirstOrThrow({ where, orderBy: { id: 'asc' }, skip: 1 }),
    await db.prisma.trip.findFirstOrThrow({ where, orderBy: { id: 'desc' } }),
  ]
  for (const [{ id }, bytes] of [
    [old, 9 * mebi],
    [last, 6 * mebi],
  ] as const) {
    const emailId = await insertEmail(nora, { trip_id: id })
    await db.prisma.emailAttachment.create({ data: { emailId, payload: Buffer.alloc(bytes) } })
  }
  // Together they would be more than 16 MiB.
  await db.transaction(async (tx) => {
    await tx.query({ text: 'set local session_replication_role = replica' })
    await tx.query({ text: `update trip set changed_at = '2020-01-01' where id = ${old.id}` })
  })
  const { json } = await as(nora).get('/v1/trips?updatedSince=2025-01-01')
  expect(json.results).toHaveLength(many - 1)
  const emails = json.results.at(-1)?.emails as { attachments: { payload: string }[] }[]
  expect(emails[0]?.attachments[0]?.payload).toHaveLength(8 * mebi)
})
