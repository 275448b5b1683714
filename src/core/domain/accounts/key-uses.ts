/** Records when keys were last used, in batches (B5). */
import type { Log } from '../../../base/log.ts'
import type { Store } from '../../../outside/database/database.ts'
import { startRounds } from '../../../outside/periodic-jobs.ts'
import { noteKeyUses } from './credentials.ts'

/** Maximum number of keys waiting to be written; any others are noted at their next use. */
const maxNoted = 10_000
const oneMinute = 60_000

interface KeyUses {
  /** Notes the use of a key, by its hash, that was last used over an hour ago. */
  note(keyHash: string): void
  /** Stops, after writing what was noted. */
  close(): Promise<void>
}

/**
 * Writes uses once a minute, and on close. A key is noted at most once an hour, so most requests
 * cost nothing.
 */
export function openKeyUses({
  db,
  log,
  clock,
}: {
  db: Pick<Store, 'prisma'>
  log: Pick<Log, 'debug'>
  clock: () => Date
}): KeyUses {
  const noted = new Set<string>()
  async function write(): Promise<void> {
    if (noted.size === 0) return
    const hashes = [...noted]
    noted.clear()
    // A standby is read-only; a use lost here is noted by the next request.
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
