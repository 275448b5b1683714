/** Contract 17: 250 is said after the message is stored; a server that dies first loses nothing. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openLog } from '../../src/log.ts'
import { openDatabase } from '../../src/outside/database/database.ts'
import { flightHtml, rawMail } from '../mail/raw.ts'
import { emptyDirectory, listening, type Running, run, stop } from './process.ts'

const domain = 'in.trips.example'
let directory: Awaited<ReturnType<typeof emptyDirectory>>
let server: Running

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
  await expect.poll(() => server.printed.stdout).toMatch(/^Booking mail +smtp:\/\/\S+:\d+$/m)
  const [, port] = /^Booking mail +smtp:\/\/\S+:(\d+)$/m.exec(server.printed.stdout) ?? []
  return { url, port: Number(port) }
}

async function die(): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
}

/** An account with a trip around the flight; its secret address. */
async function newcomer(url: string): Promise<string> {
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, string>
  }
  const [username, email, password] = ['ines', 'ines@mail.example', 'correct horse 9']
  await post('/v1/signup', { username, email, password })
  const { token } = await post('/v1/auth', { username, password })
  const me = await fetch(`${url}/v1/me`, { headers: { authorization: `Token ${token}` } })
  const { anonymous_email_identifier: identifier } = (await me.json()) as Record<string, string>
  return `${identifier}@${domain}`
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

describe('17 Inbound mail: kill -9 between DATA and 250 (C1)', () => {
  it('the sender retries, and each message is there exactly once', async () => {
    let { url, port } = await start()
    const to = await newcomer(url)
    const keys: string[] = []
    for (const delay of [0, 15, 40, 90, 200]) {
      const messageId = `<${randomUUID()}@air.example>`
      keys.push(messageId)
      const raw = rawMail({ messageId, html: flightHtml() + 'x'.repeat(400_000) })
      const sent = send(port, to, raw)
      await pause(delay)
      await die()
      const isSent = await sent
      ;({ url, port } = await start())
      // Whoever heard 250 is done; anybody else sends again.
      if (!isSent) expect(await send(port, to, raw)).toBe(true)
    }
    await stop(server)
    const config = readConfig({ DATA_DIR: `${directory.path}/.data`, LOG_LEVEL: 'silent' })
    const db = await openDatabase({ dataDir: config.dataDir, log: openLog(config) })
    const text = 'select message_key as key from email order by id'
    const rows = await db.query<{ key: string }>({ text })
    await db.close()
    expect(rows.map(({ key }) => key)).toEqual(keys)
  }, 240_000)

  it('says where it listens, and refuses a port in use', async () => {
    const { port } = await start()
    const other = await emptyDirectory()
    const settings = { INBOUND_SMTP_PORT: String(port), INBOUND_DOMAIN: domain }
    const { code, stderr } = await run(other.path, settings).ended
    await other.remove()
    expect(code).toBe(1)
    expect(stderr).toContain('it is in use, choose another INBOUND_SMTP_PORT')
    await stop(server)
  }, 120_000)
})
