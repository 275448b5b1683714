/** Keys with less (B5), made by the API itself. */
import { anonymous, as } from '../client.ts'
import { db, operatorKey, type Person, sha256 } from '../world.ts'

export interface KeyInput {
  name?: string
  readOnly?: boolean
  trips?: number[] | null
  withheld?: string[]
  expiresAt?: string
}

export const keyFacts = `id name createdAt lastUsedAt expiresAt readOnly trips withheld isCurrent`

const document = `mutation ($input: KeyInput!) { createKey(input: $input) {
  key info { ${keyFacts} } } }`

export interface KeyInfo {
  id: number
  name: string
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  readOnly: boolean
  trips: number[] | null
  withheld: string[]
  isCurrent: boolean
}

/** Asks for a key; answers what GraphQL answers. */
export const askForKey = (person: { key: string }, input: KeyInput) =>
  as(person).graphql(document, { input: { name: 'a key', ...input } })

/** A new key of the person's, with what is known of it. */
export async function newKey(
  person: Person,
  input: KeyInput,
): Promise<{ key: string; info: KeyInfo }> {
  const { data, errors } = await askForKey(person, input)
  if (!data) throw new Error(JSON.stringify(errors))
  return data.createKey as { key: string; info: KeyInfo }
}

/** The person, who sends a new key with less. */
export async function narrowed(person: Person, input: KeyInput): Promise<Person> {
  return { ...person, key: (await newKey(person, input)).key }
}

/** Lets a key expire. */
export async function expire(key: string): Promise<void> {
  const text = "update api_key set expires_at = now() - interval '1 second' where hash = $1"
  await db.query({ text, values: [sha256(key)] })
}

/** Asks as an operator; answers what GraphQL answers. */
export const askAsOperator = (text: string, variables: object) =>
  as(anonymous).graphql(text, variables, { authorization: `Operator ${operatorKey}` })

const narrowing = `mutation ($email: String!, $id: Int!, $readOnly: Boolean! = false,
  $trips: [Int!], $withheld: [MemberRight!]! = [], $expiresAt: DateTime) {
  narrowKey(email: $email, id: $id, readOnly: $readOnly, trips: $trips, withheld: $withheld,
    expiresAt: $expiresAt) { ${keyFacts} } }`

/** An operator takes away from a key; answers what GraphQL answers. */
export const narrowKey = (less: { email: string; id: number | undefined } & KeyInput) =>
  askAsOperator(narrowing, less)
