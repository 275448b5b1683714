/** A copy of everything that a user may see (schema/changes.md). */
import { type CopyPage, forgottenBy, type Held, keyOf } from './page.ts'

export interface HeldCopy {
  held: Map<string, Held>
  /** Stored together with `held`, in one transaction. */
  position?: string
}

/** Brings a copy up to date. */
export async function update(copy: HeldCopy, ask: (since?: string) => Promise<CopyPage>) {
  for (let hasMore = true; hasMore; ) {
    const page = await ask(copy.position)
    const isForgotten = forgottenBy(page)
    for (const [key, one] of copy.held) if (isForgotten(one)) copy.held.delete(key)
    for (const one of page.changed) copy.held.set(keyOf(one), one)
    copy.position = page.position
    hasMore = page.hasMore
  }
}
