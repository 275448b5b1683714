/** The schema with mocked data: `npm run mock`, without its HTTP. */
import { readFileSync } from 'node:fs'
import { type ExecutionResult, graphql, OperationTypeNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { mockedSchema } from '../../src/mock/schema.ts'

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

  it('a timeline has items of each kind, as what they share and as what they are', async () => {
    const document = `{ trips { results { timeline(first: 2) {
      count endCursor
      results { __typename id name owner { id } ... on Transportation { departureAt } }
    } } } }`
    const { trips } = await ask(mocked(), document)
    type Timeline = { count: number; results: { __typename: string; departureAt?: string }[] }
    for (const { timeline } of (trips as { results: { timeline: Timeline }[] }).results) {
      expect(timeline).toMatchObject({ count: timeline.results.length, endCursor: null })
      const kinds = timeline.results.map(({ __typename }) => __typename).sort()
      expect(kinds).toEqual(['Activity', 'Hosting', 'Transportation'])
      expect(timeline.results.some(({ departureAt }) => departureAt)).toBe(true)
    }
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
})
