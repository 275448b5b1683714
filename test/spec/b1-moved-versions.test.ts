/** B1: documents and emails that move never have a version again that they had before. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { insertDocument } from '../documents.ts'
import { insertEmail } from '../sync.ts'
import { type Cast, cast, db, trip as newTrip, type Person } from '../world.ts'
import { accountVersion, data } from './versions.ts'

interface Moved {
  moved: { version: number }
}

const move = async (person: Person, field: string) =>
  (await data<Moved>(person, `mutation { moved: ${field} { version } }`)).moved.version

/** A trip of olga's that is at most one version behind, so that the next one would be the same. */
async function tripAt(olga: Person, version: number): Promise<number> {
  const { id } = await newTrip(olga)
  const read = async () =>
    (await data<{ trip: { version: number } }>(olga, `{ trip(id: ${id}) { version } }`)).trip
      .version
  while ((await read()) < version - 1) await as(olga).patch(`/v1/trips/${id}`, { name: 'Porto' })
  return id
}

async function stale(person: Person, mutation: string): Promise<unknown> {
  const { errors } = await as(person).graphql(`mutation { ${mutation} }`)
  return errors
}

const conflict = (version: number) => [{ extensions: { code: 'CONFLICT', version } }]

/** A document of a trip whose version has grown, and that version. */
async function documentOf({ olga, trip }: Cast): Promise<{ id: number; version: number }> {
  for (const name of ['a', 'b', 'c']) await as(olga).patch(`/v1/trips/${trip.id}`, { name })
  const id = await insertDocument(olga, { trip_id: trip.id })
  const read = `{ document(tripId: ${trip.id}, id: ${id}) { version } }`
  const { document } = await data<{ document: { version: number } }>(olga, read)
  return { id, version: document.version }
}

describe('B1 a moved object', () => {
  it('olga moves a document; a write for its version before is CONFLICT', async () => {
    const world = await cast()
    const { olga } = world
    const { id, version } = await documentOf(world)
    const other = await tripAt(olga, version)
    const now = await move(olga, `updateDocument(id: ${id}, input: { tripId: ${other} })`)
    expect(now).toBeGreaterThan(version)
    const rename = `updateDocument(id: ${id}, input: { title: "x" }, ifVersion: ${version}) { id }`
    expect(await stale(olga, rename)).toMatchObject(conflict(now))
  })

  it('olga moves an item; it and the document that it carries have greater versions', async () => {
    const { olga, trip } = await cast()
    for (const name of ['a', 'b', 'c']) await as(olga).patch(`/v1/trips/${trip.id}`, { name })
    const { json } = await as(olga).post(`/v1/trip/${trip.id}/hostings`, { name: 'Inn' })
    const id = await insertDocument(olga, { hosting_id: json.id })
    const versions = async () => [
      (await db.prisma.hosting.findUniqueOrThrow({ where: { id: json.id } })).version,
      (await db.prisma.document.findUniqueOrThrow({ where: { id } })).version,
    ]
    let place = trip.id
    for (const which of [0, 1]) {
      const before = await versions()
      const other = await tripAt(olga, before[which] ?? 0)
      await as(olga).patch(`/v1/trip/${place}/hosting/${json.id}`, { update_trip: other })
      const after = await versions()
      expect(
        after.every((version, n) => version > (before[n] ?? 0)),
        `${after}`,
      ).toBe(true)
      place = other
    }
  })

  it('olga files an email; a deletion for its version in the inbox is CONFLICT', async () => {
    const { olga } = await cast()
    const id = await insertEmail(olga, {})
    const inInbox = await accountVersion(olga)
    const other = await tripAt(olga, inInbox)
    const filed = await move(olga, `updateEmail(id: ${id}, input: { tripId: ${other} })`)
    expect(filed).toBeGreaterThan(inInbox)
    const remove = `deleteEmail(id: ${id}, ifVersion: ${inInbox}) { success }`
    expect(await stale(olga, remove)).toMatchObject(conflict(filed))
  })

  it('olga moves an email between trips that change with it: each version is greater', async () => {
    const { olga, trip } = await cast()
    const id = await insertEmail(olga, { trip_id: trip.id })
    const other = await newTrip(olga)
    const versions: number[] = []
    for (const place of [other.id, trip.id, other.id, trip.id]) {
      versions.push(await move(olga, `updateEmail(id: ${id}, input: { tripId: ${place} })`))
    }
    expect(versions).toEqual([...new Set(versions)].sort((one, two) => one - two))
  })
})
