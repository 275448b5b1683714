/** What the tests of `restore` share (test/spec/17-restore). */
import { expect } from 'vitest'
import { anonymous, as, type ClientHeaders } from '../client.ts'
import { type Cast, operatorKey, type Person } from '../world.ts'
import type { TestKind } from './kinds.ts'

export const operator: ClientHeaders = { authorization: `Operator ${operatorKey}` }
export const mutation = `mutation ($kind: RestorableKind!, $id: Int!, $as: String) {
  restore(kind: $kind, id: $id, as: $as)
}`

/** True, or the code of the refusal. */
export async function restore(
  caller: Person | ClientHeaders,
  kind: string,
  id: number,
  more: object = {},
): Promise<unknown> {
  const variables = { kind: kind.toUpperCase(), id, ...more }
  const { data, errors } =
    'key' in caller && typeof caller.key === 'string'
      ? await as(caller as Person).graphql(mutation, variables)
      : await as(anonymous).graphql(mutation, variables, caller as ClientHeaders)
  return data?.restore ?? errors[0]?.extensions.code
}

export async function create(person: Person, tripId: number, { many, least }: TestKind, more = {}) {
  const { status, json } = await as(person).post(`/v1/trip/${tripId}/${many}`, {
    ...least,
    ...more,
  })
  expect(status).toBe(201)
  return json.id
}

export const pathOf = (tripId: number, { one }: TestKind, id: number) =>
  `/v1/trip/${tripId}/${one}/${id}`

export async function deletedChild(person: Person, tripId: number, kind: TestKind, more = {}) {
  const id = await create(person, tripId, kind, more)
  expect((await as(person).delete(pathOf(tripId, kind, id))).status).toBe(204)
  return id
}

export async function deletedTrip({ olga, trip }: Pick<Cast, 'olga' | 'trip'>): Promise<number> {
  expect((await as(olga).delete(`/v1/trips/${trip.id}`)).status).toBe(204)
  return trip.id
}

export const ids = ({ json }: Awaited<ReturnType<ReturnType<typeof as>['get']>>) =>
  json.results.map(({ id }) => id)
