/** 17 Inbound mail: slow messages of one account, or of one client, do not delay everybody else. */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Intake } from '../../src/core/intake.ts'
import { openIntake } from '../../src/mail/ingest.ts'
import { MailParser } from '../../src/mail/reading/parsing.ts'
import type { ParsedMail } from '../../src/mail/reading/reservation.ts'
import { takeTurns } from '../../src/mail/turns.ts'
import { inbox, secretAddress } from '../spec/inbound.ts'
import { cast, db, inboundDomain } from '../world.ts'
import { parsed } from './parsed-messages.ts'
import { rawMail } from './raw-mails.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * One parser's thread: keys take turns, and each message waits until it is let go, or the test is
 * over: after 300 s it would be refused, which no test would expect.
 */
function slowParser() {
  const begun: string[] = []
  const held: (() => void)[] = []
  let isOver = false
  const parse = async (bytes: Uint8Array, key: string): Promise<ParsedMail> => {
    begun.push(`${key} ${Buffer.from(bytes)}`)
    if (!isOver) await new Promise<void>((resolve) => held.push(resolve))
    return parsed([])
  }
  onTestFinished(() => {
    isOver = true
    for (const go of held) go()
  })
  const letGo = async () => {
    held.shift()?.()
    await nextTurn()
  }
  return { parser: { parse, splitCalendar: async () => undefined }, begun, letGo }
}

describe('17 Inbound mail: turns of the parser', () => {
  it('40 slow messages of one account delay another by one', async () => {
    const { parser, begun, letGo } = slowParser()
    const parse = takeTurns(parser)
    for (let at = 1; at <= 40; at += 1) {
      void parse(Buffer.from(`slow ${at}`), { owner: 1, client: 'a' })
    }
    void parse(Buffer.from('quick'), { owner: 2, client: 'a' })
    await nextTurn()
    expect(begun).toEqual(['a slow 1', 'a quick'])
    await letGo()
    expect(begun.at(-1)).toBe('a slow 2')
  })

  it('a client with many accounts is one key of the parser', async () => {
    const { parser, begun } = slowParser()
    const parse = takeTurns(parser)
    for (const owner of [1, 2, 3]) void parse(Buffer.from(`${owner}`), { owner, client: 'many' })
    void parse(Buffer.from('4'), { owner: 4, client: 'one' })
    await nextTurn()
    expect(begun).toEqual(['many 1', 'many 2', 'many 3', 'one 4'])
  })

  it('a message for several recipients is parsed once', async () => {
    const { parser, begun, letGo } = slowParser()
    const parse = takeTurns(parser)
    const bytes = Buffer.from('x')
    const both = [1, 2].map((owner) => parse(bytes, { owner, client: 'a' }))
    await nextTurn()
    expect(begun).toEqual(['a x'])
    await letGo()
    expect(await both[0]).toBe(await both[1])
  })

  it('are limited per account: further messages get 451', async () => {
    const { parser } = slowParser()
    const parse = takeTurns(parser)
    for (let at = 0; at <= 100; at += 1) void parse(Buffer.from(`${at}`), { owner: 1, client: 'a' })
    const turn = { owner: 1, client: 'a' }
    await expect(parse(Buffer.from('more'), turn)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
    const other = parse(Buffer.from('other'), { owner: 2, client: 'a' })
    expect(await Promise.race([other, nextTurn().then(() => 'waits')])).toBe('waits')
  })

  it('are by key: messages of one wait, and another key goes before them', async () => {
    const parser = new MailParser()
    const order: string[] = []
    const read = (key: string) => parser.parse(rawMail(), key).then(() => order.push(key))
    await Promise.all([...Array.from({ length: 6 }, () => read('many')), read('one')])
    await parser.close()
    expect(order.indexOf('one')).toBeLessThanOrEqual(2)
  })
})

describe('17 Inbound mail: the account whose turn it is', () => {
  const log = { warn: () => {} }

  /** A way in whose parser is held, and the keys that it was asked with. */
  function slowIntake(): ReturnType<typeof slowParser> & { intake: Intake } {
    const slow = slowParser()
    const shared = `plans@${inboundDomain}`
    const options = { db, log, clock: () => new Date(), domain: inboundDomain, shared }
    return { ...slow, intake: openIntake({ ...options, parser: slow.parser }) }
  }

  it('is known before the message is parsed: by recipient, owner, or proved sender', async () => {
    const { olga, ed, stan } = await cast()
    const { intake, begun, letGo } = slowIntake()
    const secret = await secretAddress(olga)
    const mail = (text: string) => ({
      bytes: Buffer.from(text),
      source: 'smtp',
      client: '192.0.2.1',
      proven: [],
    })
    const shared = `plans@${inboundDomain}`
    const all = [
      ...['olga 1', 'olga 2', 'olga 3'].map((text) =>
        intake.ingest({ ...mail(text), recipient: secret }),
      ),
      intake.ingest({ ...mail('ed'), owner: ed.email }),
      intake.ingest({ ...mail('stan'), recipient: shared, proven: [stan.email] }),
    ]
    await expect.poll(() => begun.length).toBe(3)
    const [first, ...others] = begun.toSorted().map((text) => text.replace('192.0.2.1 ', ''))
    expect(first).toBe('ed')
    expect(others).toEqual([expect.stringMatching(/^olga \d$/), 'stan'])
    const drive = setInterval(letGo, 1)
    await Promise.all(all)
    clearInterval(drive)
    expect(
      [await inbox(olga), await inbox(ed), await inbox(stan)].map(({ length }) => length),
    ).toEqual([3, 1, 1])
  })
})
