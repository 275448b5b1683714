/** The schema with mocked data: `npm run mock`, without its HTTP. */
import { graphql, OperationTypeNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { mockServer } from '../../src/operations/mock/server.ts'
import { ask, mocked, text } from './mocked.ts'

describe('npm run mock', () => {
  it('returns the same trip for the same ID', async () => {
    const schema = mocked()
    const { trips } = await ask(schema, '{ trips { count results { id name startsAt } } }')
    const { count, results } = trips as { count: number; results: { id: number }[] }
    expect(results).toHaveLength(count)
    const { trip } = await ask(schema, 'query ($id: Int!) { trip(id: $id) { id name startsAt } }', {
      id: results[0]?.id,
    })
    expect(trip).toEqual(results[0])
  })

  it('remembers the changes and the objects created by a mutation', async () => {
    const schema = mocked()
    const { createTrip } = await ask(
      schema,
      `mutation {
        updateTrip(id: 7, input: { name: "Porto" }) { id }
        createTrip(input: { name: "Faro" }) { id }
      }`,
    )
    const { id } = createTrip as { id: number }
    const named =
      'query ($id: Int!) { seventh: trip(id: 7) { id name } made: trip(id: $id) { name } }'
    expect(await ask(schema, named, { id })).toEqual({
      seventh: { id: 7, name: 'Porto' },
      made: { name: 'Faro' },
    })
  })

  it('every item of a trip is within its dates', async () => {
    const document = '{ trips { results { startsAt endsAt activities { results { startsAt } } } } }'
    const { trips } = await ask(mocked(), document)
    type Listed = {
      startsAt: string
      endsAt: string
      activities: { results: { startsAt: string }[] }
    }
    for (const { startsAt, endsAt, activities } of (trips as { results: Listed[] }).results) {
      for (const activity of activities.results) {
        expect(activity.startsAt > startsAt && activity.startsAt < endsAt).toBe(true)
      }
    }
  })

  it('an ID names the same object in every query', async () => {
    const { one, other } = (await ask(
      mocked(),
      `{
        one: document(tripId: 7, id: 5) { id title }
        other: document(tripId: 7, hostingId: 9, id: 5) { id title }
      }`,
    )) as Record<string, unknown>
    expect(one).toEqual(other)
  })

  it('the changed account is that of `me`', async () => {
    const schema = mocked()
    await ask(schema, 'mutation { updateMe(input: { name: "Zoe" }) { id } }')
    expect(await ask(schema, '{ me { name } }')).toEqual({ me: { name: 'Zoe' } })
  })

  it('formats times like the service, even times from the input', async () => {
    const schema = mocked()
    const { trip, me } = await ask(
      schema,
      `{
        me { createdAt: lastActivityDate }
        trip(id: 7) {
          createdAt
          expenses(first: 1) { results { date createdAt } }
          hostings(first: 1) { results { startsAt updatedAt } }
        }
      }`,
    )
    const texts = JSON.stringify([trip, me]).match(/(?<=:)"[^"]+"/g) ?? []
    expect(texts).toHaveLength(6)
    for (const text of texts) expect(text).toMatch(/^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"$/)
    const { createActivity } = await ask(
      schema,
      `mutation {
        createActivity(tripId: 7, input: { startsAt: "2031-04-18T10:00:00.5+01:00" }) { startsAt }
      }`,
    )
    expect(createActivity).toEqual({ startsAt: '2031-04-18T09:00:00Z' })
  })

  it('answers the documents of the typed client', async () => {
    const schema = mocked()
    const source = text('test/clients/documents.graphql')
    const variableValues = { id: 3, tripId: 3, input: { name: 'Beja' } }
    for (const definition of parse(source).definitions) {
      if (definition.kind !== 'OperationDefinition') continue
      const operationName = definition.name?.value ?? ''
      const answer = await graphql({ schema, source, operationName, variableValues })
      expect(answer.errors, operationName).toBeUndefined()
      const isWrite = definition.operation === OperationTypeNode.MUTATION
      if (isWrite) expect(Object.values(answer.data ?? {})).toMatchObject([{ name: 'Beja' }])
    }
  })

  it('runs trusted documents by their IDs', async () => {
    const manifest = JSON.parse(text('test/clients/generated/persisted-documents.json'))
    const [id = ''] =
      Object.entries(manifest).find(([, one]) => /query Trips/.test(String(one))) ?? []
    const folder = new URL('generated/persisted-documents.json', import.meta.url).pathname
    const app = await mockServer(text('schema/public.graphql'), [folder])
    const send = async (payload: object) =>
      (await app.inject({ method: 'POST', url: '/graphql', payload })).json()
    expect(await send({ documentId: id })).toMatchObject({ data: { trips: { count: 3 } } })
    const persistedQuery = { version: 1, sha256Hash: id }
    const answer = await send({ extensions: { persistedQuery }, variables: { page: 1 } })
    expect(answer).toMatchObject({ data: { trips: { count: 3 } } })
    const unknown = await send({ documentId: 'unknown' })
    expect(unknown.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND')
    const url = `/graphql?documentId=${id}`
    const headers = { 'apollo-require-preflight': 'true' }
    expect((await app.inject({ url, headers })).json().data.trips.count).toBe(3)
    await app.close()
  })

  it('serves the IDE to browsers, the SDL, and data to clients', async () => {
    const app = await mockServer(text('schema/public.graphql'))
    const headers = { accept: 'text/html' }
    expect((await app.inject({ url: '/', headers })).headers.location).toBe('/graphql')
    const page = await app.inject({ url: '/graphql', headers })
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    const [script] = /\/assets\/[^"]*ide\.js/.exec(page.payload) ?? []
    expect((await app.inject({ url: script ?? '' })).statusCode).toBe(200)
    expect((await app.inject('/schema.graphql')).payload).toBe(text('schema/public.graphql'))
    const payload = { query: '{ trips { count } }' }
    const answer = await app.inject({ method: 'POST', url: '/graphql', payload })
    expect(answer.json()).toEqual({ data: { trips: { count: 3 } } })
    await app.close()
  })
})
