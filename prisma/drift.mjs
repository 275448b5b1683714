/**
 * Proves that the migrations, applied to an empty database, yield the tables of schema.prisma and
 * the functions and triggers of functions.sql. Otherwise prints the SQL that leads from the
 * migrations to the schema and the functions that differ, and exits with 1. Ignores partial indexes
 * and checks, which are in the migrations only. The databases are in memory.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { compareFunctions } from './functions.mjs'
import { databaseAt } from './offline/adapter.mjs'
import { openEngine } from './offline/engine.mjs'

const different = 2
const prisma = dirname(fileURLToPath(import.meta.url))
const schema = process.argv[2] ?? join(prisma, 'schema.prisma')
const directory = process.argv[3] ?? join(prisma, 'migrations')
const page = process.argv[4] ?? join(prisma, 'functions.sql')

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

const database = await PGlite.create()
for (const { migrationFile } of migrationDirectories) {
  await database.exec(migrationFile.content.value)
}
const differences = await compareFunctions(database, readFileSync(page, 'utf8'))
if (differences.length > 0) {
  console.error(`${relative('.', page)} and the migrations differ.\n`)
  console.error(differences.join('\n'))
}
// The databases in memory keep it alive.
process.exit(exitCode === different || differences.length > 0 ? 1 : exitCode)
