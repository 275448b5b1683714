/** A cache of urql's Graphcache for this schema (schema/caches.md). */
import { type CacheExchangeOpts, cacheExchange } from '@urql/exchange-graphcache'
import { withForeignId, withoutId } from './keys.ts'

const options: Partial<CacheExchangeOpts> = {
  possibleTypes: { ItineraryItem: ['Activity', 'Hosting', 'Transportation'] },
  keys: Object.fromEntries([...withForeignId, ...withoutId].map((name) => [name, () => null])),
  updates: {
    Mutation: {
      deleteActivity(_result, { tripId }, cache) {
        cache.invalidate({ __typename: 'Trip', id: tripId as number })
      },
    },
  },
}

export const newCache = () => cacheExchange(options)
