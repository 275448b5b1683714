/**
 * The database fails before any of the statements of a request (target Z7): 503 with
 * Retry-After, or a masked 500 for an unforeseen error; never a success with half a body, never
 * 401, 403 or 404, and no detail of the failure in the answer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GraphQLAnswer } from '../../client.ts'
import { exactly } from '../../spec/answers.ts'
import { allKinds, kindsWithEmails, type TestKind } from '../../spec/kinds.ts'
import { fresh } from '../../spec/persons.ts'
import { insertEmail } from '../../sync.ts'
import { type Cast, cast, operatorKey, type Person, password } from '../../world.ts'
import { type Failing, type FailureName, failingApp, inner } from './failing.ts'
import { rowOf } from './stage.ts'

/** Calls before the database fails. */
const calls = [1, 2, 3, 4, 5, 6]
const unavailable = exactly(503, { detail: 'Service unavailable. Try again later.' })
const masked = exactly(500, { detail: 'Internal server error.' })

let failing: Failing
let scene: Cast & { ids: Map<TestKind, number> }
beforeAll(async () => {
  failing = await failingApp()
  const people = await cast()
  const ids = new Map<TestKind, number>()
  for (const kind of allKinds) ids.set(kind, await rowOf(kind, people.trip.id, people.olga))
  for (const kind of kindsWithEmails) {
    await insertEmail(people.olga, { [`${kind.one}_id`]: ids.get(kind) })
  }
  await insertEmail(people.olga, { trip_id: people.trip.id })
  scene = { ...people, ids }
})
afterAll(() => failing.app.close())

type Body = () => Record<string, unknown> | Promise<Record<string, unknown>>
/** `METHOD path`, the status of success, and the body that earns it. */
type Case = [route: string, status: number, body?: Body]

const asked = ({ email }: Person) => ({ trip_id: scene.trip.id, invited_user_email: email })

const own: Case[] = [
  ['GET /v2/trips', 200],
  ['GET /v2/trips?page=last&updatedSince=2020-01-01', 200],
  ['GET /v2/trips?deleted=true', 200],
  ['GET /v2/trips/{t}', 200],
  ['GET /v2/trips/{t}?fields=guests', 200],
  ['GET /v1/trips', 200],
  ['GET /v1/trips/{t}', 200],
  ['POST /v1/trips', 201, () => ({ name: 'x' })],
  ['POST /v1/trips', 201, () => ({ guest_invites: [{ user_id: scene.stan.id }] })],
  ['POST /v1/guests/invite', 200, () => asked(scene.vera)],
  ['PATCH /v1/trips/{t}', 200, () => ({ name: fresh('x') })],
  ['GET /v1/categories', 200],
  ['POST /v1/categories', 201, () => ({ name: 'x' })],
  ['GET /v1/guests/favorites', 200],
  ['GET /v1/trip/{t}/collaborators', 200],
  ['GET /v2/trip/{t}/documents', 200],
  ['GET /v2/trip/{t}/emails?deleted=true', 200],
  ['GET /v2/trip/{t}/emails', 200],
  ['POST /v1/trip/{t}/documents', 201, () => ({ url: 'https://pages.example' })],
  ['GET /v1/emails', 200],
  ['GET /v1/automation/emails', 200],
  ['GET /v1/me', 200],
  ['PATCH /v1/me', 200, () => ({ language: 'pt', email: scene.ed.email })],
  ['GET /auth/user', 200],
  ['PATCH /auth/user', 200, () => ({ first_name: 'x' })],
  ['PUT /auth/user', 200, () => ({ username: scene.ed.username })],
  ['OPTIONS /v1/trips', 200],
  ['DELETE /v2/trips', 405],
]
const open: Case[] = [
  ['POST /v1/signup', 201, () => ({ username: `${fresh('m')}@mail.example`, password })],
  ['POST /auth', 200, () => ({ username: scene.vera.email, password })],
  ['POST /auth/login', 200, () => ({ email: scene.vera.email, password })],
  ['POST /auth/password/reset', 200, () => ({ email: scene.vera.email })],
]
const changing: Case[] = [
  [
    'POST /auth/password/change',
    200,
    () => ({ old_password: password, new_password1: password, new_password2: password }),
  ],
]

function ofKind(kind: TestKind): Case[] {
  const { one, many, least, change } = kind
  const list = `/v1/trip/{t}/${many}`
  const at = `/v1/trip/{t}/${one}/{id}`
  const reads: Case[] = [
    [`GET ${list}?page=last`, 200],
    [`GET ${at}`, 200],
  ]
  const sync: Case[] = [
    [`GET /v2/trip/{t}/${many}`, 200],
    [`GET /v2/trip/{t}/${many}?deleted=true`, 200],
    [`GET /v2/trip/{t}/${one}/{id}`, 200],
  ]
  return [
    ...reads,
    ...(one === 'expense' ? [] : sync),
    [`POST ${list}`, 201, () => least],
    [`PATCH ${at}`, 200, () => change],
    [`DELETE /v1/trip/{t}/${one}/{new}`, 204],
  ]
}

interface Sent {
  route: string
  body?: Body | undefined
  kind?: TestKind | undefined
  authorization?: string | undefined
}

async function send({ route, body, kind, authorization }: Sent) {
  const [method, path = ''] = route.split(' ')
  const { trip, olga, ids } = scene
  const made = path.includes('{new}') && kind ? await rowOf(kind, trip.id, olga) : undefined
  const url = path
    .replace('{t}', String(trip.id))
    .replace('{id}', String(kind && ids.get(kind)))
    .replace('{new}', String(made))
  const payload = await body?.()
  const headers = authorization ? { authorization } : {}
  return () =>
    failing.app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) })
}

/** Sends it over a database that fails from each call on, and checks every answer. */
async function judge(sent: Sent, status: number, failure: FailureName): Promise<number> {
  let failed = 0
  for (const call of calls) {
    const request = await send(sent)
    failing.from(call, failure)
    const { statusCode, payload, headers } = await request()
    const hit = failing.calls() >= call
    failing.from(Number.POSITIVE_INFINITY, failure)
    const label = `${sent.route}: the database fails from call ${call} on`
    if (!hit) {
      expect(statusCode, `${label}, which is never made`).toBe(status)
      continue
    }
    failed += 1
    // A write that is stored is not denied by a read that fails.
    const isOpen = failure === 'lost' || (statusCode === 503 && !sent.route.startsWith('GET'))
    const { status: expected, text } = isOpen ? unavailable : masked
    expect([statusCode, payload], label).toEqual([expected, text])
    expect(headers['retry-after'], label).toBe(isOpen ? '2' : undefined)
    expect(payload).not.toMatch(inner)
  }
  return failed
}

const keyed = () => `Token ${scene.ed.key}`
const both: FailureName[] = ['lost', 'unexpected']

describe.each(both)('Z7 REST while the database is %s', (failure) => {
  it.each(own)('%s', async (route, status, body) => {
    expect(await judge({ route, body, authorization: keyed() }, status, failure)).toBeGreaterThan(0)
  })

  it.each(open)('%s', async (route, status, body) => {
    expect(await judge({ route, body }, status, failure)).toBeGreaterThan(0)
  })

  it.each(changing)('%s', async (route, status, body) => {
    expect(await judge({ route, body, authorization: keyed() }, status, failure)).toBeGreaterThan(3)
  })

  const cases = allKinds.flatMap((kind) =>
    ofKind(kind).map(([route, status, body]) => [route, { kind, status, body }] as const),
  )
  it.each(cases)('%s', async (route, { kind, status, body }) => {
    const sent = { route, body, kind, authorization: keyed() }
    expect(await judge(sent, status, failure)).toBeGreaterThan(1)
  })

  it('a stranger and a wrong key get no 404 and no 401 either', async () => {
    const stranger = { route: 'GET /v1/trips/{t}', authorization: `Token ${scene.stan.key}` }
    expect(await judge(stranger, 404, failure)).toBeGreaterThan(0)
    const wrong = { route: 'GET /v1/trips/{t}', authorization: `Token ${'0'.repeat(40)}` }
    expect(await judge(wrong, 401, failure)).toBe(1)
  })
})

/** The query, and the caller if not ed. */
const documents: [query: string, authorization?: string][] = [
  ['{ me { id } }'],
  ['{ trips(first: 5) { results { id guests { id } emails { id } } } }'],
  ['{ trips(first: 5) { results { activities(first: 5) { results { price emails { id } } } } } }'],
  ['{ trip(id: $t) { id hostings { results { id price } } expenses { count } } }'],
  ['{ trip(id: $t) { collaborators { results { email } } deletedHostings { count } } }'],
  ['{ a: trip(id: $t) { name } b: trip(id: $t) { emails { subject } } me { email } }'],
  ['{ favorites { count } favoriteRequests { count } invitations { count } }'],
  ['{ categories { results { id } } trip(id: $t) { viewerCan { edit } guests { name } } }'],
  ['mutation { requestFavorite(email: "x@mail.example") { id } }'],
  ['mutation { createTrip(input: {name: "x"}) { id } }'],
  ['mutation { updateTrip(id: $t, input: {description: "x"}) { id collaboratorsCount } }'],
  ['mutation { createActivity(tripId: $t, input: {name: "x"}) { id price } }'],
  ['mutation { createExpense(tripId: $t, input: {title: "x", price: 1}) { id } }'],
  ['mutation { acceptInvitation(tripId: $t) { id } }'],
  ['{ invitations { count } }'],
  ['{ documents(tripId: $t) { results { id tempReadUrl hostings { price } } } }'],
  ['{ emails(tripId: $t) { results { id safeContent hostings { price } } } inbox { count } }'],
  ['mutation { attachDocument(tripId: $t, input: {url: "https://pages.example"}) { id } }'],
  ['mutation { requestFavorite(email: "nobody@mail.example") { id } }'],
  ['mutation { updateMe(input: {language: "pt"}) { id } }'],
  ['{ outbox(first: 1) { state } }', `Operator ${operatorKey}`],
]

describe.each(both)('Z7 GraphQL while the database is %s', (failure) => {
  const code = failure === 'lost' ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR'

  it.each(documents)('%s', async (document, authorization = keyed()) => {
    const query = document.replaceAll('$t', String(scene.trip.id))
    const request = { method: 'POST', url: '/graphql', headers: { authorization } } as const
    let failed = 0
    for (const call of calls) {
      failing.from(call, failure)
      const answer = await failing.app.inject({ ...request, payload: { query } })
      const hit = failing.calls() >= call
      failing.from(Number.POSITIVE_INFINITY, failure)
      const { data, errors = [] } = answer.json<Partial<GraphQLAnswer>>()
      const codes = new Set(errors.map(({ extensions }) => extensions.code))
      const isStored = query.startsWith('mutation') && codes.has('SERVICE_UNAVAILABLE')
      const expected = hit ? [isStored ? 'SERVICE_UNAVAILABLE' : code] : []
      expect([...codes], `${query} from call ${call} on`).toEqual(expected)
      expect(answer.payload).not.toMatch(/sesame|relation|P9999|stack/)
      if (!hit) continue
      failed += 1
      const nothing = !data || Object.values(data).every((value) => value === null)
      if (nothing && failure === 'lost') {
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
      }
    }
    expect(failed).toBeGreaterThan(0)
  })
})

describe('Z7 the log', () => {
  it('it contains the defects, but no key, password or hash', () => {
    const text = failing.lines.join('')
    expect(text).toContain('sesame')
    for (const { key } of [scene.ed, scene.stan]) expect(text.includes(key)).toBe(false)
    expect(text).not.toMatch(/\b[0-9a-f]{40,}\b/)
    for (const secret of [password, operatorKey, '$argon2']) {
      expect(text.includes(secret), 'a secret is logged').toBe(false)
    }
  })
})
