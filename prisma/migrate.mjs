/**
 * `npm run migrate -- dev --create-only --name add_cruises`, `-- status`, `-- deploy`, `-- diff …`:
 * Prisma's own `migrate` on DATABASE_URL, with an engine that needs no download (offline/). Without
 * DATABASE_URL, it uses an empty database in memory, which is enough to write the next migration.
 * The embedded database of a DATA_DIR migrates when the service starts.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const engine = join(root, 'prisma', 'offline', 'schema-engine.mjs')
const env = {
  ...process.env,
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
}
if (!env.PRISMA_SCHEMA_ENGINE_BINARY) {
  chmodSync(engine, 0o755) // archives lose the bit
  env.PRISMA_SCHEMA_ENGINE_BINARY = engine
}
// A pooler in transaction mode has no session that could hold the lock of migrations.
if (env.DATABASE_DIRECT_URL) env.DATABASE_URL = env.DATABASE_DIRECT_URL
if (!env.DATABASE_URL) {
  env.OFFLINE_DATABASE = 'memory'
  console.error('DATABASE_URL is not set: using an empty in-memory database.')
}

const { status, error } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/prisma/build/index.js'), 'migrate', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env },
)
if (error) throw error
process.exitCode = status ?? 1
