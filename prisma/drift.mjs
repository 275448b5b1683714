/**
 * Proves that the migrations, run on an empty database, give what schema.prisma says. Otherwise it
 * prints the SQL that leads from the migrations to the schema, and exits with 1. What a Prisma
 * schema cannot say (partial indexes, checks, triggers) does not count. The database is in memory.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { databaseAt } from './offline/adapter.mjs'
import { openEngine } from './offline/engine.mjs'

const different = 2
const prisma = dirname(fileURLToPath(import.meta.url))
const schema = process.argv[2] ?? join(prisma, 'schema.prisma')
const directory = process.argv[3] ?? join(prisma, 'migrations')

const files = [{ path: schema, content: readFileSync(schema, 'utf8') }]
const migrationDirectories = readdirSync(directory, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
  .map((path) => ({
    path,
    migrationFile: {
      path: 'migration.sql',
      content: { tag: 'ok', value: readFileSync(join(directory, path, 'migration.sql'), 'utf8') },
    },
  }))
const lockfile = {
  path: 'migration_lock.toml',
  content: readFileSync(join(directory, 'migration_lock.toml'), 'utf8'),
}
const engine = await openEngine(
  databaseAt(undefined),
  files.map(({ path, content }) => [path, content]),
)
const { exitCode, stdout } = await engine.diff({
  from: {
    tag: 'migrations',
    baseDir: directory,
    lockfile,
    shadowDbInitScript: '',
    migrationDirectories,
  },
  to: { tag: 'schemaDatamodel', files },
  script: true,
  exitCode: true,
  shadowDatabaseUrl: null,
  filters: { externalTables: [], externalEnums: [] },
})
if (exitCode === different) {
  console.error(
    `${relative('.', schema)} and the migrations differ. SQL that is missing from the migrations:\n`,
  )
  console.error(stdout)
}
process.exit(exitCode === different ? 1 : exitCode) // the databases in memory keep it alive
