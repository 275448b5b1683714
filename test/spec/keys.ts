/** Keys with less (B5), made by the API itself. */
import { as } from '../client.ts'
import { db, type Person, sha256 } from '../world.ts'

export interface KeyInput {
  name?: string
  readOnly?: boolean
  trips?: number[] | null
  withheld?: string[]
  expiresAt?: string
}

const document = `mutation ($input: KeyInput!) { createKey(input: $input) {
  key info { id name createdAt lastUsedAt expiresAt readOnly trips withheld isCurrent } } }`

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
