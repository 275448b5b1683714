/** A copy in the cache of Apollo Client (schema/changes.md). */

import type { FieldMergeFunction, Reference } from '@apollo/client'
import { type ApolloClient, type DocumentNode, gql, InMemoryCache } from '@apollo/client'
import { type CopyPage, forgottenBy, type Held } from './page.ts'

type Answer = { changes: CopyPage }
type Kept = Omit<CopyPage, 'changed'> & { changed: readonly Reference[] }

/** Makes `changes.changed` in the cache all that the copy holds. */
const merge: FieldMergeFunction<Kept> = (copy, page, { readField }) => {
  const isForgotten = forgottenBy({ ...page, changed: [] })
  const held = (copy?.changed ?? []).filter((one) => {
    const values = ['__typename', 'id', 'tripId'].map((name) => [name, readField(name, one)])
    return !isForgotten(Object.fromEntries(values) as Held)
  })
  const all = [...held, ...page.changed].map((one) => [one.__ref, one] as const)
  return { ...page, changed: [...new Map(all).values()] }
}

const unkeyed = { keyFields: false } as const
const typePolicies = {
  Query: { fields: { changes: { keyArgs: false, merge } } },
  Collaborator: { keyFields: ['tripId', 'id'] },
  ...{ Destroyed: unkeyed, FavoriteUser: unkeyed, Person: unkeyed },
} as const
const kinds = 'User Trip Collaborator Hosting Activity Transportation Expense Document Email'
const Changed = [...kinds.split(' '), 'Category', 'Favorite']
export const newCache = () => new InMemoryCache({ possibleTypes: { Changed }, typePolicies })

/** Brings the copy up to date; what is no longer held leaves the cache. */
export async function update(client: ApolloClient, query: DocumentNode): Promise<void> {
  const held = client.readQuery<Answer>({ query: gql`{ changes { position } }` })
  const variables = { since: held?.changes.position }
  const options = { query, variables, fetchPolicy: 'network-only' } as const
  const { data } = await client.query<Answer>(options)
  client.cache.gc()
  if (data?.changes.hasMore) await update(client, query)
}
