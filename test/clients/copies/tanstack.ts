/** A copy in a collection of TanStack DB (schema/changes.md). */
import { createCollection, type SyncConfig } from '@tanstack/db'
import { type CopyPage, forgottenBy, type Held, keyOf } from './page.ts'

/** A collection of all kinds, and what brings it up to date. */
export function newCopy(ask: (since?: string) => Promise<CopyPage>) {
  let update = async (): Promise<void> => {}
  const sync: SyncConfig<Held, string>['sync'] = (copy) => {
    const { begin, write, truncate, commit, markReady, metadata } = copy
    update = async () => {
      for (let hasMore = true; hasMore; ) {
        const page = await ask(metadata?.collection.get('position') as string | undefined)
        const isForgotten = forgottenBy(page)
        begin()
        if (page.resetAll) truncate({ markReady: false })
        for (const [key, one] of copy.collection.entries())
          if (!page.resetAll && isForgotten(one)) write({ type: 'delete', key })
        for (const one of page.changed) write({ type: 'update', value: one })
        metadata?.collection.set('position', page.position)
        await commit()
        hasMore = page.hasMore
      }
      markReady()
    }
  }
  const collection = createCollection<Held, string>({
    id: 'copy',
    getKey: keyOf,
    startSync: true,
    sync: { sync, rowUpdateMode: 'full' },
  })
  return { collection, update: () => update() }
}
