/** Documents in GraphQL, where it differs from REST; rights: test/core/permissions. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import {
  attachFile,
  attaching,
  fetched,
  insertDocument,
  placesOf,
  prepare,
  words,
} from '../documents.ts'
import { pdf } from '../outside/objects/samples.ts'
import { cast, join, trip as newTrip } from '../world.ts'

async function scene() {
  const world = await cast()
  return { ...world, places: await placesOf(world) }
}

type Found = Record<string, unknown>
type Page = { count: number; results: Found[] }

const everything = `id title description ownerId owner { id name email photoUrl } fileType url
  thumbUrl faviconUrl tempReadUrl hostings { id tripId price owner { name } } activities { id }
  transportations { id emails { id } } createdAt updatedAt`

describe('17 documents in GraphQL: reads', () => {
  it.each(words)('lists and details return every field of a document on a %s', async (word) => {
    const { olga, ed, places } = await scene()
    const place = places[word]
    const { id, url } = await attachFile(ed, place)
    const listed = await as(olga).graphql(
      `{ documents(${place.args}, first: 10) { count results { ${everything} } } }`,
    )
    const alone = await as(olga).graphql(`{ document(${place.args}, id: ${id}) { ${everything} } }`)
    expect([listed.errors, alone.errors]).toEqual([[], []])
    const found = alone.data?.document as Found
    expect(found).toMatchObject({
      ...{ id, title: 'Voucher.pdf', ownerId: ed.id, url, fileType: 'application/pdf' },
      owner: { id: ed.id, name: ed.name, email: ed.email, photoUrl: null },
      hostings: word === 'hosting' ? [{ id: place.id, tripId: place.tripId, price: 7 }] : [],
      activities: word === 'activity' ? [{ id: place.id }] : [],
      transportations: word === 'transportation' ? [{ id: place.id, emails: [] }] : [],
    })
    const page = listed.data?.documents as Page | undefined
    const address = page?.results[0]?.tempReadUrl as string
    expect(page).toEqual({ count: 1, results: [{ ...found, tempReadUrl: address }] })
    expect((await fetched(address)).bytes).toEqual(pdf)
  })

  it('prices on nested children follow the right to see expenses', async () => {
    const { vera, ed, trip, places } = await scene()
    await join(trip.id, vera, { can_see_documents: true })
    await insertDocument(ed, places.hosting.parent)
    const query = `{ documents(tripId: ${trip.id}) { results { hostings { name price } } } }`
    const { data, errors } = await as(vera).graphql(query)
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    expect(data?.documents).toEqual({ results: [{ hostings: [{ name: '', price: null }] }] })
    expect((await as(ed).graphql(query)).errors).toEqual([])
  })

  it('lists take first and page; deleted documents have the time of their deletion', async () => {
    const { olga, places } = await scene()
    const { args } = places.hosting
    const ids: number[] = []
    for (const _ of [1, 2, 3]) ids.push(await insertDocument(olga, places.hosting.parent))
    const query = `{ documents(${args}, first: 2, page: 2) { count results { id } } }`
    const { data } = await as(olga).graphql(query)
    expect(data?.documents).toEqual({ count: 3, results: [{ id: ids[0] }] })
    await as(olga).delete(places.hosting.v1(ids[1]))
    const gone = `{ deletedDocuments(${args}) { count results { id deletedAt } } }`
    const { data: left } = await as(olga).graphql(gone)
    expect(left?.deletedDocuments).toEqual({
      count: 1,
      results: [{ id: ids[1], deletedAt: expect.stringMatching(/^\d{4}-.*Z$/) }],
    })
    const beyond = await as(olga).graphql(query.replace('page: 2', 'page: 9'))
    expect(beyond.errors[0]?.extensions.code).toBe('INVALID_PAGE')
  })

  it('GraphQL returns NOT_FOUND where REST returns 404', async () => {
    const { olga, ed, places } = await scene()
    const id = await insertDocument(olga, places.trip.parent)
    const { json } = await as(ed).post(places.trip.v1(), attaching(await prepare(ed, places.trip)))
    const { args } = places.hosting
    const operations = [
      `{ document(${args}, id: ${id}) { id } }`,
      `mutation { renameDocument(${args}, id: ${id}, input: { title: "x" }) { id } }`,
      `mutation { removeDocument(${args}, id: ${id}) }`,
      `{ documentDownload(id: ${json.id}) { downloadUrl } }`,
    ]
    for (const text of operations) {
      const { errors } = await as(ed).graphql(text)
      expect([text, errors[0]?.extensions.code]).toEqual([text, 'NOT_FOUND'])
    }
  })
})

describe('17 documents in GraphQL: more than one child', () => {
  const pairs = [
    ['hosting', 'activity'],
    ['activity', 'transportation'],
    ['transportation', 'hosting'],
  ] as const
  it.each(pairs)('%s and %s together are BAD_USER_INPUT, without access too', async (a, b) => {
    const { olga, stan, trip, places } = await scene()
    const args = `tripId: ${trip.id}, ${a}Id: ${places[a].id}, ${b}Id: ${places[b].id}`
    const operations = [
      `{ documents(${args}) { count } }`,
      `{ deletedDocuments(${args}) { count } }`,
      `{ document(${args}, id: 1) { id } }`,
      `mutation { attachDocument(${args}, input: { url: "https://a.example" }) { id } }`,
      `mutation { renameDocument(${args}, id: 1, input: { title: "x" }) { id } }`,
      `mutation { removeDocument(${args}, id: 1) }`,
    ]
    for (const text of operations) {
      for (const who of [olga, stan]) {
        const [error] = (await as(who).graphql(text)).errors
        expect([text, error?.extensions]).toEqual([
          text,
          {
            code: 'BAD_USER_INPUT',
            fields: {
              nonFieldErrors: ['Send at most one of activityId, hostingId and transportationId.'],
            },
          },
        ])
      }
    }
  })

  it('a child that is null counts as absent', async () => {
    const { olga, trip, places } = await scene()
    await insertDocument(olga, places.hosting.parent)
    const args = `tripId: ${trip.id}, hostingId: ${places.hosting.id}, activityId: null`
    const { data, errors } = await as(olga).graphql(`{ documents(${args}) { count } }`)
    expect([errors, data?.documents]).toEqual([[], { count: 1 }])
  })
})

describe('17 documents in GraphQL: writes', () => {
  it('writes return the whole document, with its children and URL', async () => {
    const { ed, trip, places } = await scene()
    const attach = `mutation { attachDocument(${places.hosting.args},
      input: { url: "https://a.example/x", title: "A" }) { ${everything} } }`
    const made = await as(ed).graphql(attach)
    expect(made.errors).toEqual([])
    const document = made.data?.attachDocument as Found
    expect(document).toMatchObject({
      ...{ title: 'A', description: '', ownerId: ed.id, owner: { name: ed.name } },
      ...{ fileType: 'url', url: 'https://a.example/x', tempReadUrl: 'https://a.example/x' },
      hostings: [{ id: places.hosting.id }],
    })
    const rename = `mutation { renameDocument(${places.hosting.args}, id: ${document.id},
      input: { title: "B" }) { title hostings { id } owner { id } } }`
    expect((await as(ed).graphql(rename)).data?.renameDocument).toEqual({
      title: 'B',
      hostings: [{ id: places.hosting.id }],
      owner: { id: ed.id },
    })
    const move = `mutation { updateDocument(id: ${document.id},
      input: { activityId: ${places.activity.id}, hostingId: ${places.hosting.id} })
      { title hostings { id } activities { id } owner { name } } }`
    expect((await as(ed).graphql(move)).data?.updateDocument).toEqual({
      title: 'B',
      hostings: [],
      activities: [{ id: places.activity.id }],
      owner: { name: ed.name },
    })
    const unchanged = `mutation { updateDocument(id: ${document.id}, input: {})
      { title activities { id } } }`
    expect((await as(ed).graphql(unchanged)).data?.updateDocument).toEqual({
      title: 'B',
      activities: [{ id: places.activity.id }],
    })
    const remove = `mutation { removeDocument(${places.activity.args}, id: ${document.id}) }`
    expect((await as(ed).graphql(remove)).data).toEqual({ removeDocument: true })
    expect((await as(ed).get(`/v2/trip/${trip.id}/documents`)).json.count).toBe(0)
  })

  it('validation errors have the names of the input, that of the receipt too', async () => {
    const { olga, trip } = await cast()
    const attach = (input: string) =>
      as(olga).graphql(
        `mutation { attachDocument(tripId: ${trip.id}, input: { ${input} }) { id } }`,
      )
    const fieldsOf = async (input: string) => (await attach(input)).errors[0]?.extensions
    const refused = (field: string, message: string) => ({
      code: 'BAD_USER_INPUT',
      fields: { [field]: [message] },
    })
    expect(await fieldsOf('url: "x"')).toEqual(refused('url', 'Enter a valid URL.'))
    expect(await fieldsOf('url: "k", fileType: "text/plain"')).toEqual(
      refused('uploadToken', 'This field is required.'),
    )
    expect(await fieldsOf('url: "k", fileType: "text/plain", uploadToken: "x"')).toEqual(
      refused('uploadToken', 'Invalid or expired upload token.'),
    )
  })

  it('a move into another trip returns the children of that trip', async () => {
    const { olga, places } = await scene()
    const other = await newTrip(olga)
    const { json } = await as(olga).post(`/v1/trip/${other.id}/hostings`, { name: 'Far' })
    const id = await insertDocument(olga, places.trip.parent)
    const move = `mutation { updateDocument(id: ${id}, input: { hostingId: ${json.id} })
      { hostings { name tripId } } }`
    expect((await as(olga).graphql(move)).data?.updateDocument).toEqual({
      hostings: [{ name: 'Far', tripId: other.id }],
    })
  })
})
