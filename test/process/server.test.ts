/** The process: how it starts, what it says, how it refuses and how it stops. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { load } from './load.ts'
import { emptyDirectory, listening, type RunningProcess, run, stop } from './process.ts'

let directory: Awaited<ReturnType<typeof emptyDirectory>>
let server: RunningProcess
let url: string

beforeAll(async () => {
  directory = await emptyDirectory()
  // On a busy machine clients may be quiet for a while without being gone.
  server = run(directory.path, { STOP_DELAY: '1500' })
  url = await listening(server)
})

afterAll(async () => {
  server.child.kill('SIGKILL')
  await directory.remove()
})

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

describe('17 The process: a start', () => {
  it('prints where REST, GraphQL and the operator key are, but not the key', async () => {
    const file = join(directory.path, '.data', 'operator.key')
    const key = (await readFile(file, 'utf8')).trim()
    expect(server.printed.stdout).toContain(`REST          ${url}/v1/..., ${url}/v2/...`)
    expect(server.printed.stdout).toContain(`In a browser  ${url}/\n`)
    expect(server.printed.stdout).toContain(`GraphQL       ${url}/graphql`)
    expect(server.printed.stdout).toContain(`Operator key  ${file}`)
    expect(key).toMatch(/^[0-9a-f]{40}$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(server.printed.stdout + server.printed.stderr).not.toContain(key)
  })

  it('answers 200 on /healthz and /readyz', async () => {
    // The database of a busy machine may be late.
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
    for (const path of ['/healthz', '/readyz']) {
      const answer = await fetch(url + path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('C11: refuses a data directory in use with exit code 2 within 2 s, naming the holder', async () => {
    // A busy machine is slow at everything: six times what a start takes that reads the settings
    // only, which is less than two seconds where nothing else runs.
    const { ms: least } = await run(directory.path, { PORT: 'x' }).ended
    const { code, stderr, ms } = await run(directory.path).ended
    expect(code).toBe(2)
    expect(stderr).toContain(String(server.child.pid))
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(ms).toBeLessThan(Math.max(2000, 6 * least))
  })

  it('refuses a port in use with exit code 1, naming the port', async () => {
    const other = await emptyDirectory()
    const { code, stderr } = await run(other.path, { PORT: new URL(url).port }).ended
    expect(code).toBe(1)
    expect(stderr).toBe(
      `Cannot listen on 127.0.0.1:${new URL(url).port}: the port is already in use. ` +
        'Stop the process that uses it, or set another PORT.\n',
    )
    await other.remove()
  })
})

describe('17 The process: a start that needs no database to be refused', () => {
  it('prints all wrong settings and unknown keys of .env, and exits 2', async () => {
    const other = await emptyDirectory()
    await writeFile(join(other.path, '.env'), 'PROT=80\nDATABASE_URL=mysql://root:hunter2@db/x\n')
    const { code, stderr, stdout } = await run(other.path, { LOG_LEVEL: 'loud' }).ended
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr.trim().split('\n')).toEqual([
      'Invalid settings:',
      '  PROT: unknown setting in .env; see .env.example',
      expect.stringMatching(/^ {2}LOG_LEVEL: must be /),
      expect.stringMatching(/^ {2}DATABASE_URL: must be /),
    ])
    expect(stderr).not.toContain('hunter2')
    await other.remove()
  })

  it('exits 2 when .env cannot be read', async () => {
    const other = await emptyDirectory()
    await mkdir(join(other.path, '.env'))
    const { code, stderr } = await run(other.path).ended
    expect(code).toBe(2)
    expect(stderr).toMatch(/^Cannot read \.env: .*\.\n$/)
    await other.remove()
  })

  it('reports in one line that the server of DATABASE_URL is unreachable, and exits 1', async () => {
    const other = await emptyDirectory()
    const settings = { DATABASE_URL: 'postgresql://joe:hunter2@127.0.0.1:1/trips' }
    const { code, stderr } = await run(other.path, settings).ended
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain('127.0.0.1:1')
    expect(stderr).not.toContain('hunter2')
    await other.remove()
  })
})

describe('Z5: the log', () => {
  it('has a line for each request, with its id, and no canary of headers, bodies and queries', async () => {
    const canary = () => `canary${randomBytes(8).toString('hex')}`
    const canaries = { key: canary(), password: canary(), token: canary(), hash: canary() }
    await fetch(`${url}/v1/me?api_key=${canaries.token}`, {
      headers: { authorization: `Token ${canaries.key}`, cookie: `session=${canaries.key}` },
    })
    await post('/v1/auth', { username: 'nobody', password: canaries.password })
    await post('/v1/signup', { username: 'a', password: canaries.password, email: 5 })
    await fetch(`${url}/v1/emails/${canaries.hash}/verify`)
    await post('/graphql', { query: `{ trip(password: "${canaries.password}") { id } }` })
    await fetch(`${url}/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"password": "${canaries.password}"`,
    })
    const lines = server.printed.stdout.split('\n').filter((line) => line.startsWith('{'))
    const entries = lines.map((line) => JSON.parse(line))
    expect(entries).toContainEqual(
      expect.objectContaining({
        method: 'GET',
        path: '/v1/me?api_key=[masked]',
        status: 401,
        ms: expect.any(Number),
        reqId: expect.stringMatching(/^[\w-]{12}$/),
      }),
    )
    const everything = server.printed.stdout + server.printed.stderr
    for (const value of Object.values(canaries)) expect(everything).not.toContain(value)
  })
})

describe('17 The process: stop', () => {
  it('C12: SIGTERM under 50 clients: every accepted write is answered, every answered one stored', async () => {
    // Tried again, it finds the server stopped by the first try.
    if (server.child.exitCode !== null) {
      server = run(directory.path)
      url = await listening(server)
    }
    const name = `joe${randomBytes(4).toString('hex')}`
    const person = { username: name, email: `${name}@mail.example`, password: 'correct horse 9' }
    await post('/v1/signup', person)
    const login = await post('/v1/auth', { username: name, password: person.password })
    const { token } = (await login.json()) as { token: string }
    const headers = { authorization: `Token ${token}` }

    const { outcome, done } = load(url, 50, headers)
    const { acknowledged, refusals, failures } = outcome
    while (acknowledged.size < 300 && failures.length === 0) await pause(50)
    const { code, stderr } = await stop(server)
    await done
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(refusals).toEqual([])
    expect(failures).toEqual([])

    server = run(directory.path)
    url = await listening(server)
    const kept = new Set<number>()
    for (let next: string | null = `${url}/v2/trips`; next; ) {
      const page = await fetch(next, { headers })
      const { results, next: following } = (await page.json()) as {
        results: { id: number }[]
        next: string | null
      }
      for (const { id } of results) kept.add(id)
      next = following
    }
    expect(kept).toEqual(acknowledged)
  })
})
