/**
 * Delivering a booking email goes wrong: the sender is cut off at each step, or each statement
 * fails in turn. What was not answered is sent again, as mail servers do, and is filed once.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Intake } from '../../src/core/intake.ts'
import { settled } from '../core/idempotency/interruptions.ts'
import { flightHtml, rawMail } from '../mail/raw-mails.ts'
import { closeListeners, listen, refusalOf, send } from '../mail/receiving/listening.ts'
import { secretAddress } from '../spec/inbound.ts'
import { one } from '../spec/persons.ts'
import { databaseUrl, premium, trip } from '../world.ts'
import { type FailingApplication, openFailing } from './failing-calls/application.ts'
import { type CallPlan, isMet, planned } from './failing-calls/calls.ts'
import { lostWays, statementWays } from './failing-calls/statements.ts'
import { isAll } from './failing-calls/turns.ts'

let failing: FailingApplication
beforeAll(async () => {
  failing = await openFailing()
})
afterAll(() => failing.close())
afterEach(closeListeners)

/** The secret address of a new person, and a message that files itself in their trip. */
async function order() {
  const olga = await one('olga')
  await premium(olga, true)
  await trip(olga, { starts_at: '2031-04-18', ends_at: '2031-04-21', has_dates: true })
  const to = await secretAddress(olga)
  await failing.journal.take()
  return { to, raw: rawMail({ html: flightHtml() }) }
}

async function effect(): Promise<string[]> {
  if (databaseUrl) await settled()
  return failing.journal.take()
}

const inShort = (lines: readonly string[]) => lines.map((line) => line.slice(0, 60)).join()

const protocols = ['smtp', 'lmtp'] as const
type Protocol = (typeof protocols)[number]

/** A listener for the intake, and a sender that is not cut off. */
async function receiver(protocol: Protocol, intake: Intake) {
  const listener = await listen({ settings: { INBOUND_PROTOCOL: protocol }, intake })
  const deliver = ({ to, raw }: { to: string; raw: Buffer }) =>
    send(listener, to, raw, { lmtp: protocol === 'lmtp' })
  return { port: listener.port, deliver }
}

/** What a whole delivery changes. */
async function wholeDelivery(protocol: Protocol): Promise<string[]> {
  const { deliver } = await receiver(protocol, failing.app.intake)
  const answer = await deliver(await order())
  expect(refusalOf(answer)).toBeUndefined()
  const whole = await effect()
  expect(whole.join()).toContain('transportation added')
  return whole
}

const steps = [
  'greeting',
  'EHLO',
  'MAIL',
  'RCPT',
  'DATA',
  'half the text',
  'no dot',
  'end',
] as const

/** Talks up to that step, and hangs up; after `DATA`, once the server waits for the text. */
async function hangUp(
  port: number,
  protocol: Protocol,
  { to, raw }: { to: string; raw: Buffer },
  last: (typeof steps)[number],
): Promise<void> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.on('error', () => {})
  const lines = [
    `${protocol === 'lmtp' ? 'LHLO' : 'EHLO'} a`,
    ...['MAIL FROM:<booking@air.example>', `RCPT TO:<${to}>`, 'DATA'],
  ]
  const write = (text: string | Buffer) =>
    new Promise<void>((resolve) => socket.write(text, () => resolve()))
  let said = ''
  socket.on('data', (text: string) => (said += text))
  const answered = async () => {
    while (!/^\d{3} .*\r\n$/m.test(said)) await once(socket, 'data')
    said = ''
  }
  await answered()
  for (const line of lines.slice(0, steps.indexOf(last))) {
    await write(`${line}\r\n`)
    await answered()
  }
  if (last === 'half the text') await write(raw.subarray(0, raw.length / 2))
  if (last === 'no dot' || last === 'end') await write(raw)
  if (last === 'end') await write('\r\n.\r\n')
  socket.destroy()
  await once(socket, 'close')
}

describe.each(protocols)(
  '%s: the sender is cut off and sends the same message again',
  (protocol) => {
    it.each(steps)('the message is filed once after %s', async (last) => {
      const whole = await wholeDelivery(protocol)
      const { intake } = failing.app
      const ingested: number[] = []
      const ingest: Intake['ingest'] = (mail) => {
        ingested.push(mail.bytes.length)
        return intake.ingest(mail)
      }
      const { port, deliver } = await receiver(protocol, { ...intake, ingest })
      const message = await order()
      await hangUp(port, protocol, message, last)
      // What was complete is stored, although its sender does not hear of it.
      if (last === 'end') await expect.poll(() => ingested.length).toBe(1)
      expect(refusalOf(await deliver(message))).toBeUndefined()
      expect(ingested).toHaveLength(last === 'end' ? 2 : 1)
      expect(await effect()).toEqual(whole)
    })

    it('a second delivery changes nothing after the end, or once it is filed', async () => {
      const whole = await wholeDelivery(protocol)
      const { intake } = failing.app
      let filed = () => {}
      const isFiled = new Promise<void>((resolve) => (filed = resolve))
      const ingest: Intake['ingest'] = async (mail) => {
        const stored = await intake.ingest(mail)
        filed()
        return stored
      }
      const { port, deliver } = await receiver(protocol, { ...intake, ingest })
      const message = await order()
      await hangUp(port, protocol, message, 'end')
      await isFiled
      expect(await effect()).toEqual(whole)
      expect(refusalOf(await deliver(message))).toBeUndefined()
      expect(await effect()).toEqual([])
    })
  },
)

const ways = [...statementWays, ...(databaseUrl ? lostWays : [])]

describe.each(protocols)('%s: a statement goes wrong', (protocol) => {
  /** Delivers while that statement goes wrong; what is wrong with the outcome. */
  async function tryDelivery(
    whole: readonly string[],
    at: number,
    way: string,
    intake: Intake = failing.app.intake,
  ) {
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 30))
    const plan: CallPlan = { kind: 'database', at, way, made: [], pause }
    const { deliver } = await receiver(protocol, {
      ...intake,
      ingest: (mail) => planned(plan, () => intake.ingest(mail)),
      isSecretAddress: (address) => planned(plan, () => intake.isSecretAddress(address)),
    })
    const message = await order()
    const code = refusalOf(await deliver(message))
    const changed = await effect()
    const isWhole = JSON.stringify(changed) === JSON.stringify(whole)
    const problems: string[] = []
    const tell = (what: string) => problems.push(`${at}, ${way}: ${plan.made[at - 1]}: ${what}`)
    if (code === undefined && !isWhole) tell(`answered, but ${inShort(changed)}`)
    if (code !== undefined) {
      if (code !== 451 && code !== 452) tell(`refused with ${code}`)
      if (changed.length > 0 && !isWhole) tell(`refused after a part: ${inShort(changed)}`)
      const again = refusalOf(await deliver(message))
      if (again !== undefined) tell(`refused again with ${again}`)
      const all = [...changed, ...(await effect())]
      if (JSON.stringify(all) !== JSON.stringify(whole)) tell(`sent again: ${inShort(all)}`)
    }
    await closeListeners()
    return { problems, isMet: isMet(plan) }
  }

  it('the message is filed and answered 250, or answered 4xx and filed when sent again', async () => {
    const whole = await wholeDelivery(protocol)
    const problems: string[] = []
    let statements = 0
    for (let isOver = false; !isOver; statements += 1) {
      const turn = protocols.indexOf(protocol) * 3 + statements
      const tried = isAll ? ways : [ways[turn % ways.length] as string]
      for (const way of tried) {
        const result = await tryDelivery(whole, statements + 1, way)
        problems.push(...result.problems)
        isOver = !result.isMet
      }
    }
    console.info(`failing calls: ${statements - 1} statements of a delivery`)
    expect(problems).toEqual([])
    expect(statements).toBeGreaterThan(7)
  }, 600_000)

  it('a message that is answered 250 without being filed would be found', async () => {
    const whole = await wholeDelivery(protocol)
    const { intake } = failing.app
    const stored = { id: 1, ownerId: 1, isNew: true, object: undefined }
    const ingest: Intake['ingest'] = (mail) => intake.ingest(mail).catch(() => stored)
    const { problems } = await tryDelivery(whole, 4, 'cancelled', { ...intake, ingest })
    expect(problems.join()).toContain('answered, but')
  })
})
