/** The built program: what builds it again, what it needs, and what runs it. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import { isBuilt, placeOf } from '../../../src/tools/build/sources.mjs'
import { listening, run, stop } from '../../process/process.ts'
import { built, repository } from './built.ts'

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

describe('npm run admin', () => {
  const build = relative(repository, placeOf(repository))
  const folders = ['src', 'rest-facade', 'schema', 'prisma', 'package-lock.json', build]
  const admin = (root: string) => {
    const script = join(root, 'src/tools/build/run.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'admin', 'help'], {
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  const developed = () => {
    built('admin')
    const root = copyOf(folders.concat('tsconfig.json'), [])
    symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
    return root
  }

  it('builds again after a change, once, with messages on stderr only', () => {
    const root = developed()
    expect(admin(root).stderr).toMatch(/^Usage: /)
    const source = join(root, 'src/operations/admin/admin.ts')
    const before = readFileSync(source, 'utf8')
    expect(before).toContain("'Usage:'")
    writeFileSync(source, before.replace("'Usage:'", "'How:'"))
    const again = admin(root)
    expect(again).toMatchObject({ status: 2, stdout: '' })
    expect(again.stderr).toMatch(/^Building the program from its sources \.\.\.\nHow: npm run /)
    expect(admin(root).stderr).toMatch(/^How: npm run /)
  })

  it('keeps earlier builds unchanged, since a running server may load more of them', () => {
    const root = developed()
    const before = readdirSync(placeOf(root), { recursive: true })
    const { place, code } = {
      place: placeOf(root),
      code: join(placeOf(root), 'src/main/server.js'),
    }
    const { ino, mtimeMs } = statSync(code)
    writeFileSync(join(root, 'src/process/signals.ts'), '\n// changed\n', { flag: 'a' })
    expect(admin(root).stderr).toMatch(/^Building /)
    expect(placeOf(root)).not.toBe(place)
    expect(readdirSync(place, { recursive: true })).toEqual(before)
    expect(statSync(code)).toMatchObject({ ino, mtimeMs })
  })

  it('keeps the latest three builds, and nothing of interrupted ones', () => {
    const root = developed()
    const dist = join(root, 'dist')
    rmSync(dist, { recursive: true })
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000)
    const left = { one: 4, two: 3, three: 2, 'cut.1~': 2, 'now.2~': 0 }
    for (const [name, hours] of Object.entries(left)) {
      write(root, `dist/${name}/src/main/server.js`, '')
      utimesSync(join(dist, name), hoursAgo(hours), hoursAgo(hours))
    }
    expect(admin(root).stderr).toMatch(/^Building /)
    const latest = basename(placeOf(root))
    expect(readdirSync(dist).sort()).toEqual([latest, 'now.2~', 'three', 'two'].sort())
  })

  it('runs twice at once after a change, from one complete build', async () => {
    const root = developed()
    writeFileSync(join(root, 'src/process/signals.ts'), '\n// changed\n', { flag: 'a' })
    const start = async () => {
      const script = join(root, 'src/tools/build/run.mjs')
      const child = spawn(process.execPath, [script, 'admin', 'help'])
      const stderr = text(child.stderr)
      const [code] = await once(child, 'close')
      return { code, stderr: await stderr }
    }
    const started = await Promise.all([start(), start()])
    for (const { code, stderr } of started) {
      expect(stderr).toMatch(/^Building .*\nUsage: /)
      expect(code).toBe(2)
    }
    expect(readdirSync(join(root, 'dist')).filter((name) => name.endsWith('~'))).toEqual([])
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends with its build on %s, which leaves nothing',
    async (signal) => {
      const root = developed()
      writeFileSync(join(root, 'src/process/signals.ts'), '\n// changed\n', { flag: 'a' })
      // In the place of the program that builds: one that says its id, and does not end by itself.
      const stub = 'console.error(process.pid); setInterval(() => {}, 1000)'
      writeFileSync(join(root, 'src/tools/build/build.mjs'), stub)
      const child = spawn(process.execPath, [
        join(root, 'src/tools/build/run.mjs'),
        'admin',
        'help',
      ])
      const [said] = await once(child.stderr, 'data')
      const builder = Number(String(said))
      child.kill(signal)
      const [code] = await once(child, 'close')
      expect(code).toBe(128 + constants.signals[signal])
      expect(() => process.kill(builder, 0)).toThrow('ESRCH')
      expect(isBuilt(root)).toBe(false)
    },
  )

  it('says what to do if it must build but cannot', () => {
    built('admin')
    const root = copyOf(folders, [])
    expect(admin(root).stderr).toMatch(/^Usage: /)
    write(root, 'schema/new.graphql', '')
    const { status, stderr } = admin(root)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^The program has not been built .*\. Run `npm ci --include=dev`, then/)
  })
})

describe('the built program, with nothing but dist/ and the packages beside it', () => {
  const bare = () => {
    const place = relative(repository, dirname(dirname(dirname(built('server')))))
    const root = copyOf(
      [place],
      [
        ...['@electric-sql/pglite', '@node-rs/argon2', 'geo-tz'],
        // Pages for developers are made of their files.
        ...['ruru', 'swagger-ui-dist'],
      ],
    )
    return { root, programs: join(root, place, 'src', 'main') }
  }

  it('finds migrations, SDL, operations, pages and the OpenAPI documents', async () => {
    const { root, programs } = bare()
    expect(existsSync(join(root, 'src'))).toBe(false)
    const server = run(temporaryDirectory(), {}, join(programs, 'server.js'))
    const url = await listening(server)
    const status = async (path: string) => (await fetch(url + path)).status
    await expect.poll(() => status('/readyz')).toBe(200)
    expect(await status('/v2/trips')).toBe(401)
    expect(await status('/openapi.json')).toBe(200)
    expect(await status('/openapi-clients.json')).toBe(200)
    const page = await fetch(`${url}/invitation/abc`)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }' }),
    })
    expect(await answer.json()).toEqual({ data: { __typename: 'Query' } })
    expect((await stop(server)).code).toBe(0)
  })

  it('runs its threads without a loader', () => {
    const { programs } = bare()
    const script = `
      const { MessageChannel, Worker } = require('node:worker_threads')
      const { once } = require('node:events')
      const { port1: names } = new MessageChannel()
      const answerOf = async (name, question, transfer) => {
        const worker = new Worker('${programs}/' + name + '.js')
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
      ['ready', { reservations: [], doubt: reasons.nothingFound }],
      ['ready', []],
      ['ready', '<b>bold</b>'],
    ])
  })
})
