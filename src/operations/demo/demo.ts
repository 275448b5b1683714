/**
 * `npm run demo` (test/operations/demo): the service on its embedded database, with invented
 * content. The first start fills an empty data directory; later ones find it. Only the settings
 * DATA_DIR (by default `.data-demo`), HOST, PORT and LOG_LEVEL apply; `.env` is not read, so that a
 * real database, mail server or object store is never used.
 */
import { existsSync, readdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeDirectory } from '../../outside/data-directory.ts'
import { lockDirectory } from '../../outside/database/lock.ts'
import { writeWhole } from '../../outside/files.ts'
import { ProgramFailure } from '../../process/failure.ts'
import { hostInUrl, readConfig } from '../../settings/config.ts'
import { settings } from '../../settings/topics.ts'
import { type Demo, fill } from './filling.ts'

/** Marks a complete demo; contains its people and keys. */
const madeFile = 'demo.json'
const unfinishedFile = 'demo.unfinished'

interface Place {
  dataDir: string
  host: string
  port: number
}

async function main(): Promise<void> {
  const { DATA_DIR = '.data-demo', HOST, PORT, LOG_LEVEL = 'warn' } = process.env
  const config = readConfig({ DATA_DIR, HOST, PORT, LOG_LEVEL })
  const { dataDir, host } = config
  const isNew = await prepare(dataDir)
  const port = config.port || (await freePort(host))
  const base = `http://${hostInUrl(host)}:${port}`
  await startService({ dataDir, host, port }, LOG_LEVEL)
  await untilReady(base)
  const made = join(dataDir, madeFile)
  if (isNew) {
    process.stdout.write('Creating people, trips, documents and emails ...\n')
    const operatorKey = (await readFile(join(dataDir, 'operator.key'), 'utf8')).trim()
    const demo = await fill({ base, operatorKey, today: new Date().toISOString().slice(0, 10) })
    await writeWhole(made, Buffer.from(`${JSON.stringify(demo, null, 2)}\n`))
    await rm(join(dataDir, unfinishedFile))
  }
  process.stdout.write(greeting(base, dataDir, JSON.parse(await readFile(made, 'utf8'))))
}

/**
 * Whether the directory must be filled; throws a ProgramFailure if it contains anything but a demo.
 */
async function prepare(dataDir: string): Promise<boolean> {
  if (existsSync(join(dataDir, madeFile))) return false
  const names = existsSync(dataDir) ? readdirSync(dataDir) : []
  const isCutShort = names.includes(unfinishedFile)
  if (names.length > 0 && !isCutShort) {
    throw new ProgramFailure(
      2,
      `${dataDir} is not empty and was not made by the demo, which does not touch it. ` +
        'Set DATA_DIR to a directory that does not exist.',
    )
  }
  await makeDirectory(dataDir)
  if (isCutShort) await clear(dataDir, names)
  await writeFile(
    join(dataDir, unfinishedFile),
    'The demo in this directory is not complete yet.\n',
  )
  return true
}

/** Removes the remains of an interrupted start. */
async function clear(dataDir: string, names: string[]): Promise<void> {
  const lock = lockDirectory(dataDir, () => {})
  for (const name of names) {
    const isKept = name === unfinishedFile || name.startsWith('database.lock.')
    if (!isKept) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  lock.release()
}

async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Runs the service in this process, with only these settings. */
async function startService({ dataDir, host, port }: Place, level: string): Promise<void> {
  for (const { name } of settings) delete process.env[name]
  const own = { DATA_DIR: dataDir, HOST: host, PORT: `${port}`, LOG_LEVEL: level }
  // Makes the demo independent of programs installed on the machine.
  Object.assign(process.env, own, { KITINERARY_EXTRACTOR: 'off' })
  process.chdir(dataDir)
  await import('../../server.ts')
}

/** If the service cannot start, it ends the process. */
async function untilReady(base: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${base}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await pause(50)
  }
}

function greeting(base: string, dataDir: string, { people, trips }: Demo): string {
  const { ines, tom, vera, pia } = people
  const roles = [
    [ines, 'owns all trips, has Pro'],
    [tom, 'edits two trips'],
    [vera, 'views one trip'],
    [pia, 'is invited to one trip'],
  ] as const
  const header = `-H 'authorization: Token ${ines.key}'`
  const selection = '{ name startsAt collaborators { results { name } } }'
  const query = JSON.stringify({ query: `{ trip(id: ${trips.toCome}) ${selection} }` })
  return [
    '',
    `The demo is ready at ${base}, with its data in ${dataDir}.`,
    'Stop it with Ctrl+C; the same command starts it again.',
    '',
    ...roles.map(
      ([{ name, username }, role]) => `  ${username.padEnd(18)}  ${name.padEnd(11)}  ${role}`,
    ),
    '',
    `Password of all users: ${ines.password}`,
    ...roles.map(([{ username, key }]) => `  ${username.padEnd(18)}  API key ${key}`),
    '',
    `Open ${base} in a browser for the documentation, or try:`,
    '',
    `curl -sS ${base}/v2/trips ${header}`,
    `curl -sS ${base}/v1/automation/emails ${header}`,
    `curl -sS ${base}/graphql ${header} -H 'content-type: application/json' -d '${query}'`,
    '',
  ].join('\n')
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(error instanceof ProgramFailure ? error.exitCode : 1)
})
