/** C3: the process with the embedded database, on a disk that is full. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type SmallDisk, smallDisk } from '../small-disk.ts'
import { built } from '../tools/build/built.ts'
import { listening, type RunningProcess, run, stop } from './process.ts'

const probe = smallDisk(1)
probe?.remove()
if (!probe) console.info('process: no tmpfs can be mounted here, the full disk is left out')

function diskOf(mebibytes: number): SmallDisk {
  const disk = smallDisk(mebibytes)
  if (!disk) throw new Error('no tmpfs can be mounted')
  onTestFinished(() => disk.remove())
  return disk
}

/** Starts the service in the directory; it is gone at the end of the test. */
async function start(directory: string) {
  const running = run(directory, { LOG_LEVEL: 'info' })
  onTestFinished(async () => {
    running.child.kill('SIGKILL')
    await running.ended
  })
  return { running, url: await listening(running) }
}

async function send(url: string, key: string, method: string, path: string, body?: object) {
  const headers = {
    'content-type': 'application/json',
    ...(key && { authorization: `Token ${key}` }),
  }
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) ?? null })
  const text = await answer.text()
  return { status: answer.status, json: text === '' ? null : JSON.parse(text) }
}

const ada = { username: 'ada@mail.example', password: 'correct horse' }
const full = { status: 507, json: { detail: 'Storage is full.' } }

async function kill({ child, ended }: RunningProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

describe.runIf(probe)('C3: a full disk', () => {
  it('reads and logins still work, writes are answered 507, and the service recovers by itself', async () => {
    const disk = diskOf(160)
    let { running, url } = await start(disk.directory)
    let key = ''
    const ask = (method: string, path: string, body?: object) => send(url, key, method, path, body)
    const logIn = async () => {
      const { status, json } = await send(url, '', 'POST', '/auth', ada)
      expect(status).toBe(200)
      return json.token as string
    }
    await ask('POST', '/v1/signup', ada)
    key = await logIn()
    const { json: trip } = await ask('POST', '/v1/trips', { name: 'Lisbon' })
    const activities = `/v1/trip/${trip.id}/activities`
    const add = () => ask('POST', activities, { name: 'Walk', description: 'x'.repeat(19_000) })

    disk.fill()
    let stored = 0
    for (let answer = await add(); answer.status !== 507; answer = await add()) {
      expect(answer.status).toBe(201)
      stored += 1
    }
    const refused = [
      add(),
      ask('PATCH', `/v1/trips/${trip.id}`, { name: 'Porto' }),
      ask('DELETE', `/v1/trips/${trip.id}`),
      ask('POST', `/v1/trip/${trip.id}/expenses`, { title: 'Ticket', price: 2 }),
      ask('PATCH', '/v1/me', { name: 'Ada' }),
      ask('POST', '/v1/categories', { name: 'Tiles' }),
      ask('POST', '/v1/emails/add', { email: 'ada@other.example' }),
      send(url, '', 'POST', '/v1/signup', { ...ada, username: 'bob@mail.example' }),
    ]
    for (const answer of await Promise.all(refused)) expect(answer).toEqual(full)
    const query = 'mutation { updateMe(input: { name: "Ada" }) { id } }'
    const { json: graphql } = await ask('POST', '/graphql', { query })
    expect(graphql.errors[0].extensions.code).toBe('INSUFFICIENT_STORAGE')

    const wrong = await send(url, '', 'POST', '/auth', { ...ada, password: 'another' })
    expect(wrong.status).toBe(400)
    const old = key
    key = await logIn()
    expect((await send(url, old, 'POST', '/auth/logout/')).status).toBe(200)
    expect((await send(url, old, 'GET', '/v1/me')).status).toBe(401)
    const count = async () => (await ask('GET', activities)).json.count
    const reads = ['/v1/me', '/v1/trips', '/v2/trips', activities, '/v1/categories']
    for (const path of reads) expect((await ask('GET', path)).status).toBe(200)
    await expect.poll(async () => (await ask('GET', '/readyz')).status).toBe(200)
    expect(await count()).toBe(stored)

    await kill(running)
    ;({ running, url } = await start(disk.directory))
    expect(await count()).toBe(stored)
    expect(await add()).toEqual(full)
    key = await logIn()

    disk.free()
    await expect.poll(add).toMatchObject({ status: 201 })
    expect(await count()).toBe(stored + 1)
    expect((await stop(running)).code).toBe(0)
    expect(running.printed.stdout).toMatch(/"disk full: .*"free disk space again: /s)
  })

  it('a first start reports it, and gives no other advice; the next one, with space, succeeds', async () => {
    const disk = diskOf(20)
    const { code, stderr } = await run(disk.directory).ended
    expect([code, stderr]).toEqual([
      1,
      'Cannot open the database: the disk is full; free disk space and try again.\n',
    ])
    disk.grow(140)
    const { running } = await start(disk.directory)
    expect((await stop(running)).code).toBe(0)
  })

  it('export and backup report it, and leave nothing', async () => {
    const home = diskOf(160)
    const { running, url } = await start(home.directory)
    await send(url, '', 'POST', '/v1/signup', ada)
    await stop(running)
    const { directory: target, fill } = diskOf(1)
    fill()
    const command = async (...words: string[]) => {
      const child = spawn(process.execPath, [built('admin'), ...words], {
        cwd: home.directory,
        env: { PATH: process.env.PATH },
      })
      let said = ''
      child.stderr.setEncoding('utf8').on('data', (text) => {
        said += text
      })
      const [code] = await once(child, 'close')
      return [code, said]
    }
    const end = 'the disk is full; free disk space and try again.\n'
    const folder = join(target, 'folder')
    expect(await command('backup', folder)).toEqual([1, `No backup was made: ${end}`])
    expect(await command('export', ada.username, folder)).toEqual([
      1,
      `Nothing was exported: ${end}`,
    ])
    expect(await readdir(target)).toEqual(['ballast'])
  })
})
