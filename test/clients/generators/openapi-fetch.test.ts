/** openapi-fetch, with the types that openapi-typescript makes of the document of a service. */
import { readFile } from 'node:fs/promises'
import createClient from 'openapi-fetch'
import { expect, it } from 'vitest'
import { restTypes } from '../../../src/tools/generate/clients.ts'
import { listeningService } from '../listening.ts'
import type { components, paths } from '../paths.d.ts'
import { environment, story } from './story.ts'

const url = listeningService({ LIMIT_SIGNUP: '1000000' })

it('openapi-typescript generates the checked-in types', async () => {
  const document = (await (await fetch(`${url()}/openapi.json`)).json()) as object
  const file = new URL('../paths.d.ts', import.meta.url)
  expect(await restTypes(document)).toBe(await readFile(file, 'utf8'))
})

/** The names of a list; with `deleted=true` it has tombstones, which have none. */
const names = (page: { results: (object | { name: string })[] } | undefined) =>
  page?.results.flatMap((found) => ('name' in found ? [found.name] : []))

it('openapi-fetch passes the test of all clients', async () => {
  const { TRIPS_URL, TRIPS_USERNAME: username = '', TRIPS_PASSWORD } = environment(url())
  const account = { username, password: TRIPS_PASSWORD ?? '' }
  const strangers = createClient<paths>({ baseUrl: TRIPS_URL ?? '' })
  const { data: user } = await strangers.POST('/v1/signup', { body: account })
  const { error: refused } = await strangers.POST('/v1/signup', { body: account })
  const { data: login } = await strangers.POST('/auth/login', { body: account })
  const headers = { authorization: `Token ${login?.key}` }
  const client = createClient<paths>({ baseUrl: TRIPS_URL ?? '', headers })

  const body = { name: 'Lisbon', internal_identifier: 'lisbon-2031', starts_at: '2031-04-18' }
  const { data: trip } = await client.POST('/v1/trips', { body })
  const { data: duplicate } = await client.POST('/v1/trips', { body })
  const created: components['schemas']['Trip'] | undefined = trip
  const trip_id = created?.id ?? 0

  const list = '/v2/trip/{trip_id}/activities'
  const starts_at = '2031-04-19T10:00:00Z'
  const path = { trip_id }
  const { data: activity } = await client.POST('/v1/trip/{trip_id}/activities', {
    params: { path },
    body: { name: 'Tile museum', starts_at },
  })
  const query = { page: 1, updatedSince: starts_at }
  const { data: later } = await client.GET(list, { params: { path, query } })
  const { data: listed } = await client.GET(list, { params: { path } })
  const trips = await client.GET('/v2/trips', { params: { query: { page: 'last' } } })

  const params = { path: { trip_id, id: activity?.id ?? 0 } }
  const one = '/v1/trip/{trip_id}/activity/{id}'
  const { data: changed } = await client.PATCH(one, { params, body: { name: 'Azulejos' } })
  const { data: second } = await client.POST('/v1/trips', { body: { name: 'Porto' } })
  const porto = second?.id ?? 0
  const moved = await client.PATCH(one, { params, body: { update_trip: porto } })
  const { data: there } = await client.GET(list, { params: { path: { trip_id: porto } } })
  const narrow = { fields: ['name'], 'fields!': ['id'] }
  const fields = await client.GET('/v2/trips', { params: { query: narrow } })

  const ofTrip = { params: { path: { id: trip_id } } }
  await client.DELETE('/v1/trips/{id}', ofTrip)
  const { error: deleted } = await client.GET('/v2/trips/{id}', ofTrip)
  const tombstones = await client.GET('/v2/trips', { params: { query: { deleted: true } } })

  expect({
    'signed up': user?.username === username,
    refused: Object.keys(refused ?? {}),
    trip: [trip?.name, trip?.starts_at],
    duplicate: duplicate ?? null,
    activity: [activity?.name, activity?.starts_at === starts_at],
    later: names(later),
    listed: names(listed),
    trips: names(trips.data),
    changed: [changed?.name, changed?.starts_at === starts_at],
    moved: [moved.response.status, moved.data ?? ''],
    activities: names(there),
    fields: fields.data?.results,
    deleted: deleted?.detail,
    tombstones: tombstones.data?.results.map(({ id }) => id).join() === String(trip_id),
  }).toEqual(story)
})
