/**
 * The routes of the matrix and the GraphQL fields behind them, with the right each needs (contract
 * 18), as data. Written from the contract; nothing of the code is imported.
 */
import { allKinds, type Kind, placedKinds } from '../spec/kinds.ts'
import { fresh } from '../spec/persons.ts'

export type Right =
  | 'anybody'
  | 'user'
  | 'operator'
  | 'access'
  | 'edit'
  | 'own'
  | 'seeExpenses'
  | 'editExpenses'

type Body = Record<string, unknown>

export interface Row {
  /** `METHOD /path/{t}/{id}`; some fields of GraphQL have no route. */
  rest?: string
  right: Right
  /** The status of success. */
  status: number
  body?: () => Body
  /** The root field behind it, with `$t` and `$id`. */
  field: string
  /** What is read of it, and on which type. */
  selection: string
  on: string
  /** Whose child `{id}` is. */
  kind?: Kind
  /** The field is not null: a refusal takes the whole answer with it. */
  alone?: true
  /** The code in place of success, where the input is made to fail after the right was checked. */
  code?: string
}

type Rest = Partial<Row>

const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase())

/** An object as a literal of GraphQL, its keys in camelCase. */
function literal(input: object): string {
  return JSON.stringify(input).replaceAll(/"(\w+)":/g, (_, key) => `${camel(key)}: `)
}

/** A read below the door of a trip. */
function below(path: string, selection: string, more: Rest = {}): Row {
  const rest = path && { rest: `GET ${path}` }
  return { ...rest, status: 200, field: 'trip(id: $t)', selection, on: 'Trip', ...reads, ...more }
}

const reads = { right: 'access' } as const

function itinerary(kind: Kind): Row[] {
  const { one, many, least, change } = kind
  const money = one === 'expense'
  const see = { right: money ? 'seeExpenses' : 'access' } as const
  const edit = { right: money ? 'editExpenses' : 'edit' } as const
  const list = `/v1/trip/{t}/${many}`
  const at = `/v1/trip/{t}/${one}/{id}`
  const type = upper(one)
  const ids = { selection: '{ id }', on: type }
  const update: Row = {
    field: `update${type}(tripId: $t, id: $id, input: ${literal(change)})`,
    status: 200,
    body: () => change,
    kind,
    ...edit,
    ...ids,
  }
  const create: Row = {
    rest: `POST ${list}`,
    field: `create${type}(tripId: $t, input: ${literal(least)})`,
    status: 201,
    body: () => least,
    ...edit,
    ...ids,
  }
  const remove: Row = {
    rest: `DELETE ${at}`,
    field: `delete${type}(tripId: $t, id: $id)`,
    status: 204,
    kind,
    ...edit,
    ...{ selection: '', on: '', alone: true },
  }
  return [
    below(list, `{ ${many}(first: 9) { count results { id } } }`, see),
    below(at, `{ ${one}(id: $id) { id } }`, { kind, ...see }),
    create,
    { rest: `PUT ${at}`, ...update },
    { rest: `PATCH ${at}`, ...update },
    remove,
  ]
}

function sync(kind: Kind): Row[] {
  const { one, many } = kind
  const list = `/v2/trip/{t}/${many}`
  return [
    below(list, `{ ${many}(first: 9) { results { id owner { email } } } }`),
    below(`${list}?deleted=true`, `{ deleted${upper(many)}(first: 9) { count } }`),
    below(`/v2/trip/{t}/${one}/{id}`, `{ ${one}(id: $id) { id emails { id } } }`, { kind }),
  ]
}

const renamed: Row = {
  field: 'updateTrip(id: $t, input: {name: "x"})',
  right: 'edit',
  status: 200,
  body: () => ({ name: 'x' }),
  selection: '{ id }',
  on: 'Trip',
}

/** Every row that names a trip. */
export const tripRows: readonly Row[] = [
  below('/v2/trips/{t}', '{ id name guests { id } }'),
  below('/v1/trips/{t}', '{ id emails { id } collaboratorsCount }'),
  below('', '{ id }'),
  below('', '{ collaborators(first: 9) { count results { id email } } }'),
  { rest: 'PUT /v1/trips/{t}', ...renamed },
  { rest: 'PATCH /v1/trips/{t}', ...renamed },
  {
    rest: 'DELETE /v1/trips/{t}',
    field: 'deleteTrip(id: $t)',
    right: 'own',
    status: 204,
    ...{ selection: '', on: '', alone: true },
  },
  ...placedKinds.flatMap(sync),
  ...allKinds.flatMap(itinerary),
]

/** A row about the caller, or about nobody; `sent` is the body in snake_case. */
function own(
  right: Right,
  rest: string,
  name: string,
  of: string,
  sent?: Body,
  more: Rest = {},
): Row {
  const [on = '', ...selection] = of.split(' ')
  return {
    ...(rest && { rest }),
    right,
    status: 200,
    field: sent ? `${name}(input: ${literal(sent)})` : name,
    selection: `{ ${selection.join(' ')} }`,
    on,
    alone: true,
    ...(sent && { body: () => JSON.parse(filled(JSON.stringify(sent))) }),
    ...more,
  }
}

/** `$fresh` in a body or a field is a name nobody has yet. */
export function filled(text: string): string {
  return text.replaceAll('$fresh', () => fresh('mia'))
}

const refused = { status: 400, code: 'BAD_USER_INPUT' }
const guess = { username: '$fresh', password: 'correct horse 9' }
const differ = { new_password1: 'one horse 8', new_password2: 'two horses 9' }
const newcomer = { username: '$fresh', email: '$fresh@mail.example', password: 'correct horse 9' }
const trips = 'TripPage count results { id }'

/** Every other row. Logging out comes last: it ends the key. */
export const ownRows: readonly Row[] = [
  own('user', 'GET /v2/trips', 'trips(first: 9)', trips),
  own('user', 'GET /v1/trips', 'trips(first: 9)', trips),
  own('user', 'GET /v2/trips?deleted=true', 'deletedTrips', 'TombstonePage count'),
  own('user', 'POST /v1/trips', 'createTrip', 'Trip id', { name: 'x' }, { status: 201 }),
  own('user', 'GET /v1/me', 'me', 'User id email'),
  own('user', 'PUT /v1/me', 'updateMe', 'User id', { language: 'pt' }),
  own('user', 'PATCH /v1/me', 'updateMe', 'User id', { language: 'pt' }),
  own('user', 'GET /auth/user', 'me', 'User username'),
  own('user', 'PATCH /auth/user', 'updateAuthUser', 'User id', { first_name: 'x' }),
  own('user', 'PUT /auth/user', 'replaceAuthUser', 'User id', { username: 'a b' }, refused),
  own('user', 'POST /auth/password/change', 'changePassword', 'Notice detail', differ, refused),
  own('anybody', 'POST /v1/signup', 'signUp', 'User id', newcomer, { status: 201 }),
  own('anybody', 'POST /auth', 'createApiKey', 'ApiKey key', guess, refused),
  own('anybody', 'POST /v1/auth', 'createApiKey', 'ApiKey key', guess, refused),
  own('anybody', 'POST /auth/login', 'logIn', 'ApiKey key', guess, refused),
  own('anybody', 'POST /auth/password/reset', 'requestPasswordReset', 'Notice detail', {
    email: '$fresh@mail.example',
  }),
  own(
    'anybody',
    'POST /auth/password/reset/confirm',
    'confirmPasswordReset',
    'Notice detail',
    { uid: '-', token: 'x', ...differ },
    refused,
  ),
  own('operator', '', 'outbox(first: 1)', 'OutgoingMail state'),
  own('operator', '', 'setPremium(email: "$known", isPremium: true)', 'PremiumState isPremium'),
  own('user', 'POST /auth/logout', 'logOut', 'Notice detail'),
]
