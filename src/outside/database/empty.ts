/**
 * An archive of an empty database with all migrations applied. `npm run client` makes it
 * (src/tools/build/empty-database.ts), because creating the files would cost a first start seconds
 * and 800 MB.
 */
import { fileURLToPath } from 'node:url'
import { sha256 } from '../../base/hashes.ts'
import { root } from '../../base/root.ts'
import { readMigrations } from './migrate.ts'

/** The folder of this program's migrations. */
export const migrationsFolder = fileURLToPath(new URL('prisma/migrations', root))

/** The folder of the archives. */
export const archives = new URL('src/generated/database/', root)

/** The URL of the archive, named by a hash of the migrations so that it always matches them. */
export async function emptyDatabase(): Promise<URL> {
  const checksums = (await readMigrations(migrationsFolder)).map(({ checksum }) => checksum)
  const key = sha256(checksums.join()).slice(0, 16)
  return new URL(`${key}.tgz`, archives)
}
