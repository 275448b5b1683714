/**
 * 1.3: an answer that is cut off in the middle is a failure for every client, also behind
 * proxies that use HTTP/1.0, where the end of the connection is the end of the answer.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { stopperOf } from '../../src/process/stop.ts'
import { freePorts } from '../free-ports.ts'
import { installed } from '../installed.ts'
import { insert } from '../sync.ts'
import { cast, db, join as rejoin } from '../world.ts'
import { appWith } from './long-answers.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close()
})

/** A list of about 4 MB; `read` is called before each part of it is read, with its number. */
async function longList(read: (part: number, leave: () => Promise<unknown>) => unknown) {
  const { olga, vera, trip } = await cast()
  const hosting = { trip_id: trip.id, owner_id: olga.id, description: 'x'.repeat(19_000) }
  await insert('hosting', { ...hosting, notes: 'y'.repeat(19_000) }, 100)
  const values = [trip.id, vera.id]
  const text = 'delete from member where trip_id = $1 and user_id = $2'
  const leave = () => db.query({ text, values })
  let parts = 0
  const { app } = await appWith(
    { small: 0, part: 100_000 },
    {
      async before({ text }) {
        if (!text.includes('"listBytes"')) return
        parts += 1
        await read(parts, leave)
      },
    },
  )
  closers.push(
    () => app.close(),
    () => rejoin(trip.id, vera),
  )
  const stop = stopperOf(app, 10, 200)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const path = `/v1/trip/${trip.id}/hostings`
  return { port, path, headers: { host: 'x', authorization: `Token ${vera.key}` }, stop }
}

type Asked = Omit<Awaited<ReturnType<typeof longList>>, 'stop'>

/** How an answer in HTTP/1.0 ends, and how many bytes of it are received. */
function askedIn10({ port, path, headers }: Asked): Promise<{ end: string; bytes: number }> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return new Promise((resolve) => {
    let bytes = 0
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.0\r\n${lines.join('\r\n')}\r\n\r\n`),
    )
    socket.on('data', (data) => {
      bytes += data.length
    })
    socket.once('end', () => resolve({ end: 'sound', bytes }))
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve({ end: `${code}`, bytes }))
  })
}

/** How an answer in HTTP/1.1 ends. */
function askedIn11({ port, path, headers }: Asked): Promise<{ end: string; bytes: number }> {
  return new Promise((resolve) => {
    let bytes = 0
    const asking = request({ port, path, headers, host: '127.0.0.1' }, (response) => {
      response.on('data', (data) => {
        bytes += data.length
      })
      response.once('end', () => resolve({ end: 'sound', bytes }))
      response.once('error', () => resolve({ end: 'broken', bytes }))
    })
    asking.once('error', () => resolve({ end: 'broken', bytes }))
    asking.end()
  })
}

const nginx = (listen: number, port: number) => `
user root; daemon off; error_log stderr; pid nginx.pid; events {}
http {
  access_log off; client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f;
  uwsgi_temp_path u; scgi_temp_path s;
  server { listen 127.0.0.1:${listen}; location / { proxy_pass http://127.0.0.1:${port}; } }
}`

const haproxy = (listen: number, port: number) => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen all
  bind 127.0.0.1:${listen}
  server one 127.0.0.1:${port}
`

/** Each with the smallest configuration that works. */
const proxies = [
  { name: 'nginx', text: nginx, words: (file: string) => ['-p', '.', '-c', file] },
  { name: 'haproxy', text: haproxy, words: (file: string) => ['-db', '-f', file] },
].filter(({ name }) => installed(name))

/** The port of the proxy in front of `port`. */
async function startProxy({ name, text, words }: (typeof proxies)[number], port: number) {
  const { listen } = await freePorts('listen')
  const cwd = mkdtempSync(join(tmpdir(), 'trips-proxy-'))
  const file = join(cwd, 'proxy.conf')
  writeFileSync(file, text(listen, port))
  const env = { PATH: `${process.env.PATH}:/usr/sbin` }
  const child: ChildProcess = spawn(name, words(file), { cwd, env, stdio: 'ignore' })
  closers.push(async () => {
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('close', resolve))
    rmSync(cwd, { recursive: true, force: true })
  })
  const answers = () => fetch(`http://127.0.0.1:${listen}/healthz`).then(({ ok }) => ok)
  await expect.poll(() => answers().catch(() => false)).toBe(true)
  return listen
}

/** Access is revoked when most of the list is sent. */
const withdrawn = () => longList((part, leave) => (part === 30 ? leave() : undefined))

describe('1.3 an answer that is cut off in the middle', () => {
  it('ends in HTTP/1.0 with a reset, unlike a complete one', async () => {
    const whole = await longList(() => {})
    const { end, bytes } = await askedIn10(whole)
    expect(end).toBe('sound')
    const cut = await askedIn10(await withdrawn())
    expect(cut.end).toBe('ECONNRESET')
    expect(cut.bytes).toBeGreaterThan(bytes / 4)
    expect(cut.bytes).toBeLessThan(bytes)
  })

  it('ends in HTTP/1.1 as an error', async () => {
    expect((await askedIn11(await withdrawn())).end).toBe('broken')
  })

  it('it ends with a reset even if the service stops meanwhile', async () => {
    let goOn = () => {}
    let reached = () => {}
    const underWay = new Promise<void>((resolve) => {
      reached = resolve
    })
    const list = await longList((part) => {
      if (part !== 30) return undefined
      reached()
      return new Promise<void>((resolve) => {
        goOn = resolve
      })
    })
    const asking = askedIn10(list)
    await underWay
    const stopped = list.stop()
    expect((await asking).end).toBe('ECONNRESET')
    goOn()
    await stopped
  })

  it.each(proxies)('it is a failure for clients of $name', async (proxy) => {
    const whole = await longList(() => {})
    const sound = await askedIn11({ ...whole, port: await startProxy(proxy, whole.port) })
    expect(sound.end).toBe('sound')
    const list = await withdrawn()
    const cut = await askedIn11({ ...list, port: await startProxy(proxy, list.port) })
    expect(cut.end).toBe('broken')
  })
})
