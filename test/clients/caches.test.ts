/** Caches of clients that exist, set as schema/caches.md says, and a service that listens. */
import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { as } from '../client.ts'
import { type Cast, cast, db } from '../world.ts'
import { type CachingClient, clients, type Data } from './caches/clients.ts'
import { isRelayInstalled } from './caches/relay-compiled.ts'
import { listeningService } from './listening.ts'

const url = listeningService()
const documents = await readFile(new URL('caches/documents.graphql', import.meta.url), 'utf8')

/** What a client of olga's has asked the service, by the name of the operation. */
async function clientOf(make: (typeof clients)[string], { olga }: Cast) {
  const asked: string[] = []
  const through: typeof fetch = (input, init) => {
    const { query } = JSON.parse(String(init?.body)) as { query: string }
    asked.push(/(?:query|mutation) caches(\w+?)(?:Query|Mutation)/.exec(query)?.[1] ?? query)
    return fetch(input, init)
  }
  const client = await make({ url: url(), key: olga.key, fetch: through, documents })
  return { client, asked }
}

/** Adds an activity of olga's; its ID. */
async function added({ olga, trip }: Cast, name: string): Promise<number> {
  const { json } = await as(olga).post(`/v1/trip/${trip.id}/activities`, { name })
  return json.id
}

/** A trip of olga's, and an activity in it, with the same ID, which is above all others. */
async function withSameId({ olga }: Cast): Promise<number> {
  const id = 2_000_000_000 + olga.id
  await db.query({
    text: 'insert into trip (id, owner_id, name) overriding system value values ($1, $2, $3)',
    values: [id, olga.id, 'Same'],
  })
  await db.query({
    text: `insert into activity (id, trip_id, owner_id, name) overriding system value
      values ($1, $1, $2, 'Other')`,
    values: [id, olga.id],
  })
  return id
}

const itemsOf = (data: Data, list: 'activities' | 'timeline') => {
  const { count, results } = data.trip[list] as { count: number; results: { name: string }[] }
  return [count, results.map(({ name }) => name)]
}

afterEach(() => vi.restoreAllMocks())

describe.each(Object.entries(clients))('the cache of %s', (name, make) => {
  const relayIsMissing = name === 'Relay' && !isRelayInstalled

  /** A test in which the cache has nothing to complain of. */
  const quietly = (title: string, test: () => Promise<void>) =>
    it.skipIf(relayIsMissing)(title, async () => {
      const log = ['warn', 'error'] as const
      const said = log.map((level) => vi.spyOn(console, level).mockImplementation(() => {}))
      await test()
      expect(said.flatMap(({ mock }) => mock.calls)).toEqual([])
    })

  const listed = async (client: CachingClient, { trip: { id } }: Cast) => {
    const data = await client.query('cachesTripQuery', { id })
    return { activities: itemsOf(data, 'activities'), timeline: itemsOf(data, 'timeline') }
  }

  quietly('shows a change in all lists without asking again', async () => {
    const people = await cast()
    const { client, asked } = await clientOf(make, people)
    const id = await added(people, 'Tile museum')
    const before = [1, ['Tile museum']]
    expect(await listed(client, people)).toEqual({ activities: before, timeline: before })
    const tripId = people.trip.id
    await client.mutate('cachesRenameMutation', { tripId, id, name: 'Maritime museum' })
    const after = [1, ['Maritime museum']]
    expect(await listed(client, people)).toEqual({ activities: after, timeline: after })
    expect(asked).toEqual(['Trip', 'Rename'])
  })

  quietly('forgets what was deleted, and asks for its trip again', async () => {
    const people = await cast()
    const { client, asked } = await clientOf(make, people)
    const id = await added(people, 'Tile museum')
    await added(people, 'Day hike')
    await listed(client, people)
    await client.deleteActivity({ tripId: people.trip.id, id })
    const after = [1, ['Day hike']]
    expect(await listed(client, people)).toEqual({ activities: after, timeline: after })
    expect(asked).toEqual(['Trip', 'Delete', 'Trip'])
  })

  quietly('keeps a trip and an activity with the same ID apart', async () => {
    const people = await cast()
    const { client } = await clientOf(make, people)
    const id = await withSameId(people)
    const answer = await client.query('cachesTripQuery', { id })
    expect(answer.trip).toMatchObject({ id, name: 'Same' })
    expect(itemsOf(answer, 'activities')).toEqual([1, ['Other']])
  })

  quietly('keeps what each trip says of the same person', async () => {
    const people = await cast()
    const { client, asked } = await clientOf(make, people)
    const { olga, ed, trip } = people
    const other = await as(olga).post('/v1/trips', {
      name: 'Porto',
      guest_invites: [{ user_id: ed.id, permissions: { read_only: true } }],
    })
    const rightsOf = async (id: number) => {
      const data = await client.query('cachesRightsQuery', { id })
      const { results } = data.trip.collaborators as {
        results: { id: number; permissions: { canEdit: boolean } }[]
      }
      return results.find((one) => one.id === ed.id)?.permissions.canEdit
    }
    expect([await rightsOf(trip.id), await rightsOf(other.json.id)]).toEqual([true, false])
    expect(await rightsOf(trip.id)).toBe(true)
    // Another operation selects other permissions of the same caller: both are kept.
    await client.query('cachesTripQuery', { id: trip.id })
    await client.query('cachesRightsQuery', { id: trip.id })
    expect(asked).toEqual(['Rights', 'Rights', 'Trip'])
  })

  quietly('keeps pages, and what each operation selects of the same one', async () => {
    const people = await cast()
    await as(people.olga).post('/v1/trips', { name: 'Porto' })
    const { client, asked } = await clientOf(make, people)
    const names: unknown[] = []
    for (const page of [1, 2, 1]) {
      const { trips } = await client.query('cachesTripsQuery', { page })
      names.push((trips as { results: { name: string }[] }).results[0]?.name)
      await client.query('cachesCountQuery', { page })
    }
    expect([names[0], names[1]]).toEqual([names[2], 'Porto'])
    expect(asked).toEqual(['Trips', 'Count', 'Trips', 'Count'])
  })
})
