/**
 * Generates from this folder what is missing or outdated (`npm run client`): the Prisma client in
 * src/generated/prisma, and the archive of an empty embedded database in src/generated/database.
 * Plain JavaScript, because it runs before everything else; silent if there is nothing to do.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const packages = join(root, 'node_modules')
const migrations = join(root, 'prisma', 'migrations')

const client = {
  folder: join(root, 'src', 'generated', 'prisma'),
  by: join(packages, 'prisma'),
  from: [join(root, 'prisma', 'schema.prisma')],
  command: [join(packages, 'prisma', 'build', 'index.js'), 'generate', '--no-hints'],
}
const emptyDatabase = {
  folder: join(root, 'src', 'generated', 'database'),
  by: join(packages, '@electric-sql', 'pglite'),
  from: readdirSync(migrations)
    .sort()
    .map((name) => join(migrations, name, 'migration.sql'))
    .filter((path) => existsSync(path)),
  command: ['--import', 'tsx', join(root, 'src', 'tools', 'build', 'empty-database.ts')],
}

/** Changes with the source files, and with the package that generates from them. */
function fingerprint({ by, from }) {
  const { version } = JSON.parse(readFileSync(join(by, 'package.json'), 'utf8'))
  const hash = createHash('sha256').update(`${version}\n`)
  for (const path of from) hash.update(readFileSync(path))
  return hash.digest('hex')
}

/** Its output goes to stderr: stdout belongs to the command that needed it. */
function run(command) {
  const { status, error } = spawnSync(process.execPath, command, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      // `generate` never runs it, but would download it if it were not set.
      PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY || process.execPath,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

for (const artifact of [client, emptyDatabase]) {
  const stamp = join(artifact.folder, '.stamp')
  const current = fingerprint(artifact)
  const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === current
  if (isFresh) continue
  run(artifact.command)
  writeFileSync(stamp, `${current}\n`)
}
