/**
 * Makes what is made from this folder, where it is missing or old (`npm run client`): the Prisma
 * client in src/generated/prisma, and the archive of an empty embedded database in
 * src/generated/database. Plain JavaScript, because it runs before all else; silent when there is
 * nothing to do.
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

/** Changes with the files it is made from, and with the package that makes it. */
function fingerprint({ by, from }) {
  const { version } = JSON.parse(readFileSync(join(by, 'package.json'), 'utf8'))
  const hash = createHash('sha256').update(`${version}\n`)
  for (const path of from) hash.update(readFileSync(path))
  return hash.digest('hex')
}

/** What it says is not what was asked for, so it goes to stderr. */
function run(command) {
  const { status, error } = spawnSync(process.execPath, command, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      // Never run by `generate`, but fetched from the network unless it is named.
      PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY || process.execPath,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

for (const made of [client, emptyDatabase]) {
  const stamp = join(made.folder, '.stamp')
  const wanted = fingerprint(made)
  const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted
  if (isFresh) continue
  run(made.command)
  writeFileSync(stamp, `${wanted}\n`)
}
