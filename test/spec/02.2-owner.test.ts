/** The owner of an item: strangers see a name without address and photo. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { insertDocument } from '../documents.ts'
import { insertEmail } from '../sync.ts'
import { cast, db, join, trip as newTrip, type Person, premium } from '../world.ts'
import { befriend } from './favorites.ts'
import { kindsWithEmails, type TestKind } from './kinds.ts'

const photo_url = 'https://cdn.example/olga.jpg'

/** An item of olga's that ed has moved to a trip of stan, who does not know olga. */
async function stage(kind: TestKind) {
  const { olga, ed, stan, trip } = await cast()
  const away = await newTrip(stan)
  await premium(stan, true)
  await join(away.id, ed, { can_edit: true })
  const text = 'update account set photo_url = $2 where id = $1'
  await db.query({ text, values: [olga.id, photo_url] })
  const place = (tripId: number) => `/v1/trip/${tripId}/${kind.many}`
  const { id } = (await as(olga).post(place(trip.id), kind.least)).json
  const own = (await as(ed).post(place(away.id), kind.least)).json
  const moved = `/v1/trip/${trip.id}/${kind.one}/${id}`
  expect((await as(ed).patch(moved, { update_trip: away.id })).status).toBe(200)
  return { olga, ed, stan, trip, away, id, ownId: own.id }
}

const whole = ({ id, name, email }: Person) => ({ id, name, email, photo_url })
const nameAlone = ({ id, name }: Person) => ({ id, name, email: '', photo_url: null })

interface Owner {
  id: number
  [key: string]: unknown
}
type Item = { id: number; owner: Owner }

/** The owner of the item as each read of it shows them to `someone`. */
async function ownersIn(kind: TestKind, someone: Person, tripId: number, id: number) {
  const { one, many } = kind
  const found = new Map<string, unknown>()
  const inList = (items: Item[]) => items.find((item) => item.id === id)?.owner
  for (const version of ['v1', 'v2']) {
    const list = await as(someone).get(`/${version}/trip/${tripId}/${many}`)
    found.set(`${version} list`, inList(list.json.results as unknown as Item[]))
    const single = await as(someone).get(`/${version}/trip/${tripId}/${one}/${id}`)
    found.set(`${version} item`, single.json.owner)
  }
  const owner = 'id owner { id name email photo_url: photoUrl }'
  const timeline = 'timeline { results { id owner { id name email photo_url: photoUrl } } }'
  const query = `{ trip(id: ${tripId}) { ${many} { results { ${owner} } } ${timeline} } }`
  const { data } = await as(someone).graphql(query)
  type Lists = { trip: Record<string, { results: Item[] }> }
  for (const [name, { results }] of Object.entries((data as Lists | undefined)?.trip ?? {})) {
    found.set(`graphql ${name}`, inList(results))
  }
  return found
}

async function expectOwner(
  kind: TestKind,
  someone: Person,
  { away, id }: { away: { id: number }; id: number },
  owner: object,
) {
  const found = await ownersIn(kind, someone, away.id, id)
  expect([...found.keys()]).toHaveLength(6)
  for (const [where, shown] of found) expect([where, shown]).toEqual([where, owner])
}

describe.each(kindsWithEmails)('2.2 the owner of a moved $one', (kind) => {
  it('ed, who shares a trip with olga, sees her address; stan, a stranger, only her name', async () => {
    const staged = await stage(kind)
    const { olga, ed, stan, away, ownId } = staged
    await expectOwner(kind, ed, staged, whole(olga))
    await expectOwner(kind, stan, staged, nameAlone(olga))
    // The other item of the list has its owner as before.
    const own = { id: ed.id, name: ed.name, email: ed.email, photo_url: null }
    await expectOwner(kind, stan, { away, id: ownId }, own)
  })

  it('stan, a stranger, sees only her name in the answer to a change', async () => {
    const { olga, stan, away, id } = await stage(kind)
    const path = `/v1/trip/${away.id}/${kind.one}/${id}`
    const changed = await as(stan).patch(path, kind.change)
    expect(changed.json.owner).toEqual(nameAlone(olga))
  })

  it('stan sees her address once she confirms him as a favorite; a pending one shows no address', async () => {
    const staged = await stage(kind)
    const { olga, stan } = staged
    const request = `mutation { requestFavorite(email: "${olga.email}") { id } }`
    expect((await as(stan).graphql(request)).errors).toEqual([])
    await expectOwner(kind, stan, staged, nameAlone(olga))
    await befriend(stan, olga)
    await expectOwner(kind, stan, staged, whole(olga))
  })

  it('stan sees her address only while they share an active trip that both have joined', async () => {
    const staged = await stage(kind)
    const { olga, stan } = staged
    const common = await newTrip(olga)
    await join(common.id, stan, { joined: false })
    await expectOwner(kind, stan, staged, nameAlone(olga))
    await join(common.id, stan)
    await expectOwner(kind, stan, staged, whole(olga))
    expect((await as(olga).delete(`/v1/trips/${common.id}`)).status).toBe(204)
    await expectOwner(kind, stan, staged, nameAlone(olga))
  })

  it('ed no longer sees her address once he has left the trips that they shared', async () => {
    const staged = await stage(kind)
    const { olga, ed, trip } = staged
    await as(ed).delete(`/v1/trip/${trip.id}/collaborator/${ed.id}`)
    await expectOwner(kind, ed, staged, nameAlone(olga))
  })

  it('olga sees her own address on an item in a trip of stan', async () => {
    const staged = await stage(kind)
    const { olga, away } = staged
    await join(away.id, olga)
    await expectOwner(kind, olga, staged, whole(olga))
  })

  it('stan, a stranger, sees only her name on items beside documents and emails', async () => {
    const { olga, ed, stan, away, id } = await stage(kind)
    await insertDocument(stan, { [`${kind.one}_id`]: id })
    await insertEmail(stan, { [`${kind.one}_id`]: id })
    await join(away.id, ed, { can_edit: true, can_see_documents: true })
    for (const list of ['documents', 'emails']) {
      for (const [someone, owner] of [
        [stan, nameAlone(olga)],
        [ed, whole(olga)],
      ] as const) {
        const { json } = await as(someone).get(`/v2/trip/${away.id}/${list}`)
        const [attached] = json.results
        const items = attached?.[kind.many] as Item[] | undefined
        expect(items?.map((item) => item.owner)).toEqual([owner])
      }
    }
  })
})

describe('2.11 the owner of a document, in GraphQL', () => {
  it('stan, a stranger, sees only the name; ed sees the address', async () => {
    const [kind] = kindsWithEmails as [TestKind]
    const { olga, ed, stan, away, id } = await stage(kind)
    await insertDocument(olga, { [`${kind.one}_id`]: id })
    await join(away.id, ed, { can_edit: true, can_see_documents: true })
    const owner = 'owner { id name email photo_url: photoUrl }'
    const query = `{ documents(tripId: ${away.id}) { results { ${owner} } } }`
    for (const [someone, shown] of [
      [stan, nameAlone(olga)],
      [ed, whole(olga)],
    ] as const) {
      const { data } = await as(someone).graphql(query)
      expect(data).toEqual({ documents: { results: [{ owner: shown }] } })
    }
  })
})
