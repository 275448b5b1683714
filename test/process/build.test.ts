/** The built program: when it is built again, what it needs, and what runs it. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { fingerprint, isFresh, recordOf } from '../../src/build/sources.mjs'
import { reasons } from '../../src/mail/reasons.ts'
import { built, repository } from './built.ts'
import { listening, run, stop } from './process.ts'

function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'trips-build-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** The same files, with these packages and no others. */
function copyOf(folders: string[], packages: string[]): string {
  const root = temporaryDirectory()
  for (const folder of [...folders, 'package.json']) {
    cpSync(join(repository, folder), join(root, folder), { recursive: true })
  }
  for (const name of packages) {
    mkdirSync(dirname(join(root, 'node_modules', name)), { recursive: true })
    symlinkSync(join(repository, 'node_modules', name), join(root, 'node_modules', name))
  }
  return root
}

describe('a build', () => {
  let root: string
  beforeEach(() => {
    root = temporaryDirectory()
    write(root, 'src/a.ts', 'a')
    write(root, 'src/b/b.ts', 'b')
    write(root, 'src/README.md', 'notes')
    write(root, 'rest-facade/operations/trip.graphql', 'query')
    write(root, 'schema/trip.graphql', 'type')
    write(root, 'prisma/migrations/1_first/migration.sql', 'select 1')
    write(root, 'prisma/schema.prisma', 'model')
    mkdirSync(join(root, 'dist'))
    writeFileSync(recordOf(root), JSON.stringify({ fingerprint: fingerprint(root), code: [] }))
  })

  it('is fresh, also when files were only touched, or notes and made files changed', () => {
    expect(isFresh(root)).toBe(true)
    utimesSync(join(root, 'src/a.ts'), new Date(), new Date())
    write(root, 'src/README.md', 'other notes')
    write(root, 'src/generated/prisma/client.ts', 'made')
    expect(isFresh(root)).toBe(true)
  })

  it.each([
    'src/b/b.ts',
    'rest-facade/operations/trip.graphql',
    'schema/trip.graphql',
    'prisma/migrations/1_first/migration.sql',
    'prisma/schema.prisma',
  ])('is stale when %s has changed, and fresh when it is as it was', (path) => {
    const before = readFileSync(join(root, path), 'utf8')
    write(root, path, `${before}.`)
    expect(isFresh(root)).toBe(false)
    write(root, path, before)
    expect(isFresh(root)).toBe(true)
  })

  it.each<[string, (root: string) => void]>([
    ['came', () => write(root, 'schema/new.graphql', '')],
    ['went', () => rmSync(join(root, 'src/a.ts'))],
    ['has another name', () => renameSync(join(root, 'src/a.ts'), join(root, 'src/c.ts'))],
  ])('is stale when a file %s', (_, change) => {
    change(root)
    expect(isFresh(root)).toBe(false)
  })

  it('that was cut short is none', () => {
    writeFileSync(recordOf(root), '{"fingerpr')
    expect(isFresh(root)).toBe(false)
    rmSync(recordOf(root))
    expect(isFresh(root)).toBe(false)
  })

  it('without its sources is fresh', () => {
    rmSync(join(root, 'src'), { recursive: true })
    expect(isFresh(root)).toBe(true)
  })
})

describe('npm run admin', () => {
  const folders = ['src', 'rest-facade', 'schema', 'prisma', 'dist']
  const admin = (root: string) => {
    const script = join(root, 'src/build/run.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'admin', 'help'], {
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  it('builds again what has changed, says so on stderr only, and does so once', () => {
    built('admin')
    const root = copyOf([...folders, 'tsconfig.json'], [])
    symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
    expect(admin(root).stderr).toMatch(/^Usage: /)
    const source = join(root, 'src/admin.ts')
    writeFileSync(source, readFileSync(source, 'utf8').replace('Usage: npm', 'How: npm'))
    const again = admin(root)
    expect(again).toMatchObject({ status: 2, stdout: '' })
    expect(again.stderr).toMatch(/^Building the program from its sources \.\.\.\nHow: npm run /)
    expect(admin(root).stderr).toMatch(/^How: npm run /)
  }, 120_000)

  it('says what to do where it would have to build, and cannot', () => {
    built('admin')
    const root = copyOf(folders, [])
    expect(admin(root).stderr).toMatch(/^Usage: /)
    write(root, 'schema/new.graphql', '')
    const { status, stderr } = admin(root)
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^The program is not built from these sources, .* not installed: run `npm ci`, then /,
    )
  }, 60_000)
})

describe('the built program, with nothing but dist/ and the two packages beside it', () => {
  const bare = () => {
    built('server')
    return copyOf(['dist'], ['@electric-sql/pglite', '@node-rs/argon2'])
  }

  it('finds migrations, SDL, operations, pages and the OpenAPI document', async () => {
    const root = bare()
    expect(existsSync(join(root, 'src'))).toBe(false)
    const server = run(temporaryDirectory(), {}, join(root, 'dist/src/server.js'))
    const url = await listening(server)
    const status = async (path: string) => (await fetch(url + path)).status
    expect(await status('/readyz')).toBe(200)
    expect(await status('/v2/trips')).toBe(401)
    expect(await status('/openapi.json')).toBe(200)
    const page = await fetch(`${url}/invitation/abc`)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }' }),
    })
    expect(await answer.json()).toEqual({ data: { __typename: 'Query' } })
    expect((await stop(server)).code).toBe(0)
  }, 120_000)

  it('runs its threads without a loader', () => {
    const root = bare()
    const script = `
      const { MessageChannel, Worker } = require('node:worker_threads')
      const { once } = require('node:events')
      const { port1: names } = new MessageChannel()
      const answerOf = async (name, question, transfer) => {
        const worker = new Worker('${root}/dist/src/' + name + '.js')
        const [ready] = await once(worker, 'message')
        worker.postMessage(question, transfer)
        const [answer] = await once(worker, 'message')
        await worker.terminate()
        return [ready, answer]
      }
      Promise.all([
        answerOf('parse-worker', '[]'),
        answerOf('prove-worker', { bytes: Buffer.from('From: a@b.example'), names }, [names]),
        answerOf('clean', { html: '<b onclick="x">bold</b>', text: '', images: {} }),
      ]).then((answers) => console.log(JSON.stringify(answers)))`
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual([
      ['ready', { reading: { reservations: [], doubt: reasons.nothingFound } }],
      ['ready', []],
      ['ready', '<b>bold</b>'],
    ])
  }, 60_000)
})
