/** The REST interface through openapi-fetch, with the types that `npm run generate` makes. */
import createClient from 'openapi-fetch'
import { describe, expect, it } from 'vitest'
import { cast } from '../world.ts'
import { listeningService } from './listening.ts'
import type { paths } from './paths.d.ts'

const url = listeningService()

const clientOf = (key: string) =>
  createClient<paths>({ baseUrl: url(), headers: { authorization: `Token ${key}` } })

describe('typed clients: REST with openapi-fetch', () => {
  it('creates a trip and an activity, and lists both', async () => {
    const { olga } = await cast()
    const trips = clientOf(olga.key)
    const { data: trip } = await trips.POST('/v1/trips', { body: { name: 'Lisbon' } })
    const trip_id = trip?.id ?? 0
    await trips.POST('/v1/trip/{trip_id}/activities', {
      params: { path: { trip_id } },
      body: { name: 'Museum of Tiles', starts_at: '2031-04-19T10:00:00Z' },
    })
    const { data: activities } = await trips.GET('/v2/trip/{trip_id}/activities', {
      params: { path: { trip_id }, query: { page: 1 } },
    })
    // With `deleted=true` the same list has tombstones, which have no name.
    const names = activities?.results.flatMap((found) => ('name' in found ? found.name : []))
    expect(names).toEqual(['Museum of Tiles'])
    const { data: listed } = await trips.GET('/v2/trips')
    expect(listed?.results.map(({ id }) => id)).toContain(trip_id)
  })

  it('has types for errors as well as results', async () => {
    const { stan, trip } = await cast()
    const { data, error, response } = await clientOf(stan.key).GET('/v2/trips/{id}', {
      params: { path: { id: trip.id } },
    })
    expect(response.status).toBe(404)
    expect(data).toBeUndefined()
    expect(error?.detail).toBe('Not found.')
  })
})
