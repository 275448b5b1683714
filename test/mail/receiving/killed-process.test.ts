/** 250 is said after the message is stored; a server that dies first loses nothing. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { emptyDirectory, listening, type RunningProcess, run, stop } from '../../process/process.ts'
import { flightHtml, rawMail } from '../raw-mails.ts'

const domain = 'in.trips.example'
let directory: Awaited<ReturnType<typeof emptyDirectory>>
let server: RunningProcess

beforeAll(async () => {
  directory = await emptyDirectory()
})

afterAll(async () => {
  server?.child.kill('SIGKILL')
  await directory.remove()
})

async function start(): Promise<{ url: string; port: number }> {
  const settings = { INBOUND_SMTP_PORT: '0', INBOUND_DOMAIN: domain, STOP_DELAY: '50' }
  server = run(directory.path, settings)
  const url = await listening(server)
  await expect.poll(() => server.printed.stdout).toMatch(/^Booking email +smtp:\/\/\S+:\d+$/m)
  const [, port] = /^Booking email +smtp:\/\/\S+:(\d+)$/m.exec(server.printed.stdout) ?? []
  return { url, port: Number(port) }
}

async function die(): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
}

/** A person's account: the secret address, and what is in the inbox. */
async function newcomer(url: string) {
  const post = async (path: string, body: object) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, string>
  }
  const [username, email, password] = ['ines', 'ines@mail.example', 'correct horse 9']
  await post('/v1/signup', { username, email, password })
  const { token } = await post('/v1/auth', { username, password })
  const get = async (base: string, path: string) => {
    const answer = await fetch(base + path, { headers: { authorization: `Token ${token}` } })
    return (await answer.json()) as Record<string, string>
  }
  const { anonymous_email_identifier: identifier } = await get(url, '/v1/me')
  return {
    to: `${identifier}@${domain}`,
    waiting: async (base: string) => Number((await get(base, '/v1/automation/emails')).count),
  }
}

/** True if it was accepted; false where the server went away. */
async function send(port: number, to: string, raw: Buffer): Promise<boolean> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  const envelope = { from: 'booking@air.example', to }
  return transport
    .sendMail({ envelope, raw })
    .then(
      () => true,
      () => false,
    )
    .finally(() => transport.close())
}

/** A client that says everything up to its message, and what has been answered. */
async function talk(port: number, to: string): Promise<{ socket: Socket; said: () => string }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.on('error', () => {})
  let text = ''
  socket.on('data', (more: string) => {
    text += more
  })
  const lines = ['EHLO a', 'MAIL FROM:<booking@air.example>', `RCPT TO:<${to}>`, 'DATA']
  const codes = [/^220 /m, /^250 /m, /^250 .*\s+250 /m, /^250 .*\s+250 .*\s+250 /m, /^354 /m]
  for (const [at, code] of codes.entries()) {
    while (!code.test(text)) await once(socket, 'data')
    if (at < lines.length) socket.write(`${lines[at]}\r\n`)
  }
  text = ''
  return { socket, said: () => text }
}

/** Milliseconds from the end of a message to its answer, with a parser that has started. */
async function usualTime(port: number, to: string, keys: string[]): Promise<number> {
  let begun = 0
  for (const { messageId, raw } of [messageOf(), messageOf()]) {
    keys.push(messageId)
    const { socket, said } = await talk(port, to)
    begun = performance.now()
    socket.write(`${raw}\r\n.\r\n`)
    await once(socket, 'data')
    expect(said()).toMatch(/^250 /)
    socket.destroy()
  }
  return performance.now() - begun
}

/** When the server dies: in the message, a part of the usual time after it, or when it answers. */
type Moment = 'in the message' | 'at the answer' | number

/** Sends a message to a server that dies; whether the sender has heard 250. */
async function sendToDying(port: number, to: string, raw: Buffer, when: Moment, usual: number) {
  const { socket, said } = await talk(port, to)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  if (when === 'in the message') {
    socket.write(raw.subarray(0, raw.length / 2))
    await pause(20)
  } else {
    await new Promise<void>((resolve) => socket.write(raw, () => resolve()))
    socket.write('\r\n.\r\n')
    if (when === 'at the answer') await once(socket, 'data')
    else if (when > 0) await pause(when * usual)
  }
  await die()
  await closed
  return /^250 /m.test(said())
}

const messageOf = () => {
  const messageId = `<${randomUUID()}@air.example>`
  return { messageId, raw: rawMail({ messageId, html: flightHtml() + 'x'.repeat(400_000) }) }
}

describe('17 Inbound mail: kill -9 between DATA and 250 (C1)', () => {
  const moments: Moment[] = ['in the message', 0, 0.5, 0.9, 'at the answer']

  it('the sender retries, and each message is stored exactly once', async () => {
    let { url, port } = await start()
    const { to, waiting } = await newcomer(url)
    const keys: string[] = []
    const isHeard: boolean[] = []
    for (const when of moments) {
      // The first message starts the parser; the second tells the time from its end to 250.
      const usual = await usualTime(port, to, keys)
      const { messageId, raw } = messageOf()
      const before = keys.push(messageId) - 1
      const isSent = await sendToDying(port, to, raw, when, usual)
      isHeard.push(isSent)
      ;({ url, port } = await start())
      // What was answered is there; what was not may be.
      expect(await waiting(url)).toBeGreaterThanOrEqual(isSent ? before + 1 : before)
      // A sender without a reply sends again; so does the last one, which was cut off.
      if (!isSent || when === 'at the answer') expect(await send(port, to, raw)).toBe(true)
      expect(await waiting(url)).toBe(before + 1)
    }
    // The server did die before its answer, and after it.
    expect(isHeard.slice(0, 2)).toEqual([false, false])
    expect(isHeard.at(-1)).toBe(true)
    await stop(server)
    const config = readConfig({ DATA_DIR: `${directory.path}/.data`, LOG_LEVEL: 'silent' })
    const db = await openDatabase({ dataDir: config.dataDir, log: openLog(config) })
    const text = 'select message_key as key from email order by id'
    const rows = await db.query<{ key: string }>({ text })
    await db.close()
    expect(rows.map(({ key }) => key)).toEqual(keys)
  }, 300_000)

  it('the service is ready while the mail port listens, and no longer once that closes', async () => {
    const { url, port } = await start()
    const readiness = async () => (await fetch(`${url}/readyz`)).status
    await expect.poll(readiness).toBe(200)
    // A message under way holds the stop up, so that the answer can be asked for.
    const { socket, said } = await talk(port, (await newcomer(url)).to)
    server.child.kill('SIGTERM')
    await expect.poll(readiness).toBe(503)
    socket.write('Subject: Seat 21\r\n\r\nSeat 21\r\n.\r\n')
    await once(socket, 'data')
    expect(said()).toMatch(/^250 /)
    socket.destroy()
    expect(await server.ended).toMatchObject({ code: 0 })
  })

  it('the service prints where it listens, and refuses a port in use', async () => {
    const { port } = await start()
    const other = await emptyDirectory()
    const settings = { INBOUND_SMTP_PORT: String(port), INBOUND_DOMAIN: domain }
    const { code, stderr } = await run(other.path, settings).ended
    await other.remove()
    expect(code).toBe(1)
    expect(stderr).toContain('set another INBOUND_SMTP_PORT')
    await stop(server)
  })
})
