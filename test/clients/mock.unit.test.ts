/** The schema with mocked data: `npm run mock`, without its HTTP. */
import { readFileSync } from 'node:fs'
import { type ExecutionResult, graphql, OperationTypeNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { mockedSchema } from '../../src/mock/schema.ts'
import { mockServer } from '../../src/mock/server.ts'

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const mocked = () => mockedSchema(text('schema/public.graphql'))

const ask = async (schema: ReturnType<typeof mocked>, source: string, variableValues = {}) => {
  const answer = (await graphql({ schema, source, variableValues })) as ExecutionResult
  expect(answer.errors).toBeUndefined()
  return answer.data as Record<string, unknown>
}

describe('npm run mock', () => {
  it('shows the same trip again, by its ID', async () => {
    const schema = mocked()
    const { trips } = await ask(schema, '{ trips { count results { id name startsAt } } }')
    const { count, results } = trips as { count: number; results: { id: number }[] }
    expect(results).toHaveLength(count)
    const { trip } = await ask(schema, 'query ($id: Int!) { trip(id: $id) { id name startsAt } }', {
      id: results[0]?.id,
    })
    expect(trip).toEqual(results[0])
  })

  it('remembers what a mutation has changed, and what it has created', async () => {
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

  it('every item of a trip lies within its days', async () => {
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

  it('lists a timeline of all kinds', async () => {
    const schema = mocked()
    const kinds = 'id ... on Activity { startsAt } ... on Transportation { departureAt }'
    const source = `{ trip(id: 7) { timeline { results { __typename name ${kinds} } } } }`
    const { trip } = await ask(schema, source)
    const { results } = (trip as { timeline: { results: { __typename: string }[] } }).timeline
    const listed = results.map(({ __typename }) => __typename)
    expect(listed.sort()).toEqual(['Activity', 'Hosting', 'Transportation'])
    expect(await ask(schema, source)).toEqual({ trip })
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
