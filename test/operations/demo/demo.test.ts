/** `npm run demo`: a service with content of its own, which touches nothing else. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDirectory, type RunningProcess, run, stop } from '../../process/process.ts'
import { built } from '../../tools/build/built.ts'

const program = built('demo')

/** What is printed once the demo is ready. */
async function greeting({ child, printed, ended }: RunningProcess): Promise<string> {
  while (!/^curl .*graphql/m.test(printed.stdout)) {
    if (child.exitCode !== null) throw new Error((await ended).stderr)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return printed.stdout
}

describe('npm run demo', () => {
  let home: Awaited<ReturnType<typeof emptyDirectory>>
  let text: string
  let running: RunningProcess

  beforeAll(async () => {
    home = await emptyDirectory()
    // Neither the settings nor the database of a real service are used.
    await writeFile(join(home.path, '.env'), 'DATABASE_URL=postgresql://127.0.0.1:1/real\n')
    running = run(home.path, { DATABASE_URL: 'postgresql://127.0.0.1:1/real' }, program)
    text = await greeting(running)
  })

  afterAll(async () => {
    await stop(running)
    await home.remove()
  })

  it('prints three curl commands that work unchanged', async () => {
    const lines = text.split('\n').filter((line) => line.startsWith('curl '))
    const answers = await Promise.all(
      lines.map((line) => promisify(execFile)('sh', ['-c', line]).then(({ stdout }) => stdout)),
    )
    const [trips = '', inbox = '', trip = ''] = answers
    expect(JSON.parse(trips).results.map(({ name }: { name: string }) => name)).toEqual([
      ...['Weekend in Porto', 'Berlin with friends', 'Two weeks in Japan'],
      ...['New York, for work', 'The Azores, one day'],
    ])
    expect(JSON.parse(inbox)).toMatchObject({ count: 2 })
    const { name, collaborators } = JSON.parse(trip).data.trip
    expect([name, collaborators.results.length]).toEqual(['Two weeks in Japan', 3])
  })

  const base = () => /ready at (\S+),/.exec(text)?.[1] ?? ''
  const keyOf = (name: string) => new RegExp(`${name}@\\S+ +API key (\\w+)`).exec(text)?.[1] ?? ''
  async function read(path: string, name = 'ines') {
    const headers = { authorization: `Token ${keyOf(name)}` }
    const answer = await fetch(base() + path, { headers })
    return (await answer.json()) as { count: number; is_premium: boolean; results: object[] }
  }

  it('has people with their roles, who can log in with the printed password', async () => {
    const password = /^Password of all users: (\S+)/m.exec(text)?.[1]
    expect(password, 'as random as a key').toMatch(/^[\w-]{16}$/)
    for (const name of ['ines', 'tom', 'vera', 'pia']) {
      const answer = await fetch(`${base()}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${name}@demo.example`, password }),
      })
      expect(answer.status, name).toBe(200)
    }
    expect(await read('/v1/me')).toMatchObject({ is_premium: true })
    const countOf = async (name: string) => (await read('/v2/trips', name)).count
    expect([await countOf('tom'), await countOf('vera'), await countOf('pia')]).toEqual([2, 1, 0])
  })

  it('has files, categories, favorites, and emails that were filed by the intake', async () => {
    const countOf = async (path: string) => (await read(path)).count
    expect((await read('/v1/categories')).results).toHaveLength(2)
    expect(await read('/v1/guests/favorites')).toMatchObject({ count: 1 })
    expect(await countOf('/v2/trip/2/documents')).toBe(2)
    // Two were attached by hand, and one came with an email.
    expect(await countOf('/v2/trip/3/documents')).toBe(3)
    const { results } = await read('/v2/trip/3/transportations')
    expect(results).toContainEqual(expect.objectContaining({ company: 'Nippon Wings' }))
    expect(await countOf('/v2/trip/3/hostings')).toBe(1)
    expect(await countOf('/v2/trip/3/activities')).toBe(3)
  })

  it('stores its keys for their owner, and reuses everything at the next start', async () => {
    const made = join(home.path, '.data-demo', 'demo.json')
    expect((await stat(made)).mode & 0o777).toBe(0o600)
    await stop(running)
    running = run(home.path, {}, program)
    const again = await greeting(running)
    expect(again).not.toContain('Creating')
    expect(again.replaceAll(/:\d+/g, '')).toContain(keyOf('tom'))
    text = again
    expect(await read('/v2/trips')).toMatchObject({ count: 5 })
  })

  it('starts over if the first start was interrupted', async () => {
    const directory = join(home.path, 'short')
    await mkdir(directory)
    for (const name of ['demo.unfinished', 'operator.key'])
      await writeFile(join(directory, name), '')
    const other = run(home.path, { DATA_DIR: directory }, program)
    await greeting(other)
    await stop(other)
    expect(await readdir(directory)).not.toContain('demo.unfinished')
    await rm(directory, { recursive: true })
  })

  it('never touches a directory that it did not create', async () => {
    const directory = join(home.path, 'mine')
    await mkdir(directory)
    await writeFile(join(directory, 'operator.key'), 'mine')
    const { code, stderr } = await run(home.path, { DATA_DIR: directory }, program).ended
    expect(code).toBe(2)
    expect(stderr).toMatch(/^\S+mine is not empty and was not made by the demo/)
    expect(await readdir(directory)).toEqual(['operator.key'])
    expect(await readFile(join(directory, 'operator.key'), 'utf8')).toBe('mine')
  })
})
