/**
 * The mail server goes wrong at each step of a conversation: the request that wrote the mail is
 * answered all the same, the mail arrives as soon as is documented, and no other waits for it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanMails } from '../../src/outside/mail/cleaning.ts'
import type { Mailer } from '../../src/outside/mail/mailer.ts'
import { retries } from '../../src/outside/mail/outgoing.ts'
import { eventually } from '../fresh-database.ts'
import {
  keptWays,
  type MailFault,
  mailSteps,
  sendingSteps,
  stepWays,
} from './failing-calls/mail-server.ts'
import { type MailingService, openMailing, startMailing, tryMail } from './failing-calls/mails.ts'

let service: MailingService
beforeAll(async () => {
  service = await openMailing()
})
afterAll(() => service.close())

let turn = 0
/** The requests that write mails, in turn. */
function nextRequest() {
  turn += 1
  const request = service.requests[turn % service.requests.length]
  if (!request) throw new Error('no request')
  return request
}

const waysOf = (step: MailFault['step']): readonly string[] => {
  if (step === 'text') return ['closing', 'cut']
  if (step === 'TLS') return ['cut', 'silent', 'slow']
  return step === 'end' ? [...stepWays, ...keptWays] : stepWays
}

/**
 * A connection that fails is replaced at once where nothing of a mail was sent: before a greeting,
 * and after another mail. Who does not know EHLO is asked with HELO.
 */
function attemptsFor({ step, way }: MailFault, isInUse: boolean): number {
  const isLost = ['closing', 'cut', 'silent'].includes(way)
  if (way === 'slow') return 1
  if (step === 'greeting') return way === 'cut' ? 1 : 2
  if (step === 'EHLO') return isLost ? 2 : 1
  return isInUse && isLost && ['MAIL', 'RCPT', 'DATA'].includes(step) ? 1 : 2
}

describe.each([
  ['a new connection', false, mailSteps],
  ['a connection that has sent a mail', true, sendingSteps],
] as const)('the mail server goes wrong once, on %s', (_, isInUse, steps) => {
  it.each(steps)(
    '%s: the mail arrives once; twice if it was kept without an answer',
    async (step) => {
      for (const way of waysOf(step)) {
        const fault = { step, way, times: 1 }
        const result = await tryMail(service, { fault, isInUse, request: nextRequest() })
        const attempts = attemptsFor(fault, isInUse)
        expect(result, `${step}, ${way}`).toEqual({ problems: [], attempts })
      }
    },
  )

  it('no connection: the mail arrives once the server is back, and no attempt counts', async () => {
    const tried = { fault: undefined, isInUse, request: nextRequest() }
    expect(await tryMail(service, tried)).toEqual({ problems: [], attempts: 1 })
  })
})

describe('the mail server goes wrong until it is asked a second time', () => {
  it.each([
    ['greeting', 'closing', 2],
    ['greeting', 'cut', 3],
    ['greeting', 'refused for now', 2],
    ['EHLO', 'cut', 2],
    ['TLS', 'cut', 2],
    ['AUTH', 'refused', 2],
  ] as const)('%s, %s: an outage, of which no attempt counts', async (step, way, times) => {
    const tried = { fault: { step, way, times }, isInUse: false, request: nextRequest() }
    expect(await tryMail(service, tried)).toEqual({ problems: [], attempts: 1 })
  })
})

describe('a mail that is refused for good', () => {
  it.each(['RCPT', 'end'] as const)(
    '%s: has failed after 24 attempts, and is removed later',
    async (step) => {
      const gone = 'gone@mail.example'
      const { server, clock, outbox, warned, end } = await startMailing(service)
      server.fail({ step, way: 'refused', times: Number.POSITIVE_INFINITY, recipient: gone })
      await service.writeTo(gone)
      let waited = 0
      for (let attempt = 1; attempt <= retries.tries; attempt += 1) {
        await eventually(async () => {
          const row = await service.row(gone)
          return row?.attempts === attempt && warned.length === attempt && row.last_error !== ''
        })
        const other = `other${attempt}@mail.example`
        await service.writeTo(other)
        await eventually(() => server.kept.some(({ to }) => to === other))
        const { state } = (await service.row(gone)) ?? {}
        expect(state).toBe(attempt < retries.tries ? 'PENDING' : 'FAILED')
        const wait = Math.min(retries.first * 2 ** (attempt - 1), retries.max)
        clock.forward(wait)
        waited += attempt < retries.tries ? wait : 0
        outbox.wake()
      }
      await end()
      expect(server.met).toBe(retries.tries)
      expect(waited / 86_400_000).toBeGreaterThan(3)
      expect(waited / 86_400_000).toBeLessThan(4)
      expect(new Set(warned)).toEqual(new Set(['mail refused and will be retried']))
      expect((await service.row(gone))?.last_error).toContain('554 5.7.1')
      const cleaned = async (days: number) => {
        const later = () => new Date(Date.now() + days * 86_400_000)
        const log = { info() {}, warn() {} }
        await cleanMails({ db: service.db, directory: '/nowhere', days: 30, log, clock: later })
        return (await service.row(gone)) === undefined
      }
      expect([await cleaned(29), await cleaned(31)]).toEqual([false, true])
    },
  )
})

describe('planted faults are found', () => {
  const problemsWith = async (fault: MailFault, planted: (mailer: Mailer) => Mailer) => {
    const given = { fault, isInUse: false, request: nextRequest(), planted }
    return (await tryMail(service, given)).problems.join()
  }

  it('a refusal that counts as sent', async () => {
    const fault = { step: 'end', way: 'refused for now', times: 1 } as const
    const problems = await problemsWith(fault, (mailer) => ({
      ...mailer,
      send: (...given) => mailer.send(...given).catch(() => {}),
    }))
    expect(problems).toContain('arrived 0 times')
  })

  it('a mail that is sent twice, or under another name', async () => {
    const fault = { step: 'RCPT', way: 'refused for now', times: 1 } as const
    const problems = await problemsWith(fault, (mailer) => ({
      ...mailer,
      async send(mail, signal) {
        await mailer.send(mail, signal)
        await mailer.send({ ...mail, id: mail.id + 1_000_000 }, signal)
      },
    }))
    expect(problems).toContain('arrived 2 times')
    expect(problems).toContain('different Message-IDs')
  })
})
