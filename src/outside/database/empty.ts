/**
 * The files of an empty database with these migrations applied, as one archive. `npm run client`
 * makes it (src/tools/build/empty-database.ts), since making them in its own process costs a first
 * start seconds and 800 MB.
 */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { root } from '../../base/root.ts'
import { readMigrations } from './migrate.ts'

/** Where the migrations of this program lie. */
export const migrationsFolder = fileURLToPath(new URL('prisma/migrations', root))

/** Where the archives lie. */
export const archives = new URL('src/generated/database/', root)

/** The place of the archive; it is named after its migrations, so that it is never of others. */
export async function emptyDatabase(): Promise<URL> {
  const checksums = (await readMigrations(migrationsFolder)).map(({ checksum }) => checksum)
  const key = createHash('sha256').update(checksums.join()).digest('hex').slice(0, 16)
  return new URL(`${key}.tgz`, archives)
}
