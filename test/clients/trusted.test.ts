/** The manifest of the client preset in use: a service that runs its documents, by ID, alone. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { cast } from '../world.ts'
import * as documents from './generated/graphql.ts'
import { listeningService } from './listening.ts'

const url = listeningService({
  TRUSTED_DOCUMENTS: fileURLToPath(new URL('generated/persisted-documents.json', import.meta.url)),
  GRAPHQL_ONLY: 'trusted',
})

async function post(key: string, body: object) {
  const answer = await fetch(`${url()}/graphql`, {
    method: 'POST',
    headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data, errors } = (await answer.json()) as {
    data: unknown
    errors?: { message: string; extensions: { code: string } }[]
  }
  return { status: answer.status, data, code: errors?.[0]?.extensions.code }
}

/** A whole client: it sends the ID that a document carries, and never its text. */
async function send<Result, Variables>(
  key: string,
  document: documents.TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const documentId = document.__meta__?.hash
  const { status, data, code } = await post(key, { documentId, variables })
  expect([status, code]).toEqual([200, undefined])
  return data as Result
}

describe('typed clients: trusted documents of the client preset', () => {
  it('all run by the IDs of the preset', async () => {
    const { olga } = await cast()
    const ids = Object.values(documents).map((one) => Object(one).__meta__?.hash)
    expect(ids.filter(Boolean).every((id) => /^sha256:[0-9a-f]{64}$/.test(id))).toBe(true)
    const input = { name: 'Lisbon', timezone: 'Europe/Lisbon' }
    const { createTrip } = await send(olga.key, documents.CreateTripDocument, { input })
    const tripId = createTrip?.id ?? 0
    await send(olga.key, documents.AddActivityDocument, { tripId, input: { name: 'Tile museum' } })
    const { trip } = await send(olga.key, documents.ItineraryDocument, { id: tripId })
    expect(trip?.activities.results.map(({ name }) => name)).toEqual(['Tile museum'])
    const { trips } = await send(olga.key, documents.TripsDocument, {})
    expect(trips.results.map(({ id }) => id)).toContain(tripId)
    const { changes } = await send(olga.key, documents.ChangesDocument, {})
    const names = changes.changed.map((one) => 'name' in one && one.name)
    expect(names).toEqual(expect.arrayContaining(['Lisbon', 'Tile museum']))
  })

  it('are the only ones that run: any text is refused, even theirs', async () => {
    const { olga } = await cast()
    for (const query of [documents.TripsDocument.toString(), '{ trips { count } }']) {
      expect(await post(olga.key, { query })).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    }
  })
})
