/**
 * Who sees and changes documents, at all four places and on both surfaces (test/spec/01.5, 05,
 * test/core/permissions): what is not there, and what the caller has no right to, is 403.
 */
import { describe, expect, it } from 'vitest'
import { type Answer, anonymous, as, type Caller, type GraphQLAnswer } from '../client.ts'
import { rowOf } from '../core/permissions/stage.ts'
import { insertDocument, link, type Place, placeAt, placesOf, words } from '../documents.ts'
import { type Cast, cast, db, join, trip as newTrip, type Person, premium } from '../world.ts'
import { empty200, forbidden, invalidToken, unauthenticated } from './answers.ts'
import { activity, hosting, kindsWithEmails } from './kinds.ts'
import { member } from './persons.ts'

type Call = (caller: Caller, place: Place, id: number) => Promise<Answer>
type Ask = (caller: Caller, place: Place, id: number) => Promise<GraphQLAnswer>

const reads: Record<string, Call> = {
  list: (caller, { v2 }) => as(caller).get(v2()),
  tombstones: (caller, { v2 }) => as(caller).get(`${v2()}?deleted=true`),
  detail: (caller, { v2 }, id) => as(caller).get(v2(id)),
}
const writes: Record<string, Call> = {
  attach: (caller, { v1 }) => as(caller).post(v1(), link),
  'rename by PUT': (caller, { v1 }, id) => as(caller).put(v1(id), { title: 'x' }),
  rename: (caller, { v1 }, id) => as(caller).patch(v1(id), { title: 'x' }),
  remove: (caller, { v1 }, id) => as(caller).delete(v1(id)),
}
const byId: Record<string, Call> = {
  download: (caller, _, id) => as(caller).get(`/v1/documents/${id}/get`),
}
const changesById: Record<string, Call> = {
  change: (caller, _, id) => as(caller).patch(`/v1/documents/${id}`, { title: 'x' }),
  'change nothing': (caller, _, id) => as(caller).put(`/v1/documents/${id}`, {}),
}
const asked = (text: (args: string, id: number) => string): Ask => {
  return (caller, { args }, id) => as(caller).graphql(text(args, id))
}
const queries: Record<string, Ask> = {
  documents: asked((args) => `{ documents(${args}) { count } }`),
  deletedDocuments: asked((args) => `{ deletedDocuments(${args}) { count } }`),
  document: asked((args, id) => `{ document(${args}, id: ${id}) { id } }`),
  documentDownload: asked((_, id) => `{ documentDownload(id: ${id}) { downloadUrl } }`),
}
const input = 'input: { title: "x" }'
const mutations: Record<string, Ask> = {
  attachDocument: asked(
    (args) => `mutation { attachDocument(${args}, input: { url: "https://a.example" }) { id } }`,
  ),
  renameDocument: asked(
    (args, id) => `mutation { renameDocument(${args}, id: ${id}, ${input}) { id } }`,
  ),
  updateDocument: asked((_, id) => `mutation { updateDocument(id: ${id}, ${input}) { id } }`),
  removeDocument: asked((args, id) => `mutation { removeDocument(${args}, id: ${id}) }`),
}
const atPlace = { ...reads, ...writes }
const onDocument = { ...byId, ...changesById }
const allRest = { ...atPlace, ...onDocument }
const allGraphQL = { ...queries, ...mutations }

const codeOf = ({ errors }: GraphQLAnswer) => errors[0]?.extensions.code ?? 'OK'

async function scene() {
  const world = await cast()
  return { ...world, places: await placesOf(world) }
}

/** Every call of a list against a document of its own; `label: what came`. */
async function outcomes<R>(
  world: Cast,
  place: Place,
  calls: Record<string, (caller: Caller, place: Place, id: number) => Promise<R>>,
  caller: Caller,
): Promise<[string, R][]> {
  const found: [string, R][] = []
  for (const [label, call] of Object.entries(calls)) {
    found.push([label, await call(caller, place, await insertDocument(world.olga, place.parent))])
  }
  return found
}

async function expectRefused(world: Cast, place: Place, who: Person) {
  for (const [label, answer] of await outcomes(world, place, allRest, who)) {
    expect([label, answer]).toMatchObject([label, forbidden])
  }
  for (const [label, answer] of await outcomes(world, place, allGraphQL, who)) {
    expect([label, codeOf(answer)]).toEqual([label, 'FORBIDDEN'])
  }
}

async function expectAllowed(world: Cast, place: Place, who: Person) {
  for (const [label, answer] of await outcomes(world, place, allRest, who)) {
    expect([label, answer.status]).toEqual([label, label === 'attach' ? 201 : 200])
  }
  for (const [label, answer] of await outcomes(world, place, allGraphQL, who)) {
    expect([label, codeOf(answer)]).toEqual([label, 'OK'])
  }
}

describe.each(words)('13 Documents: the right to see and to change, at a %s', (word) => {
  it('owner and members with the rights', async () => {
    const world = await scene()
    for (const who of [world.olga, world.ed]) await expectAllowed(world, world.places[word], who)
  })

  it('403 without the right to see, for invited ones and for strangers', async () => {
    const world = await scene()
    const { vera, pia, stan, places, trip } = world
    const editor = await member(trip.id, { can_edit: true, can_see_expenses: true })
    for (const who of [vera, pia, stan, editor]) await expectRefused(world, places[word], who)
  })

  it('who may only see them reads, and changes nothing: 403', async () => {
    const world = await scene()
    const { vera, trip, places } = world
    await join(trip.id, vera, { can_see_documents: true })
    const place = places[word]
    for (const [label, answer] of await outcomes(world, place, { ...reads, ...byId }, vera)) {
      expect([label, answer.status]).toEqual([label, 200])
    }
    for (const [label, answer] of await outcomes(world, place, queries, vera)) {
      expect([label, codeOf(answer)]).toEqual([label, 'OK'])
    }
    const refused = { ...writes, ...changesById }
    for (const [label, answer] of await outcomes(world, place, refused, vera)) {
      expect([label, answer]).toMatchObject([label, forbidden])
    }
    for (const [label, answer] of await outcomes(world, place, mutations, vera)) {
      expect([label, codeOf(answer)]).toEqual([label, 'FORBIDDEN'])
    }
  })

  it('403 for everybody while the owner is not Pro, whatever the caller is', async () => {
    const world = await scene()
    const { olga, ed, places } = world
    await premium(olga, false)
    await premium(ed, true)
    for (const who of [olga, ed]) await expectRefused(world, places[word], who)
  })

  it('401 without credentials', async () => {
    const world = await scene()
    const place = world.places[word]
    for (const [label, answer] of await outcomes(world, place, allRest, anonymous)) {
      expect([label, answer]).toMatchObject([label, unauthenticated])
    }
    for (const [label, answer] of await outcomes(world, place, allRest, { key: '0' })) {
      expect([label, answer]).toMatchObject([label, invalidToken])
    }
    for (const [label, answer] of await outcomes(world, place, allGraphQL, anonymous)) {
      expect([label, codeOf(answer)]).toEqual([label, 'UNAUTHENTICATED'])
    }
  })
})

describe('13 Documents: what is not there is 403', () => {
  it.each([...words])(
    'a trip that is unknown, deleted or of others, by way of a %s',
    async (word) => {
      const { olga, stan, places } = await scene()
      const { id } = places[word]
      const strange = await newTrip(stan)
      const deleted = await newTrip(olga)
      await as(olga).delete(`/v1/trips/${deleted.id}`)
      for (const tripId of [strange.id, deleted.id, 2_147_483_647, 99_999_999_999, 0]) {
        const place = placeAt(tripId, word, word === 'trip' ? tripId : id)
        for (const [label, call] of Object.entries(atPlace)) {
          expect([label, await call(olga, place, 1)]).toMatchObject([label, forbidden])
        }
      }
    },
  )

  it.each(kindsWithEmails.map((kind) => [kind.one, kind] as const))(
    'a %s that is unknown, deleted, of another trip or collection',
    async (word, kind) => {
      const { olga, trip, places } = await scene()
      const other = await newTrip(olga)
      const elsewhere = await rowOf(kind, other.id, olga)
      const gone = await rowOf(kind, trip.id, olga, { deleted_at: '2031-01-01T00:00:00Z' })
      const lonely = 1_700_000_000 + trip.id
      await rowOf(kind.one === 'hosting' ? activity : hosting, trip.id, olga, { id: lonely })
      for (const id of [elsewhere, gone, lonely, 2_147_483_647, 99_999_999_999, 0]) {
        const place = placeAt(trip.id, word as 'hosting', id)
        const document = await insertDocument(olga, places.trip.parent)
        for (const [label, call] of Object.entries(atPlace)) {
          expect([label, await call(olga, place, document)]).toMatchObject([label, forbidden])
        }
      }
    },
  )

  it('a document that is unknown, deleted, on a deleted child or trip, at its own address', async () => {
    const { olga, trip, places } = await scene()
    const gone = await insertDocument(olga, { ...places.trip.parent, deleted_at: 'now' })
    const hidden = await insertDocument(olga, places.hosting.parent)
    await as(olga).delete(`/v1/trip/${trip.id}/hosting/${places.hosting.id}`)
    const other = await newTrip(olga)
    const lost = await insertDocument(olga, { trip_id: other.id })
    await as(olga).delete(`/v1/trips/${other.id}`)
    for (const id of [gone, hidden, lost, 2_147_483_647, 99_999_999_999, 0]) {
      for (const call of Object.values(onDocument)) {
        expect(await call(olga, places.trip, id)).toMatchObject(forbidden)
      }
    }
  })

  it('a document attached to nothing: its owner, who is Pro', async () => {
    const { olga, ed, places } = await scene()
    const id = await insertDocument(olga, {})
    for (const call of Object.values(onDocument)) {
      expect(await call(ed, places.trip, id)).toMatchObject(forbidden)
      expect((await call(olga, places.trip, id)).status).toBe(200)
    }
    await premium(olga, false)
    for (const call of Object.values(onDocument)) {
      expect(await call(olga, places.trip, id)).toMatchObject(forbidden)
    }
    await premium(olga, true)
    const move = await as(olga).patch(`/v1/documents/${id}`, { hosting_id: places.hosting.id })
    expect(move).toMatchObject(empty200)
    expect((await as(ed).get(places.hosting.v2(id))).status).toBe(200)
  })

  it('access comes before the body and the query', async () => {
    const { vera, places } = await scene()
    const { v1, v2 } = places.activity
    expect(await as(vera).post(v1(), { url: 5 })).toMatchObject(forbidden)
    expect(await as(vera).patch(v1(1), {})).toMatchObject(forbidden)
    expect(await as(vera).patch('/v1/documents/1', { trip_id: 'x' })).toMatchObject(forbidden)
    expect(await as(vera).get(`${v2()}?page=x&updatedSince=x`)).toMatchObject(forbidden)
  })

  it('a refusal writes nothing', async () => {
    const { vera, stan, places } = await scene()
    const { olga } = await cast()
    await Promise.all(words.map((word) => insertDocument(olga, places[word].parent)))
    const text = `select * from document where trip_id = $1 or hosting_id = $2 order by id`
    const values = [places.trip.id, places.hosting.id]
    const before = await db.query({ text, values })
    for (const { id } of before as { id: number }[]) {
      for (const call of Object.values({ ...writes, ...changesById })) {
        for (const place of [places.trip, places.hosting]) {
          for (const who of [vera, stan]) await call(who, place, id)
        }
      }
    }
    expect(await db.query({ text, values })).toEqual(before)
  })
})
