/** The accounts and trips of a history. */
import { at, type LoadUser, signUp } from '../../operations/scale/client.ts'
import { type OperationRequest, tripNumbers, type UserName, users } from './operation.ts'
import { rowsAt } from './server.ts'
import type { Surroundings } from './surroundings.ts'

type Person = LoadUser & { id: number }

export interface HistoryScene {
  people: Record<UserName, Person>
  /** The ids of the trips, which all are olga's. */
  trips: number[]
  /** The ids of items, by their labels. */
  ids: Map<string, number>
  nameOf(id: number): string
  /** The id of the member whom an operation is about. */
  idOf(asked: OperationRequest): number
}

/**
 * Makes accounts and trips, which only olga is in. The others are her favorites, so that
 * they are members as soon as they are invited.
 */
export async function sceneIn(
  { processes, database }: Surroundings,
  history: number,
): Promise<HistoryScene> {
  const base = processes[0].url ?? ''
  const made = await Promise.all(
    users.map(async (name) => {
      const person = await signUp(base, `${name}-${history}`)
      const { id } = (await at(base, person).get('/v1/me')).json
      return [name, { ...person, id }] as const
    }),
  )
  const people = Object.fromEntries(made) as Record<UserName, Person>
  for (const friend of [people.ed, people.vera]) {
    const text =
      'insert into favorite (user_id, email, favorite_user_id, pending) values ($1, $2, $3, false)'
    await rowsAt(database, text, [people.olga.id, friend.email, friend.id])
  }
  const trips: number[] = []
  for (const number of tripNumbers) {
    const body = { name: `trip ${number}`, timezone: 'UTC' }
    trips.push((await at(base, people.olga).post('/v1/trips', body)).json.id)
  }
  return {
    people,
    trips,
    ids: new Map(),
    nameOf: (id) => users.find((name) => people[name].id === id) ?? `user ${id}`,
    idOf: ({ target = 'ed' }) => people[target].id,
  }
}
