/**
 * Generates the Prisma client into src/generated/prisma when it is missing or older than the schema
 * (`npm run client`). Plain JavaScript with nothing but Node, because it runs before all else;
 * silent when there is nothing to do.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const prisma = join(root, 'node_modules', 'prisma')
const client = join(root, 'src', 'generated', 'prisma')
const stamp = join(client, '.stamp')

/** Changes with the schema and with the Prisma that reads it. */
function fingerprint() {
  const { version } = JSON.parse(readFileSync(join(prisma, 'package.json'), 'utf8'))
  const schema = readFileSync(join(root, 'prisma', 'schema.prisma'))
  return createHash('sha256').update(`${version}\n`).update(schema).digest('hex')
}

function isFresh(wanted) {
  if (!existsSync(join(client, 'client.ts')) || !existsSync(stamp)) return false
  return readFileSync(stamp, 'utf8').trim() === wanted
}

function generate() {
  const { status, error } = spawnSync(
    process.execPath,
    [join(prisma, 'build', 'index.js'), 'generate', '--no-hints'],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        // Never run by `generate`, but fetched from the network unless it is named.
        PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY || process.execPath,
        CHECKPOINT_DISABLE: '1',
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
      },
    },
  )
  if (error) throw error
  return status ?? 1
}

const wanted = fingerprint()
if (!isFresh(wanted)) {
  process.exitCode = generate()
  if (process.exitCode === 0) writeFileSync(stamp, `${wanted}\n`)
}
