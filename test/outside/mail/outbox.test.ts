import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/outside/database/database.ts'
import type { Mailer } from '../../../src/outside/mail/mailer.ts'
import { type Outbox, type OutboxOptions, startOutbox } from '../../../src/outside/mail/outbox.ts'
import { backoff, lease, retries } from '../../../src/outside/mail/outgoing.ts'
import { smtpMailer } from '../../../src/outside/mail/smtp.ts'
import {
  eventually,
  freshDatabase,
  movableClock,
  pause,
  silent,
  watched,
} from '../../fresh-database.ts'
import { type Behaviour, header, type MailSink, startSink } from './sink.ts'

let db: Database
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ db, remove } = await freshDatabase())
})
afterAll(() => remove())

const closing: (() => unknown)[] = []
beforeEach(() => db.query({ text: 'delete from outgoing_mail' }))
afterEach(async () => {
  for (let close = closing.pop(); close; close = closing.pop()) await close()
})

async function sink(behaviour?: Behaviour, port?: number): Promise<MailSink> {
  const started = await startSink(behaviour, port)
  closing.push(() => started.close())
  return started
}

function mailerTo(url: string): Mailer {
  const mailer = smtpMailer({ url, from: 'Trips <trips@trips.example>' })
  closing.push(() => mailer.close())
  return mailer
}

function worker(options: Partial<OutboxOptions> & { mailer: Mailer }): Outbox {
  const outbox = startOutbox({
    db,
    log: silent,
    clock: () => new Date(),
    interval: 100,
    ...options,
  })
  closing.push(() => outbox.stop())
  return outbox
}

async function write(...recipients: string[]): Promise<void> {
  await db.query({
    text: `insert into outgoing_mail (recipient, subject, text, html)
      select recipient, 'Reset your password', 'Hello', '<p>Hello</p>'
      from unnest($1::text[]) as recipient`,
    values: [recipients],
  })
}

const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@mail.example`)

interface Row {
  recipient: string
  state: string
  attempts: number
  last_error: string
  wait: number
}

const rows = () =>
  db.query<Row>({
    text: `select recipient, state, attempts, last_error,
      extract(epoch from next_attempt_at - now())::float8 as wait
      from outgoing_mail order by id`,
  })

const states = async () => [...new Set((await rows()).map(({ state }) => state))]
const allSent = async () => (await states()).join() === 'SENT'
const recipients = ({ received }: MailSink) => received.flatMap(({ to }) => to).sort()

describe('17 Outgoing mail: the outbox worker', () => {
  test('a mail written before a wake is sent at once and marked', async () => {
    const server = await sink()
    const outbox = worker({ mailer: mailerTo(server.url), interval: 60_000 })
    await pause(200)
    await write('ines@mail.example')
    outbox.wake()
    await eventually(allSent)
    const [mail] = server.received
    expect(mail?.from).toBe('trips@trips.example')
    expect(mail?.to).toEqual(['ines@mail.example'])
    expect(header(mail?.raw ?? '', 'Subject')).toBe('Reset your password')
    expect(header(mail?.raw ?? '', 'From')).toBe('Trips <trips@trips.example>')
    expect(header(mail?.raw ?? '', 'Message-ID')).toMatch(/^<outgoing\.\d+\.\d+@trips\.example>$/)
    const [row] = await db.query<{ sent_at: string | null; attempts: number }>({
      text: 'select sent_at, attempts from outgoing_mail',
    })
    expect(row?.attempts).toBe(1)
    expect(row?.sent_at).not.toBeNull()
  })

  test('parallel workers never send a mail twice while leases hold', async () => {
    const server = await sink()
    await write(...many(60))
    const mailer = mailerTo(server.url)
    for (let count = 0; count < 4; count += 1) worker({ mailer })
    await eventually(allSent)
    expect(recipients(server)).toEqual(many(60).sort())
    expect((await rows()).every(({ attempts }) => attempts === 1)).toBe(true)
  })

  test('a refused mail waits longer each time and does not delay others', async () => {
    const server = await sink({ refuses: (to) => to.startsWith('gone') })
    await write('gone@mail.example', ...many(10))
    const clock = movableClock()
    const outbox = worker({ mailer: mailerTo(server.url), clock, batch: 2 })
    await eventually(() => server.received.length === 10)
    await eventually(async () => (await rows())[0]?.last_error !== '')
    const [gone] = await rows()
    expect(gone).toMatchObject({ state: 'PENDING', attempts: 1 })
    expect(gone?.last_error).toContain('No such user here')
    expect(gone?.wait).toBeGreaterThan(8)
    expect(gone?.wait).toBeLessThan(16)
    clock.forward(20_000)
    outbox.wake()
    await eventually(async () => (await rows())[0]?.attempts === 2)
    await eventually(async () => ((await rows())[0]?.wait ?? 0) < 60)
    expect((await rows())[0]?.state).toBe('PENDING')
  })

  test('marks a mail as failed after its last attempt, and does not retry it', async () => {
    const server = await sink({ refuses: () => true })
    await write('gone@mail.example')
    await db.query({ text: `update outgoing_mail set attempts = ${retries.tries - 1}` })
    const clock = movableClock()
    const outbox = worker({ mailer: mailerTo(server.url), clock })
    await eventually(async () => (await states()).join() === 'FAILED')
    clock.forward(retries.max * 2)
    outbox.wake()
    await pause(300)
    expect((await rows())[0]?.attempts).toBe(retries.tries)
  })

  test('the attempts are spread over about three days', () => {
    const waits = Array.from({ length: retries.tries - 1 }, (_, at) => backoff(at + 1, 0.5))
    const days = waits.reduce((sum, wait) => sum + wait) / 86_400_000
    expect(days).toBeGreaterThan(2.5)
    expect(days).toBeLessThan(3.5)
    expect(backoff(1, 0)).toBe(15_000)
    expect(backoff(99, 0)).toBe(6 * 3_600_000)
    expect(backoff(3, 0.999)).toBeGreaterThanOrEqual(48_000)
  })

  test('C4 keeps mails PENDING while the mail server is unavailable, and sends them when it is back', async () => {
    const before = await sink()
    const { port, url } = before
    await before.close()
    await write(...many(40))
    worker({ mailer: mailerTo(url) })
    await eventually(async () => (await rows()).some(({ last_error }) => last_error !== ''))
    await pause(4_000)
    expect(await states()).toEqual(['PENDING'])
    expect((await rows()).every(({ attempts, wait }) => attempts === 0 && wait <= 1)).toBe(true)
    const server = await sink({}, port)
    await eventually(allSent)
    expect(recipients(server)).toEqual(many(40).sort())
  })

  test('a mail without a response does not delay others', async () => {
    const server = await sink({ keepsWaiting: (to) => to.startsWith('slow') })
    await write('slow@mail.example', ...many(10))
    const outbox = worker({ mailer: mailerTo(server.url), batch: 2 })
    await eventually(() => server.received.length === 10)
    expect((await rows())[0]).toMatchObject({ state: 'PENDING', attempts: 1 })
    // Stopping gives it back, so that the next start sends it without waiting for the lease.
    const started = Date.now()
    await outbox.stop()
    expect(Date.now() - started).toBeLessThan(8_000)
    expect((await rows())[0]).toMatchObject({ state: 'PENDING', attempts: 0 })
    expect((await rows())[0]?.wait).toBeLessThanOrEqual(0)
  })

  test('a mail sent but not marked is sent again after its lease, with the same Message-ID', async () => {
    const server = await sink()
    await write('ines@mail.example')
    const clock = movableClock()
    const crashing = watched(db, (operation) => {
      if (operation === 'updateMany') throw new Error('the process is gone')
    })
    const first = worker({ db: crashing, mailer: mailerTo(server.url), clock })
    await eventually(() => server.received.length === 1)
    await first.stop()
    const second = worker({ mailer: mailerTo(server.url), clock })
    clock.forward(lease - 10_000)
    second.wake()
    await pause(400)
    expect(server.received).toHaveLength(1)
    clock.forward(11_000)
    second.wake()
    await eventually(allSent)
    expect(server.received).toHaveLength(2)
    const [one, again] = server.received.map(({ raw }) => raw)
    for (const name of ['Message-ID', 'Date', 'Subject', 'To']) {
      expect(header(again ?? '', name)).toBe(header(one ?? '', name))
    }
  })

  test('Z7 a temporary outage of the database loses no mail and sends none twice', async () => {
    const server = await sink()
    await write(...many(10))
    let away = true
    const flaky = watched(db, () => {
      if (away) throw new Error('Connection terminated')
    })
    worker({ db: flaky, mailer: mailerTo(server.url) })
    await pause(300)
    away = false
    await eventually(() => server.received.length >= 5)
    away = true
    await pause(300)
    away = false
    await eventually(allSent)
    expect(recipients(server)).toEqual(many(10).sort())
  })

  test('never sends to a recipient that is not a single address', async () => {
    const server = await sink()
    await write(
      'a@mail.example, b@mail.example',
      'a@mail.example\r\nBcc: b@mail.example',
      'fine@mail.example',
    )
    worker({ mailer: mailerTo(server.url) })
    await eventually(async () => (await rows())[2]?.state === 'SENT')
    await eventually(async () =>
      (await rows()).slice(0, 2).every(({ last_error }) => last_error !== ''),
    )
    expect(recipients(server)).toEqual(['fine@mail.example'])
    expect((await rows())[0]?.last_error).toBe('the recipient is not a single email address')
  })
})
