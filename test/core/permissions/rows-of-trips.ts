/** Trips and what is in them (test/spec/03, 06, 11.3, 11.4, 11.5, 12, 17). */
import { allKinds, kindsWithEmails, type TestKind } from '../../spec/kinds.ts'
import { bare, below, literal, type MatrixRow, type PathIds, upper } from './rows.ts'

function itinerary(kind: TestKind): MatrixRow[] {
  const { one, many, least, change } = kind
  const money = one === 'expense'
  const see = { right: money ? 'seeExpenses' : 'access' } as const
  const edit = { right: money ? 'editExpenses' : 'edit' } as const
  const list = `/v1/trip/{t}/${many}`
  const at = `/v1/trip/{t}/${one}/{id}`
  const type = upper(one)
  const ids = { selection: '{ id }', on: type }
  const update: MatrixRow = {
    field: `update${type}(tripId: $t, id: $id, input: ${literal(change)})`,
    status: 200,
    body: () => change,
    names: one,
    ...edit,
    ...ids,
  }
  const create: MatrixRow = {
    rest: `POST ${list}`,
    field: `create${type}(tripId: $t, input: ${literal(least)})`,
    status: 201,
    body: () => least,
    ...edit,
    ...ids,
  }
  const remove: MatrixRow = {
    rest: `DELETE ${at}`,
    field: `delete${type}(tripId: $t, id: $id)`,
    status: 204,
    names: one,
    consumes: true,
    ...edit,
    ...bare,
  }
  return [
    below(list, `{ ${many}(first: 9) { count results { id } } }`, see),
    below(at, `{ ${one}(id: $id) { id } }`, { names: one, ...see }),
    create,
    { rest: `PUT ${at}`, ...update },
    { rest: `PATCH ${at}`, ...update },
    remove,
  ]
}

function sync({ one, many }: TestKind): MatrixRow[] {
  const list = `/v2/trip/{t}/${many}`
  const object = `{ ${one}(id: $id) { id emails { id } } }`
  return [
    below(list, `{ ${many}(first: 9) { results { id owner { email } } } }`),
    below(`${list}?deleted=true`, `{ deleted${upper(many)}(first: 9) { count } }`),
    below(`/v2/trip/{t}/${one}/{id}`, object, { names: one }),
  ]
}

/** A restore by id alone: no trip is named, so the state of the object decides. */
function restored({ one }: TestKind): MatrixRow {
  return {
    field: `restore(kind: ${one.toUpperCase()}, id: $id)`,
    right: one === 'expense' ? 'editExpenses' : 'edit',
    status: 200,
    names: one,
    ...revived,
  }
}

const revived = { ...bare, consumes: true, revives: true, operator: 'BAD_USER_INPUT' } as const

const renamed: MatrixRow = {
  field: 'updateTrip(id: $t, input: {name: "x"})',
  right: 'edit',
  status: 200,
  body: () => ({ name: 'x' }),
  selection: '{ id }',
  on: 'Trip',
}

const roster = '{ collaborators(first: 9) { count results { id email permissions { canEdit } } } }'

/** Only the simplest collaborators, the caller and the owner: the rest is in collaborators.ts. */
const collaborators: MatrixRow[] = [
  below('/v1/trip/{t}/collaborators', roster),
  below('/v1/trip/{t}/collaborator/{u}', roster),
  below('/v1/trip/{t}/collaborator/2147483647', roster),
  {
    rest: 'PATCH /v1/trip/{t}/collaborator/{u}/permissions',
    field: 'setPermissions(tripId: $t, userId: $u, input: {isTravelling: true})',
    right: 'access',
    status: 200,
    body: () => ({ is_travelling: true }),
    ...{ selection: '{ id }', on: 'Collaborator', alone: true },
  },
  {
    rest: 'DELETE /v1/trip/{t}/collaborator/{o}',
    field: 'removeCollaborator(tripId: $t, userId: $o)',
    right: 'removeOwner',
    status: 200,
    ...{ selection: '{ userId }', on: 'Removal', alone: true },
  },
  {
    rest: 'POST /v1/guests/invite',
    field: 'invite(input: {tripId: $t, invitedUserEmail: "$self"})',
    right: 'addGuests',
    status: 200,
    // An invitation of oneself is allowed and changes nothing (test/spec/11.2).
    body: ({ t, self }: PathIds) => ({ trip_id: t, invited_user_email: self }),
    ...{ selection: '{ success }', on: 'Success', alone: true },
  },
]

const answers = { right: 'answer', status: 200, consumes: true } as const
const invitations: MatrixRow[] = [
  { field: 'acceptInvitation(tripId: $t)', selection: '{ id }', on: 'Trip', ...answers },
  { field: 'declineInvitation(tripId: $t)', ...bare, ...answers },
]

/** Every row that names a trip. */
export const tripRows: readonly MatrixRow[] = [
  below('/v2/trips/{t}', '{ id name guests { id } }'),
  below('/v1/trips/{t}', '{ id emails { id } collaboratorsCount }'),
  below('', '{ id viewerCan { edit delete } }'),
  below('', '{ timeline(first: 9) { count results { id owner { email } } } }'),
  { rest: 'PUT /v1/trips/{t}', ...renamed },
  { rest: 'PATCH /v1/trips/{t}', ...renamed },
  {
    rest: 'DELETE /v1/trips/{t}',
    field: 'deleteTrip(id: $t)',
    right: 'own',
    status: 204,
    consumes: true,
    ...bare,
  },
  { field: 'restore(kind: TRIP, id: $t)', right: 'own', status: 200, ...revived },
  ...collaborators,
  ...invitations,
  ...kindsWithEmails.flatMap(sync),
  ...allKinds.flatMap(itinerary),
]

/** Rows that name a child by its id alone. */
export const childRows: readonly MatrixRow[] = allKinds.map(restored)
