/**
 * Databases and backups from before 1.0 (test/outside/database/released). `1.0` replaced their 23
 * migrations and creates the same schema, so it counts as applied where all 23 were.
 */
import { sha256 } from '../../base/hashes.ts'

/** A migration as recorded in a database or a backup. */
export interface RecordedMigration {
  name: string
  checksum: string
}

const firstMigration = '1.0'

/** The SHA-256 of the record left by the last version before 1.0. */
const lastBefore = '2bd143dada2c08d1e04926dac11383887d1e59b8b5cf0f264ffac41c4d080275'

export const tooOld =
  'it was made by a version before 1.0, but not by the last of these; ' +
  'start the last version before 1.0 first, then this one'

/**
 * The record as this program would have written it: `recorded` itself since 1.0, only `1.0` for the
 * last version before, null for earlier ones. `known`: the migrations of this program.
 */
export function since1(
  recorded: readonly RecordedMigration[],
  known: readonly RecordedMigration[],
): readonly RecordedMigration[] | null {
  const isFirst = ({ name }: RecordedMigration) => name === firstMigration
  const first = known.find(isFirst)
  if (!first || recorded.length === 0 || recorded.some(isFirst)) return recorded
  const lines = recorded.map(({ name, checksum }) => `${name} ${checksum}`).sort()
  return sha256(lines.join('\n')) === lastBefore ? [first] : null
}
