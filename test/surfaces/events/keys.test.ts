import { describe, expect, test } from 'vitest'
import { as } from '../../client.ts'
import { expire, narrowed } from '../../spec/keys.ts'
import { cast, db, trip as newTrip, sha256 } from '../../world.ts'
import { listening, listens, nothing, ofAccount, ofTrips } from './streams.ts'

describe('events: a key for some trips (B5)', () => {
  test('its holder learns of those trips, and of nothing else in the account', async () => {
    const { olga, trip } = await cast()
    const other = await newTrip(olga)
    const { base } = await listening()
    const full = await listens(base, olga)
    const { id: mark } = await newTrip(olga)
    const part = await listens(base, await narrowed(olga, { trips: [trip.id, mark] }), mark)
    const news = async () => {
      const [ofPart, ofFull] = [await part.news(), await full.news()]
      return [{ ...ofFull, trips: ofFull.trips.filter((id) => id !== mark) }, ofPart]
    }
    // The account has a new key.
    await news()
    await as(olga).patch(`/v1/trips/${other.id}`, { name: 'Porto' })
    expect(await news()).toEqual([ofTrips(other.id), nothing])
    await as(olga).patch('/v1/me', { asa_campaign_name: 'x' })
    expect(await news()).toEqual([ofAccount, nothing])
    await as(olga).patch('/v1/me', { language: 'pt' })
    expect(await news()).toEqual([ofAccount, ofAccount])
    await as(olga).patch(`/v1/trips/${trip.id}`, { name: 'Faro' })
    expect(await news()).toEqual([ofTrips(trip.id), ofTrips(trip.id)])
  })
})

describe('the stream of a narrowed key', () => {
  const narrowing = "update api_key set withheld = '{can_edit}' where hash = $1"
  test.each<[string, (key: string) => Promise<unknown>]>([
    ['has expired', expire],
    ['is narrowed further', (key) => db.query({ text: narrowing, values: [sha256(key)] })],
    ['is deleted', (key) => as({ key }).post('/auth/logout/')],
  ])('is closed once the key %s', async (_, act) => {
    const { olga, trip } = await cast()
    const { base } = await listening()
    const key = await narrowed(olga, { trips: [trip.id] })
    const listener = await listens(base, key, trip.id)
    await act(key.key)
    await expect.poll(() => listener.isOpen).toBe(false)
  })
})
