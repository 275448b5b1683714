/** What the tests of versions share (B1): versions as GraphQL shows them, and what is to change. */
import { expect } from 'vitest'
import { as } from '../client.ts'
import { insertDocument } from '../documents.ts'
import { db, type Person } from '../world.ts'
import { type EmailScene, scene } from './emails.ts'
import { expense, kindsWithEmails } from './kinds.ts'
import { create } from './restored.ts'

/** The data of an operation, which must succeed. */
export async function data<Data>(person: Person, query: string): Promise<Data> {
  const { data, errors } = await as(person).graphql(query)
  expect(errors, query).toEqual([])
  return data as Data
}

/** The version of a trip, as the person sees it. */
export async function versionOf(person: Person, { id }: { id: number }): Promise<number> {
  const query = `{ trip(id: ${id}) { version } }`
  return (await data<{ trip: { version: number } }>(person, query)).trip.version
}

/** The version of a person's account. */
export async function accountVersion(person: Person): Promise<number> {
  return (await data<{ me: { version: number } }>(person, '{ me { version } }')).me.version
}

export interface Versioned {
  id: number
  version: number
  tripId?: number | null
}
type List = { results: Versioned[] }
const results = '{ results { id version tripId } }'

/** All that a person sees of a trip that has a version, by kind. */
export async function seenIn(person: Person, { id }: { id: number }) {
  const lists = [...kindsWithEmails, expense].map(({ many }) => `${many} ${results}`)
  const { trip, documents, emails } = await data<{
    trip: { version: number; guests: Versioned[] } & Record<string, List>
    documents: List
    emails: List
  }>(
    person,
    `{ trip(id: ${id}) { version ${lists.join(' ')} collaborators ${results}
        guests { id version tripId } }
      documents(tripId: ${id}) ${results} emails(tripId: ${id}) ${results} }`,
  )
  const { version, guests, ...pages } = trip
  const all = Object.entries({ ...pages, documents, emails } as Record<string, List>)
  const objects = all.flatMap(([kind, { results }]) => results.map((one) => ({ kind, ...one })))
  return { version, guests, objects }
}

/** A trip with an item, an email and a document of each kind, and an expense. */
export async function furnished(): Promise<Furnished> {
  const all = await scene()
  const { olga, trip, ids } = all
  const document = await insertDocument(olga, { trip_id: trip.id })
  const carried = await insertDocument(olga, { hosting_id: ids.hosting })
  return {
    ...all,
    ids: { ...ids, expense: await create(olga, trip.id, expense) },
    documents: { trip: document, hosting: carried },
  }
}

export interface Furnished extends Omit<EmailScene, 'ids'> {
  ids: Record<'hosting' | 'activity' | 'transportation' | 'expense', number>
  documents: Record<'trip' | 'hosting', number>
}

/** A change with what it needs. */
export type Act = (world: Furnished) => Promise<unknown>

/** A REST request that must be answered with success. */
export async function sent(answer: ReturnType<ReturnType<typeof as>['get']>) {
  const { status, text } = await answer
  expect([200, 201, 204], text).toContain(status)
}

export interface Departure {
  kind: string
  object_id: number
  entered: number
  changed: number
  version: number
}

/** What has left a trip, or an account, as stored. */
export function departures(place: 'trip' | 'account', { id }: { id: number }) {
  return db.query<Departure>({
    text: `select kind, object_id, entered, changed, version from departure
      where ${place}_id = $1 order by kind, object_id, version`,
    values: [id],
  })
}
