/** Mails that a service writes while its mail server goes wrong, and what is wrong afterwards. */
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../../src/app.ts'
import type { Database } from '../../../src/outside/database/database.ts'
import type { Mailer } from '../../../src/outside/mail/mailer.ts'
import { type Outbox, startOutbox } from '../../../src/outside/mail/outbox.ts'
import { retries } from '../../../src/outside/mail/outgoing.ts'
import { smtpMailer } from '../../../src/outside/mail/smtp.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { eventually, freshDatabase, movableClock } from '../../fresh-database.ts'
import { header } from '../mail/sink.ts'
import {
  type FailingMailServer,
  type KeptMail,
  type MailFault,
  startMailServer,
} from './mail-server.ts'

/** Milliseconds; well below the wait of a mail that was refused. */
const timeout = 500
const timeouts = { connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout }

const limits = ['SIGNUP', 'RESET_ADDRESS', 'RESET_ACCOUNT', 'ALTERNATIVE_EMAIL']
  .concat('MAIL_ACCOUNT', 'MAIL_RECIPIENT')
  .map((name) => [`LIMIT_${name}`, '0'])

export interface MailRow {
  recipient: string
  state: 'PENDING' | 'SENT' | 'FAILED'
  attempts: number
  last_error: string
  /** Seconds until the next attempt. */
  wait: number
}

/** A request that writes a mail. */
interface MailRequest {
  /** The status of its answer, and the recipient of its mail. */
  send(): Promise<{ status: number; to: string }>
}

export interface MailingService {
  db: Database
  requests: MailRequest[]
  /** Called after each transaction that wrote mail. */
  onMail: () => void
  row(recipient: string): Promise<MailRow | undefined>
  /** Writes mails to others. */
  writeTo(...recipients: string[]): Promise<void>
  close(): Promise<void>
}

async function signedUp(app: FastifyInstance, username: string) {
  const email = `${username}@mail.example`
  const post = (url: string, payload: object, token?: string) => {
    const headers = token ? { authorization: `Token ${token}` } : {}
    return app.inject({ method: 'POST', url, headers, payload })
  }
  await post('/v1/signup', { username, email, password: 'correct horse 9' })
  const login = await post('/v1/auth', { username, password: 'correct horse 9' })
  const { token } = login.json() as { token: string }
  return { email, post: (url: string, payload: object) => post(url, payload, token) }
}

function requestsOf(
  ines: Awaited<ReturnType<typeof signedUp>>,
  cleo: Awaited<ReturnType<typeof signedUp>>,
): MailRequest[] {
  let count = 0
  const mutation = `mutation ($email: String!) {
    addAlternativeEmail(input: { email: $email }) { success } }`
  return [
    {
      async send() {
        const { statusCode } = await ines.post('/auth/password/reset', { email: ines.email })
        return { status: statusCode, to: ines.email }
      },
    },
    {
      async send() {
        count += 1
        const email = `ines${count}@work.example`
        const body = { query: mutation, variables: { email } }
        const answer = await ines.post('/graphql', body)
        const isDone = answer.json().data?.addAlternativeEmail?.success === true
        return { status: isDone ? 200 : 500, to: email }
      },
    },
    {
      async send() {
        const { id } = (await ines.post('/v1/trips', { name: 'Lisbon' })).json()
        const body = { trip_id: id, invited_user_email: cleo.email, permissions: {} }
        const { statusCode } = await ines.post('/v1/guests/invite', body)
        return { status: statusCode, to: cleo.email }
      },
    },
  ]
}

/** A service with a database of its own, whose outbox no other test empties. */
export async function openMailing(): Promise<MailingService> {
  const { db, remove } = await freshDatabase()
  const config = readConfig(Object.fromEntries(limits))
  const log = openLog(config, { write: () => {} })
  const options = { config, db, log, operatorKey: 'key', secret: 's'.repeat(32) }
  const app = await buildApp({ ...options, mailWaits: () => service.onMail() })
  const [ines, cleo] = [await signedUp(app, 'ines'), await signedUp(app, 'cleo')]
  const { id } = (await ines.post('/v1/trips', { name: 'Porto' })).json()
  await db.query({
    text: `insert into member (trip_id, user_id, joined)
      select $1, id, true from account where email = $2`,
    values: [id, cleo.email],
  })
  const service: MailingService = {
    ...{ db, requests: requestsOf(ines, cleo), onMail: () => {} },
    async row(recipient) {
      const [row] = await db.query<MailRow>({
        text: `select recipient, state, attempts, last_error,
          extract(epoch from next_attempt_at - now())::float8 as wait
          from outgoing_mail where recipient = $1`,
        values: [recipient],
      })
      return row
    },
    async writeTo(...recipients) {
      await db.query({
        text: `insert into outgoing_mail (recipient, subject, text)
          select recipient, 'Hello', 'Hello' from unnest($1::text[]) as recipient`,
        values: [recipients],
      })
      service.onMail()
    },
    async close() {
      await app.close()
      await remove()
    },
  }
  return service
}

export interface Mailing {
  server: FailingMailServer
  clock: ReturnType<typeof movableClock>
  outbox: Outbox
  /** The messages of warnings. */
  warned: string[]
  end(): Promise<void>
}

/** Starts a worker that sends the mails of the service to a server that is well. */
export async function startMailing(
  service: MailingService,
  planted: (mailer: Mailer) => Mailer = (mailer) => mailer,
): Promise<Mailing> {
  await service.db.query({ text: 'delete from outgoing_mail' })
  const server = await startMailServer()
  const mailer = smtpMailer({ url: server.url, from: 'trips@trips.example', timeouts })
  const clock = movableClock()
  const warned: string[] = []
  const log = { info() {}, warn: (_: object, message: string) => void warned.push(message) }
  const { db } = service
  const outbox = startOutbox({ db, mailer: planted(mailer), log, clock, interval: 100 })
  service.onMail = () => outbox.wake()
  const end = async () => {
    await outbox.stop()
    mailer.close()
    await server.close()
  }
  return { server, clock, outbox, warned, end }
}

export interface MailTry {
  /** Undefined if the server is away when the mail is written. */
  fault: MailFault | undefined
  request: MailRequest
  /** Whether the worker has a connection that it has used. */
  isInUse: boolean
  planted?: ((mailer: Mailer) => Mailer) | undefined
}

const first = 'first@mail.example'
const others = ['others1@mail.example', 'others2@mail.example']

/** What is wrong with the copies of mails that have arrived. */
function copiesWrong(kept: readonly KeptMail[], to: string, isKeptAtFirst: boolean): string[] {
  const problems: string[] = []
  const copies = kept.filter((mail) => mail.to === to)
  if (copies.length !== (isKeptAtFirst ? 2 : 1)) problems.push(`arrived ${copies.length} times`)
  const ids = new Set(copies.map(({ raw }) => header(raw, 'Message-ID')))
  if (ids.size > 1) problems.push('copies have different Message-IDs')
  for (const other of others) {
    const count = kept.filter((mail) => mail.to === other).length
    if (count !== 1) problems.push(`${other}: arrived ${count} times`)
  }
  return problems
}

/** Waits as long as is documented until the mail was sent; what is wrong with that. */
async function sentInTime(service: MailingService, mailing: Mailing, to: string) {
  const { clock, outbox, warned } = mailing
  const problems: string[] = []
  const isSent = async () => (await service.row(to))?.state === 'SENT'
  const isTried = async () => (await isSent()) || (await service.row(to))?.last_error !== ''
  // After an outage, it is sent at once.
  const isOutage = warned.includes('mail server unavailable')
  await eventually(isOutage ? isSent : isTried)
  const row = await service.row(to)
  if (row?.state === 'PENDING') {
    if (row.wait > retries.first / 1000) problems.push(`waits ${row.wait} s`)
    if (!warned.includes('mail refused and will be retried')) problems.push('not told')
    clock.forward(retries.first)
    outbox.wake()
    await eventually(isSent).catch(() => problems.push('not sent'))
  }
  return problems
}

/** Tries a fault once; what is wrong afterwards, and in how many attempts the mail was sent. */
export async function tryMail(service: MailingService, { fault, ...given }: MailTry) {
  const mailing = await startMailing(service, given.planted)
  const { server, warned } = mailing
  try {
    if (given.isInUse) {
      await service.writeTo(first)
      await eventually(async () => (await service.row(first))?.state === 'SENT')
    }
    if (fault) server.fail(fault)
    else await server.away()
    const { status, to } = await given.request.send()
    const problems = status === 200 ? [] : [`answered ${status}`]
    // In an outage, no others before it is noticed.
    await eventually(() => (fault?.times === 1 ? server.met > 0 : warned.length > 0))
    await service.writeTo(...others)
    if (!fault) await server.back()
    for (const other of others)
      await eventually(() => server.kept.some((mail) => mail.to === other))
    problems.push(...(await sentInTime(service, mailing, to)))
    problems.push(...copiesWrong(server.kept, to, fault?.way.startsWith('kept') === true))
    return { problems, attempts: (await service.row(to))?.attempts ?? 0 }
  } finally {
    await mailing.end()
  }
}
