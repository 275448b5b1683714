/** A cache of Apollo Client for this schema (schema/caches.md). */
import { type ApolloCache, InMemoryCache } from '@apollo/client'
import { withForeignId, withoutId } from './keys.ts'

const policy = (names: readonly string[], value: object) =>
  Object.fromEntries(names.map((name) => [name, value]))

export const newCache = () =>
  new InMemoryCache({
    possibleTypes: { ItineraryItem: ['Activity', 'Hosting', 'Transportation'] },
    typePolicies: {
      ...policy(withForeignId, { keyFields: false }),
      // What two operations select of the same page, or of the same permissions, is joined.
      ...policy(withoutId, { merge: true }),
    },
  })

interface ObjectKey {
  __typename: string
  id?: number
}

/** Forgets an object, and the fields that list it: those of `Trip`, or of `Query`. */
export function forget(
  cache: ApolloCache,
  object: ObjectKey,
  holder: ObjectKey,
  fields: readonly string[],
): void {
  const id = cache.identify({ ...holder })
  for (const fieldName of fields) cache.evict({ id: id as string, fieldName })
  cache.evict({ id: cache.identify({ ...object }) as string })
  cache.gc()
}
