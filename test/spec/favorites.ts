/**
 * How tests request favorites: only GraphQL does, but REST lists them
 * (test/spec/17-favorites).
 */
import { anonymous, as, type GraphQLAnswer } from '../client.ts'
import { db, operatorKey, type Person } from '../world.ts'

export interface Favorite {
  id: number
  favoriteUser: { id: number | null; name: string; email: string; photoUrl: string | null }
  automaticSuggestOnNewTrips: boolean
  pending: boolean
  createdAt: string
  updatedAt: string
}

export interface FavoriteRequest {
  id: number
  inviter: { id: number; name: string; email: string; photoUrl: string | null }
}

const shape = `{ id favoriteUser { id name email photoUrl } automaticSuggestOnNewTrips pending
  createdAt updatedAt }`
const documents = {
  requestFavorite: `mutation ($email: String!) { requestFavorite(email: $email) ${shape} }`,
  confirmFavorite: `mutation ($id: Int!) { confirmFavorite(id: $id) ${shape} }`,
  removeFavorite: 'mutation ($id: Int!) { removeFavorite(id: $id) }',
  favorites: `{ favorites(first: 100) { count results ${shape} } }`,
  favoriteRequests: `{ favoriteRequests(first: 100) { count results { id createdAt
    inviter { id name email photoUrl } } } }`,
}
const setFavorite = `mutation ($email: String!, $favorite: String!, $pending: Boolean!) {
  setFavorite(email: $email, favorite: $favorite, pending: $pending) ${shape} }`

type Name = keyof typeof documents

/** The whole answer, for refusals. */
export function send(person: Person, name: Name, variables: object = {}): Promise<GraphQLAnswer> {
  return as(person).graphql(documents[name], variables)
}

/** What the answer holds; throws for a refusal. */
function value<Value>({ data, errors }: GraphQLAnswer, name: string): Value {
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return data?.[name] as Value
}

export async function request(person: Person, email: string): Promise<Favorite> {
  return value(await send(person, 'requestFavorite', { email }), 'requestFavorite')
}

export async function confirm(person: Person, id: number): Promise<Favorite> {
  return value(await send(person, 'confirmFavorite', { id }), 'confirmFavorite')
}

export async function remove(person: Person, id: number): Promise<boolean> {
  return value(await send(person, 'removeFavorite', { id }), 'removeFavorite')
}

export async function favoritesOf(person: Person): Promise<Favorite[]> {
  const { results } = value<{ results: Favorite[] }>(await send(person, 'favorites'), 'favorites')
  return results
}

export async function requestsTo(person: Person): Promise<FavoriteRequest[]> {
  const answer = await send(person, 'favoriteRequests')
  return value<{ results: FavoriteRequest[] }>(answer, 'favoriteRequests').results
}

/** The same for operators; `headers` to try as another caller. */
export function set(
  variables: { email: string; favorite: string; pending: boolean },
  headers = { authorization: `Operator ${operatorKey}` },
): Promise<GraphQLAnswer> {
  return as(anonymous).graphql(setFavorite, variables, headers)
}

/** Rows between two people, whichever way: `[user_id, favorite_user_id, pending]`. */
export async function rowsOf(...people: Person[]): Promise<[number, number | null, boolean][]> {
  const rows = await db.query<{ a: number; b: number | null; pending: boolean }>({
    text: `select user_id as a, favorite_user_id as b, pending from favorite
      where user_id = any ($1::int[]) order by user_id, id`,
    values: [people.map(({ id }) => id)],
  })
  return rows.map(({ a, b, pending }) => [a, b, pending])
}

export const codes = ({ errors }: GraphQLAnswer) => errors.map(({ extensions }) => extensions.code)

/** Makes two people favorites of each other; returns both records. */
export async function befriend(one: Person, other: Person): Promise<[Favorite, Favorite]> {
  const { id } = await request(one, other.email)
  const second = await confirm(other, id)
  const [first] = (await favoritesOf(one)).filter((favorite) => favorite.id === id)
  if (!first) throw new Error('the confirmed favorite is not listed')
  return [first, second]
}
