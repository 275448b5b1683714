/** GraphQL with the typed documents that `npm run generate` makes of `documents.graphql`. */
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { cast } from '../world.ts'
import * as documents from './generated/graphql.ts'
import { listeningService } from './listening.ts'

const url = listeningService()

/** A whole client: it sends a document, and its result has the type of that document. */
async function send<Result, Variables>(
  key: string,
  query: documents.TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const answer = await fetch(`${url()}/graphql`, {
    method: 'POST',
    headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: query.toString(), variables }),
  })
  const { data, errors } = (await answer.json()) as { data: Result; errors?: { message: string }[] }
  if (errors) throw new Error(errors.map(({ message }) => message).join(' '))
  return data
}

describe('typed clients: GraphQL with documents of the client preset', () => {
  it('creates a trip and an activity, and reads both', async () => {
    const { olga } = await cast()
    const input = { name: 'Lisbon', timezone: 'Europe/Lisbon' }
    const { createTrip } = await send(olga.key, documents.CreateTripDocument, { input })
    const tripId = createTrip?.id ?? 0
    await send(olga.key, documents.AddActivityDocument, { tripId, input: { name: 'Tile museum' } })
    const { trip } = await send(olga.key, documents.ItineraryDocument, { id: tripId })
    expect(trip?.activities.results.map(({ name }) => name)).toEqual(['Tile museum'])
    expect(trip?.viewerCan.edit).toBe(true)
    const { trips } = await send(olga.key, documents.TripsDocument, {})
    expect(trips.results.map(({ id }) => id)).toContain(tripId)
  })

  it('throws the error of the service for another user’s trip', async () => {
    const { stan, trip } = await cast()
    const asked = send(stan.key, documents.ItineraryDocument, { id: trip.id })
    await expect(asked).rejects.toThrow('Not found.')
  })

  it('has a manifest of its operations, by the hash in each document', async () => {
    const file = new URL('generated/persisted-documents.json', import.meta.url)
    const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
    const typed = Object.entries(documents).flatMap(([name, one]) =>
      /Document$/.test(name) ? [(one as typeof documents.TripsDocument).__meta__?.hash] : [],
    )
    expect(typed.length).toBeGreaterThan(4)
    expect(Object.keys(manifest).sort()).toEqual(typed.sort())
  })
})
