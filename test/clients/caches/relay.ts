/** The keys of Relay's store for this schema, and what a mutation forgets (schema/caches.md). */
import { withForeignId, withoutId } from './keys.ts'

const unkeyed: ReadonlySet<string> = new Set([...withForeignId, ...withoutId])

/** An option of the environment: IDs of different types would be taken for the same object. */
export const getDataID = (value: { id?: number }, type: string): string | undefined =>
  unkeyed.has(type) || value.id === undefined ? undefined : `${type}:${value.id}`

interface Store {
  get(key: string): { invalidateRecord(): void } | null | undefined
}

/** An updater for what deletes, restores or moves items of a trip, which is asked for again. */
export const forgetTrip = (tripId: number) => (store: Store) =>
  store.get(`Trip:${tripId}`)?.invalidateRecord()
