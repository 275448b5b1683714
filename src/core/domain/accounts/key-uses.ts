/** When keys were last used: noted by requests, and written for many at once (B5). */
import type { Store } from '../../../outside/database/database.ts'
import { startRounds } from '../../../outside/rounds.ts'
import { noteKeyUses } from './credentials.ts'

/** Keys that wait to be written, at most; others are noted when they are used again. */
const maxNoted = 10_000
const oneMinute = 60_000

interface KeyUses {
  /** A key, by its hash, that has not been used for an hour is used now. */
  note(keyHash: string): void
  /** Writes what was noted. */
  close(): Promise<void>
}

/**
 * Writes uses once a minute, and when it closes. A key is noted again only an hour after it was
 * written, so most requests cost nothing.
 */
export function openKeyUses({
  db,
  log,
  clock,
}: {
  db: Pick<Store, 'prisma'>
  log: { debug(fields: object, message: string): void }
  clock: () => Date
}): KeyUses {
  const noted = new Set<string>()
  async function write(): Promise<void> {
    if (noted.size === 0) return
    const hashes = [...noted]
    noted.clear()
    // A standby cannot be written to, and a use that is not noted now is noted by the next request.
    await noteKeyUses(db, hashes, clock()).catch((err) => log.debug({ err }, 'key uses not noted'))
  }
  const rounds = startRounds(write, oneMinute)
  return {
    note: (keyHash) => void (noted.size < maxNoted && noted.add(keyHash)),
    async close() {
      await rounds.stop()
      await write()
    },
  }
}
