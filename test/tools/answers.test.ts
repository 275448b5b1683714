/**
 * The service against its document (target H1): every operation is asked for what it is there for
 * and for what it refuses, and every answer must be one the document describes, key by key.
 */
import { describe, expect, test } from 'vitest'
import { restAnswerTo } from '../../rest-facade/errors.ts'
import { catalogue } from '../../src/base/errors.ts'
import { anonymous, as, type ClientAnswer, type ClientCaller } from '../client.ts'
import { cast } from '../world.ts'
import { undescribed } from './conformance.ts'
import { type Described, described, document, followed, type Json, mismatches } from './document.ts'
import { bodyFor, filledIn, large, stage } from './operation-requests.ts'
import { expectRecorded, operationBehind, record } from './recording.ts'

/** The answer is one that the document describes for this operation. */
function expectDescribed(one: Described, answer: ClientAnswer): void {
  const place = `${one.method} ${one.path} ${answer.status} ${answer.text.slice(0, 300)}`
  expect(undescribed(one, answer), place).toEqual([])
}

type Method = Parameters<ReturnType<typeof as>['send']>[0]

function ask(
  caller: ClientCaller,
  one: Described,
  path: string,
  body?: unknown,
): Promise<ClientAnswer> {
  // Links of an answer begin with it.
  const headers = { host: 'trips.example' }
  return as(caller).send(one.method as Method, path, body, headers)
}

const named = (list: Described[]) => list.map((one) => [`${one.method} ${one.path}`, one] as const)
const reads = named(described.filter(({ method }) => method === 'GET'))
const writes = named(described.filter(({ method }) => method !== 'GET'))
const shared = await stage()

describe('H1 the document and the service: answers of reads', () => {
  test.each(reads)('%s', async (_, one) => {
    const path = filledIn(one.path, shared)
    for (const person of [shared.olga, shared.ed, shared.vera]) {
      expectDescribed(one, await ask(person, one, path))
    }
    const answer = await ask(shared.olga, one, path)
    expect(answer.status).toBe(200)
    if (one.path.endsWith('/verify')) return
    record(operationBehind(one), { response: answer.json })
    if (answer.json.results) expect(answer.json.results.length).toBeGreaterThan(0)
  })

  const lists = reads.filter(([, one]) => one.parameters.some(({ name }) => name === 'deleted'))
  test.each(lists)('%s?deleted=true', async (_, one) => {
    const answer = await ask(shared.olga, one, `${filledIn(one.path, shared)}?deleted=true`)
    expect(answer.status).toBe(200)
    record(operationBehind(one, true), { response: answer.json })
    expectDescribed(one, answer)
  })

  const details = reads.filter(([, { path }]) => path.endsWith('/{id}'))
  test.each(details)(
    '%s answers every key of its schema if `fields` names them',
    async (_, one) => {
      const schema = one.responses[200]?.content?.['application/json']?.schema ?? {}
      const keys = Object.keys(followed(schema).properties as Json)
      const answer = await ask(shared.olga, one, `${filledIn(one.path, shared)}?fields=${keys}`)
      expect(Object.keys(answer.json).sort()).toEqual(keys.sort())
      expectDescribed(one, answer)
    },
  )
})

describe('H1 the document and the service: answers of writes', () => {
  test.each(writes)('%s', async (_, one) => {
    const world = await stage()
    const body = await bodyFor(one, world)
    const schema = one.requestBody?.content['application/json'].schema
    if (schema) expect(mismatches(schema, body), JSON.stringify(body)).toEqual([])
    const path = filledIn(one.path, world)
    const answer = await ask(world.olga, one, path, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    expectDescribed(one, answer)
    const response = answer.text === '' ? {} : { response: answer.json }
    record(operationBehind(one), { ...(body === undefined ? {} : { request: body }), ...response })
  })

  const moves = writes.filter(([, { path, method }]) => method === 'PATCH' && /trip_id/.test(path))
  test.each(moves)('the answers of a move by %s', async (_, one) => {
    const world = await stage()
    const { id } = (await as(world.olga).post('/v1/trips', { name: 'Porto' })).json
    const path = filledIn(one.path, world)
    expectDescribed(one, await ask(world.olga, one, path, { update_trip: id }))
  })

  const creates = writes.filter(([, one]) => one.responses[201] && one.responses[200])
  test.each(creates)('the answers of a known identifier by %s', async (_, one) => {
    const world = await stage()
    const body = { ...((await bodyFor(one, world)) as Json), internal_identifier: 'known-one' }
    const path = filledIn(one.path, world)
    expect((await ask(world.olga, one, path, body)).status).toBe(201)
    const answer = await ask(world.olga, one, path, body)
    expect(answer).toMatchObject({ status: 200, text: '' })
    expectDescribed(one, answer)
  })
})

describe('H1 the document and the service: refusals', () => {
  test.each(named(described))('%s', async (_, one) => {
    const path = filledIn(one.path, shared)
    const callers = [anonymous, { key: 'f'.repeat(40) }, shared.stan, shared.vera, shared.pia]
    const isRead = one.method === 'GET'
    for (const caller of callers) expectDescribed(one, await ask(caller, one, path))
    const unknown = one.path.replaceAll(/\{\w+\}/g, '2000000000')
    const bodies = isRead ? [] : ['{', '[]', 'null', { name: 5, title: [], hidden: 'x' }, large]
    for (const body of bodies) expectDescribed(one, await ask(shared.vera, one, path, body))
    const text = { 'content-type': 'text/plain' }
    const broken = { 'content-type': ',' }
    for (const headers of isRead ? [] : [text, broken]) {
      const send = as(shared.vera).send(one.method as Method, path, 'x', headers)
      expectDescribed(one, await send)
    }
    if (unknown !== one.path) expectDescribed(one, await ask(shared.olga, one, unknown, {}))
    for (const query of isRead ? ['page=x', 'page=9', 'updatedSince=x'] : []) {
      expectDescribed(one, await ask(shared.olga, one, `${path}?${query}`))
    }
  })
})

/** What needs an exhausted limit, a lost database or a full disk, from where the service has it. */
const catalogued = [
  restAnswerTo(catalogue.THROTTLED, { code: 'THROTTLED', retryAfter: 60 }),
  restAnswerTo('A request with this Idempotency-Key is running.', {
    ...{ code: 'CONFLICT', retryAfter: 1 },
  }),
  restAnswerTo(catalogue.IDEMPOTENCY_KEY_REUSED, { code: 'IDEMPOTENCY_KEY_REUSED' }),
  restAnswerTo(catalogue.SERVICE_UNAVAILABLE, { code: 'SERVICE_UNAVAILABLE', retryAfter: 5 }),
  restAnswerTo(catalogue.INSUFFICIENT_STORAGE, { code: 'INSUFFICIENT_STORAGE' }),
]

test('H1 examples: every body in the document is recorded, with the described form', async () => {
  const { olga, vera, stan, trip: lisbon } = await cast()
  const trip = `/v1/trips/${lisbon.id}`
  const text = { 'content-type': 'text/plain' }
  const refused = await Promise.all([
    as(olga).post('/v1/categories', { color: 'green' }),
    as(anonymous).get(trip),
    as(vera).patch(trip, { name: 'Porto' }),
    as(stan).get(trip),
    as(olga).post(trip),
    as(olga).patch(trip, { name: 'Porto' }, { 'if-match': '"other"' }),
    as(olga).patch(trip, large),
    as(olga).patch(trip, 'name: Porto', text),
  ])
  expect(refused.map(({ status }) => status)).toEqual([400, 401, 403, 404, 405, 412, 413, 415])
  for (const { status, json } of refused) record(String(status), { response: json })
  for (const { status, body } of catalogued) record(String(status), { response: body })
  await expectRecorded()
})

test('H1 the statuses declared are those of the error catalogue and of HTTP itself', () => {
  const ofCatalogue = Object.keys(catalogue).map((code) => restAnswerTo('', { code }).status)
  const declared = described.flatMap(({ responses }) => Object.keys(responses).map(Number))
  const refusals = new Set(declared.filter((status) => status >= 400))
  // 500 is a defect of ours, not a thing to expect.
  const ofHttp = [405, 409, 413, 415]
  const expected = new Set([...ofCatalogue.filter((status) => status !== 500), ...ofHttp])
  expect([...refusals].sort()).toEqual([...expected].sort())
})

test('openapi: the document is served to anybody at GET /openapi.json', async () => {
  const answer = await as(anonymous).get('/openapi.json')
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } })
  expect(answer.json).toEqual(document)
})
