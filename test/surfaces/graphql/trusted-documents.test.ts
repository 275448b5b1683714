/** Trusted documents on the service itself: the same rights, transactions and answers. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type GraphQLArgument, isInputObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { buildSchema } from '../../../src/core/schema.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { operationLimits } from '../../../src/surfaces/graphql/limits.ts'
import { as } from '../../client.ts'
import { type Cast, cast, dataDir, db, operatorKey, secret } from '../../world.ts'
import { generatedDocuments } from './generated-documents.ts'
import { hash, posted, whole } from './trusted.ts'

const schema = buildSchema()
const checkLimits = operationLimits(schema)
const isWithin = (query: string, variables: Record<string, unknown>) => {
  try {
    checkLimits({ query, variables })
    return true
  } catch {
    return false
  }
}

/** Ids and pages come from variables and literals; arguments without a value here are left out. */
const values = ({ name, type }: GraphQLArgument) => {
  if (isInputObjectType(type)) return []
  const known: Record<string, string[]> = {
    id: ['$id', '1'],
    tripId: ['$trip', '$trip', '0'],
    first: ['1', '2', '$first'],
    page: ['1', '-1', '$page'],
    updatedSince: ['"2020-01-01T00:00:00Z"', '$since', 'null'],
  }
  return known[name] ?? []
}
const reads = generatedDocuments(
  {
    ...{ schema, values },
    variables: '$id: Int!, $trip: Int!, $first: Int = 2, $page: Int! = 1, $since: DateTime',
    shared: 'name expenses(first: $first) { count results { id price } } viewerCan { edit }',
    // Each answer of these has a URL or a token of its own.
    without: ['documentDownload', 'url', 'content'],
    isAble: (text) => isWithin(text, { first: 2 }),
  },
  40,
)
const around = `query Around($trip: Int!, $more: Boolean!) {
  trip(id: $trip) {
    id name ...Costs
    activities(first: 2) @include(if: $more) { count results { id name price } }
    mine: activities(first: 1) { results { name } }
    hostings(first: 5) @skip(if: $more) { count results { id } }
  }
  other: trip(id: 0) { id }
  inboxEmail(id: 0) { id }
}
fragment Costs on Trip { expenses(first: 5) { count results { title price } } }`
const rename = `mutation Rename($id: Int!, $name: String, $description: String) {
  updateTrip(id: $id, input: { name: $name, description: $description }) { name description }
}`
const create = `mutation Create($input: TripInput!) { createTrip(input: $input) { name timezone } }`
const both = `mutation Both($id: Int!) {
  a: deleteTrip(id: 0)
  b: updateTrip(id: $id, input: { name: "B" }) { name }
}`

let app: FastifyInstance
let directory: string
let people: Cast
let headersOf: Record<string, Record<string, string>>
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trusted-'))
  const file = join(directory, 'persisted-documents.json')
  const texts = [...reads, around, rename, create, both]
  await writeFile(file, JSON.stringify(Object.fromEntries(texts.map((text) => [hash(text), text]))))
  const config = readConfig({ DATA_DIR: dataDir, TRUSTED_DOCUMENTS: file })
  const log = openLog(config, { write: () => {} })
  app = await buildApp({ config, db, log, operatorKey, secret })
  people = await cast()
  const { olga, ed, vera, pia, stan, trip } = people
  for (const name of ['Castle', 'Tram']) {
    await as(olga).post(`/v1/trip/${trip.id}/activities`, { name, price: 12, currency: 'EUR' })
    await as(olga).post(`/v1/trip/${trip.id}/expenses`, { title: name, price: 7 })
  }
  const token = ({ key }: { key: string }) => ({ authorization: `Token ${key}` })
  headersOf = {
    ...{ olga: token(olga), ed: token(ed), vera: token(vera), pia: token(pia), stan: token(stan) },
    ...{ anonymous: {}, wrong: { authorization: 'Token wrong' } },
    operator: { authorization: `Operator ${operatorKey}` },
  }
})
afterAll(async () => {
  await app.close()
  await rm(directory, { recursive: true })
})

/** The answers to a caller who sends the document, and to one who sends its ID. */
async function bothWays(caller: string, query: string, variables: object) {
  const headers = headersOf[caller] ?? {}
  const send = (body: object) => whole(app, posted({ ...body, variables }, headers))
  return [await send({ query }), await send({ documentId: hash(query) })] as const
}

describe('17 a trusted document', () => {
  it.each(['olga', 'ed', 'vera', 'pia', 'stan', 'anonymous', 'wrong', 'operator'])(
    'returns %s byte for byte what its text returns',
    async (caller) => {
      const { id } = people.trip
      for (const variables of [
        { trip: id, id, more: true, no: false },
        {
          trip: id,
          id,
          more: false,
          no: true,
          yes: false,
          first: 1,
          since: '2020-01-01T00:00:00Z',
        },
      ]) {
        for (const query of [around, ...reads]) {
          const [sent, named] = await bothWays(caller, query, variables)
          expect(named, query).toEqual(sent)
        }
      }
    },
  )

  it('shows each caller what they may see', async () => {
    const variables = { trip: people.trip.id, more: true }
    const [, owner] = await bothWays('olga', around, variables)
    expect(JSON.parse(owner.text).data.trip).toMatchObject({ expenses: { count: 2 } })
    const [, guest] = await bothWays('vera', around, variables)
    expect(guest.text).not.toContain('"price":7')
    const [, stranger] = await bothWays('stan', around, variables)
    expect(JSON.parse(stranger.text).data.trip).toBeNull()
  })

  it('refuses writes by the same rules, without any change', async () => {
    const { id } = people.trip
    const before = { name: 'Lisbon', description: 'By the river' }
    await as(people.olga).patch(`/v1/trips/${id}`, before)
    const [, refused] = await bothWays('vera', rename, { id, name: 'Porto' })
    expect(JSON.parse(refused.text).errors[0].extensions.code).toBe('FORBIDDEN')
    const [, wrong] = await bothWays('olga', rename, { id, name: 'x'.repeat(1000) })
    expect(JSON.parse(wrong.text).errors[0].extensions.fields).toHaveProperty('name')
    expect((await as(people.olga).get(`/v1/trips/${id}`)).json).toMatchObject(before)
  })

  it('keeps a field whose variable is absent', async () => {
    const { id } = people.trip
    await as(people.olga).patch(`/v1/trips/${id}`, { name: 'Lisbon', description: 'kept' })
    for (const way of [0, 1] as const) {
      const answers = await bothWays('olga', rename, { id, name: 'Porto' })
      expect(JSON.parse(answers[way].text).data.updateTrip).toEqual({
        name: 'Porto',
        description: 'kept',
      })
    }
  })

  it('creates, and continues after a failing mutation as its text does', async () => {
    const input = { name: 'Faro', timezone: 'Europe/Lisbon' }
    const [sent, named] = await bothWays('olga', create, { input })
    expect(JSON.parse(named.text)).toEqual({ data: { createTrip: input } })
    expect(named).toEqual(sent)
    const [two, twoNamed] = await bothWays('olga', both, { id: people.trip.id })
    expect(JSON.parse(two.text).errors).toHaveLength(1)
    expect(twoNamed).toEqual(two)
  })
})
