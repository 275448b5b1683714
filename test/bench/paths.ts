/** What is measured, and the targets. */
import { randomUUID } from 'node:crypto'
import type autocannon from 'autocannon'
import { sample } from './data.ts'

/** One request, as the driver sends it and as the check of the answers does. */
export interface Shot {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  body?: string
}

export interface BenchPath {
  name: string
  /** The next request; for a create each is another. */
  shot: () => Shot
  /** The same of a user with few rows, where the number of statements must be the same. */
  small?: () => Shot
  /** What the hand-written server is asked instead, which has no GraphQL. */
  baselineShot?: () => Shot
  status: 200 | 201 | 304
  /** At least this part of the hand-written server's requests per second. */
  target: number
  /** The same of the hand-written server with pipelines, where its reads use them. */
  pipelinedTarget?: number
  /** At least so many times those of the ordinary server; none where there is no such route. */
  prismaTarget?: number
  /** At least this part of the service's own on PostgreSQL, on the embedded database. */
  embeddedTarget: number
  /** SQL statements at most. */
  statements?: number
  /**
   * With the tag of its answer, the service answers 304: at least so many times as often as 200.
   */
  unchangedTarget?: number
}

/** Links in answers are made of it: one host for both servers, or their answers would differ. */
const headers = (key: string) => ({ host: 'bench.example', authorization: `Token ${key}` })
const json = { 'content-type': 'application/json' }

export const get =
  (path: string, key: string = sample.key) =>
  (): Shot => ({
    method: 'GET',
    path,
    headers: headers(key),
  })

/** What a phone sends for a new plan; the identifier is its own, so nothing is a duplicate. */
export function newActivity(n: number): Shot {
  const trip = sample.ownTrips[n % sample.ownTrips.length]
  return {
    method: 'POST',
    path: `/v1/trip/${trip}/activities`,
    headers: { ...headers(sample.key), ...json },
    body: JSON.stringify({
      internal_identifier: randomUUID(),
      activity_type: 'restaurant',
      name: 'Dinner at the port',
      starts_at: '2030-04-19T19:30:00Z',
      ends_at: '2030-04-19T21:30:00+02:00',
      all_day: false,
      description: 'A table by the window.',
      address: 'Cais do Sodré 1, Lisboa',
      longitude: -9.1443,
      latitude: 38.7061,
      timezone: 'Europe/Lisbon',
      notes: 'Ask for the "blue" room.',
      phone: '+351 210 000 000',
      price: 62.4,
      currency: 'EUR',
      sort_order: 3,
    }),
  }
}

/** Renames one activity after the other, so that they seldom wait for the lock of one trip. */
export function renames(of: readonly { id: number; tripId: number }[]): () => Shot {
  let renamed = 0
  return () => {
    const { id, tripId } = of[renamed % of.length] as { id: number; tripId: number }
    renamed += 1
    return {
      method: 'PATCH',
      path: `/v1/trip/${tripId}/activity/${id}`,
      headers: { ...headers(sample.key), ...json },
      body: JSON.stringify({ name: `Dinner ${renamed}` }),
    }
  }
}

let created = 0

export const tripsQuery = `query Trips { trips { count results {
  id internalIdentifier name timezone hidden description startsAt endsAt coverGradient coverImageUrl
  ownerId collaboratorsCount hasDates numberOfDays
  guests { id name email photoUrl joined permissions { isOwner canEdit canAddGuests canSeeExpenses
    canEditExpenses canSeeDocuments canEditDocuments isTravelling receiveNotifications } }
} } }`

/** Its ID in the manifest of trusted documents. */
export const tripsDocument = 'Trips'

export const graphql = (key: string, body: object) => (): Shot => ({
  method: 'POST',
  path: '/graphql',
  headers: { ...headers(key), ...json },
  body: JSON.stringify(body),
})
const byText = { query: tripsQuery }
const byId = { documentId: tripsDocument }

const activitiesOf = (trip: number) => `/v2/trip/${trip}/activities`
const tripsSince = (moment: string) => `/v2/trips?updatedSince=${moment}`

export const paths: BenchPath[] = [
  {
    name: 'GET /v2/trips',
    shot: get('/v2/trips'),
    small: get('/v2/trips', sample.smallKey),
    status: 200,
    target: 0.85,
    pipelinedTarget: 0.75,
    prismaTarget: 3.5,
    embeddedTarget: 0.45,
    statements: 6,
    unchangedTarget: 3,
  },
  {
    name: 'GET /v2/trip/{t}/activities',
    shot: get(activitiesOf(sample.trip)),
    small: get(activitiesOf(sample.smallTrip)),
    status: 200,
    target: 0.9,
    pipelinedTarget: 0.8,
    prismaTarget: 3.5,
    embeddedTarget: 0.45,
    statements: 6,
  },
  {
    name: 'GET /v2/trip/{t}/activity/{id}',
    shot: get(`/v2/trip/${sample.trip}/activity/${sample.activity}`),
    status: 200,
    target: 1.1,
    pipelinedTarget: 0.7,
    prismaTarget: 3.5,
    embeddedTarget: 0.5,
    statements: 4,
  },
  {
    name: 'GET /v2/trips?updatedSince=',
    shot: get(tripsSince(sample.updatedSince)),
    small: get(tripsSince('2025-01-01T00:00:00Z'), sample.smallKey),
    status: 200,
    target: 0.95,
    pipelinedTarget: 0.75,
    prismaTarget: 3.5,
    embeddedTarget: 0.4,
    statements: 6,
  },
  {
    name: 'POST /graphql, the trips list',
    shot: graphql(sample.key, byText),
    small: graphql(sample.smallKey, byText),
    baselineShot: get('/v2/trips'),
    status: 200,
    target: 0.5,
    embeddedTarget: 0.45,
  },
  {
    name: 'POST /graphql, the trips list by id',
    shot: graphql(sample.key, byId),
    small: graphql(sample.smallKey, byId),
    baselineShot: get('/v2/trips'),
    status: 200,
    target: 0.85,
    embeddedTarget: 0.45,
    statements: 6,
  },
  {
    name: 'POST /v1/trip/{t}/activities',
    // Over all trips of the user: on one, all would wait for the lock of its row.
    shot: () => newActivity(created++),
    status: 201,
    target: 0.85,
    prismaTarget: 3.5,
    embeddedTarget: 0.5,
  },
]

/** As autocannon wants it: one request for ever, or for writes a new one each time. */
export function asRequests(path: BenchPath, shot: () => Shot): autocannon.Request[] {
  const first = shot()
  if (path.status !== 201 && first.method !== 'PATCH') return [first]
  return [{ setupRequest: () => shot() }]
}
