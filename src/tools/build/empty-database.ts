/** Creates the archive for src/outside/database/empty.ts; started by prisma/generate.mjs. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { archives, emptyDatabase, migrationsFolder } from '../../outside/database/empty.ts'
import { migrate } from '../../outside/database/migrate.ts'
import { WireStream } from '../../outside/database/wire.ts'
import { writeWhole } from '../../outside/files.ts'

const database = await PGlite.create()
const stream = () => new WireStream(database)
const client = new pg.Client({ user: 'postgres', ssl: false, stream })
await client.connect()
await migrate(client, migrationsFolder, { info() {} })
await client.end()
const dump = await database.dumpDataDir('gzip')
await database.close()

const archive = fileURLToPath(await emptyDatabase())
await mkdir(archives, { recursive: true })
await writeWhole(archive, new Uint8Array(await dump.arrayBuffer()), 0o644)
for (const name of await readdir(archives)) {
  if (name.endsWith('.tgz') && name !== basename(archive))
    await rm(new URL(name, archives), { force: true })
}
