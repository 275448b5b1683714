/**
 * Schemathesis against the service, by the OpenAPI document: some five thousand requests,
 * valid and invalid, with all checks on every answer (schemathesis.toml).
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { as } from '../../client.ts'
import { described } from '../../tools/document.ts'
import { filledIn, type OperationStage, stage } from '../../tools/operation-requests.ts'
import { dataDir, db, type Person, password, secret } from '../../world.ts'
import { program } from './program.ts'

const minute = 60_000
const limits = ['LOGIN_ADDRESS', 'SIGNUP', 'UPLOAD', 'RESET_ADDRESS', 'ALTERNATIVE_EMAIL']
const config = readConfig({
  DATA_DIR: dataDir,
  // All requests are from one address: the limits have tests of their own (test/tools/limits).
  ...Object.fromEntries(limits.map((name) => [`LIMIT_${name}`, '1000000'])),
})
const log = pino({ level: 'silent' })
const app = await buildApp({ config, db, log, operatorKey: 'none', secret })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await app.close()
  // Its failed logins count for the address of every other test of this worker.
  await db.query({ text: 'delete from attempt' })
})

/** TOML that fills the placeholders of a path with the IDs of the world, most of the time. */
function idsOf(world: OperationStage): string {
  return (
    described
      // A deleted object would be missing later: for DELETE the IDs are generated.
      .filter(({ method, path }) => method !== 'DELETE' && path.includes('{'))
      .map(({ method, path }) => {
        const values = filledIn(path, world).split('/')
        const bound = path.split('/').flatMap((word, at) => {
          const [, name] = /^\{(\w+)\}$/.exec(word) ?? []
          return name ? [`"path.${name}" = "${values[at]}"`] : []
        })
        const lines = ['[[operations]]', `include-name = "${method} ${path}"`]
        return [...lines, '[operations.parameters]', ...bound].join('\n')
      })
      .join('\n\n')
  )
}

const header = ({ key }: Pick<Person, 'key'>) => `Authorization = "Token ${key}"`

/** The configuration: the checked-in one, with the values of this run. */
async function configured(world: OperationStage): Promise<string> {
  const { json } = await as(world.olga).post('/auth/login', { email: world.olga.email, password })
  const base = await readFile(new URL('schemathesis.toml', import.meta.url), 'utf8')
  return [
    base,
    `[headers]\n${header(world.olga)}`,
    // A key of its own, because it is revoked.
    `[[operations]]\ninclude-path = "/auth/logout"\n[operations.headers]\n${header(json)}`,
    idsOf(world),
  ].join('\n\n')
}

test('H1 the service passes the checks of Schemathesis', { timeout: 8 * minute }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'trips-schemathesis-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const file = join(directory, 'schemathesis.toml')
  await writeFile(file, await configured(await stage()))
  const words = ['--config-file', file, 'run', `${address}/openapi.json`]
  const hooks = new URL('hooks.py', import.meta.url).pathname
  const { code, output } = await run(words, { cwd: directory, SCHEMATHESIS_HOOKS: hooks })
  expect(code, output).toBe(0)
  const [, generated = '0'] = /([\d,]+) generated/.exec(output) ?? []
  expect(Number(generated.replaceAll(',', '')), output).toBeGreaterThan(4000)
})

interface Ran {
  code: number | null
  output: string
}

function run(words: string[], { cwd, ...env }: Record<string, string>): Promise<Ran> {
  const child = spawn(program, words, { cwd, env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill())
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
