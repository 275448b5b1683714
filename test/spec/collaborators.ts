/** What the tests of collaborators share: the routes of one collaborator, and GraphQL's. */
import { type anonymous, as } from '../client.ts'
import type { Cast, Person } from '../world.ts'
import { exactly } from './answers.ts'
import { permissions } from './shapes.ts'

export type Flags = Record<string, unknown>
export type CollaboratorTarget = { id: number | string }

/** The permissions that a caller must have to grant them, and those that every member may set. */
export const capabilities = permissions.slice(1, 7)
export const choices = permissions.slice(7)

export const nothingSent = exactly(400, {
  non_field_errors: ['At least one permission is required.'],
})
export const onlyOne = exactly(400, {
  non_field_errors: ['Send exactly one of is_travelling, receive_notifications.'],
})

export const collaboratorOf = (trip: CollaboratorTarget, target: CollaboratorTarget) =>
  `/v1/trip/${trip.id}/collaborator/${target.id}`
export const permissionsOf = (trip: CollaboratorTarget, target: CollaboratorTarget) =>
  `${collaboratorOf(trip, target)}/permissions`

export const camel = (key: string) => key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())

/** The permissions of a person as the roster shows them to the owner. */
export async function stored({ olga, trip }: Pick<Cast, 'olga' | 'trip'>, person: Person) {
  const { json } = await as(olga).get(`/v1/trip/${trip.id}/collaborators`)
  return json.results.find(({ id }) => id === person.id)?.permissions
}

/** The change in GraphQL: the collaborator it returns, or the code of the refusal. */
export async function setPermissions(
  caller: Person | typeof anonymous,
  trip: CollaboratorTarget,
  target: CollaboratorTarget,
  flags: Flags,
): Promise<Record<string, unknown>> {
  const input = Object.fromEntries(Object.entries(flags).map(([key, on]) => [camel(key), on]))
  const query = `mutation ($t: Int!, $u: Int!, $input: PermissionsInput!) {
    setPermissions(tripId: $t, userId: $u, input: $input) {
      id name email joined permissions { ${permissions.map(camel).join(' ')} } } }`
  const { data, errors } = await as(caller).graphql(query, { t: trip.id, u: target.id, input })
  const [error] = errors
  if (error) return { code: error.extensions.code, fields: error.extensions.fields }
  return data?.setPermissions as Record<string, unknown>
}

export interface Roster {
  count: number
  results: { id: number; name: string; email: string; photoUrl: string | null; joined: boolean }[]
}

/** The roster as GraphQL returns it. */
export async function graphqlRoster(reader: Person, tripId: number): Promise<Roster> {
  const query = `{ trip(id: ${tripId}) {
    collaborators { count results { id name email photoUrl joined } } } }`
  const { data } = await as(reader).graphql(query)
  return (data as { trip: { collaborators: Roster } }).trip.collaborators
}
