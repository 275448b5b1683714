/** What strangers send must not cost the time, the memory or the life of what reads it (F2). */
import { generateKeyPairSync } from 'node:crypto'
import { PassThrough } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { afterEach, describe, expect, it } from 'vitest'
import { fail } from '../../../src/base/errors.ts'
import type { Intake } from '../../../src/core/intake.ts'
import { messageKeyOf, readMessage } from '../../../src/mail/reading/mime/message.ts'
import { MailParser } from '../../../src/mail/reading/parsing.ts'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import { deliverTo, slowestMessage } from '../../../src/mail/receiving/delivery.ts'
import { MessageBudget } from '../../../src/mail/receiving/message-budget.ts'
import { proverWith } from '../../../src/mail/receiving/proving.ts'
import { app, inboundDomain } from '../../world.ts'
import { flightHtml, rawMail } from '../raw-mails.ts'
import { closeListeners, listen, send } from './listening.ts'

afterEach(closeListeners)

const script = (json: string) =>
  rawMail({ html: `<script type="application/ld+json">${json}</script>` })
const calendar = (lines: string) =>
  Buffer.from(
    `From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\n${lines}`,
  )

/** Nodes of which each names the next one ten times. */
const growing = Array.from({ length: 20 }, (_, at) => ({
  '@id': `#${at}`,
  '@type': 'T',
  next: Array.from({ length: 10 }, () => ({ '@id': `#${at + 1}` })),
}))

/** Each took more than ten seconds once, in which no one else's mail was read. */
const slow: [string, () => Buffer][] = [
  ['less-than signs', () => rawMail({ html: '<'.repeat(1_000_000) })],
  ['styles that do not end', () => rawMail({ html: '<style'.repeat(200_000) })],
  ['a word in Delivered-To', () => rawMail({ headers: [`Delivered-To: ${'a'.repeat(200_000)}`] })],
  ['blanks after JSON', () => script(`{"@type":"x"}${' '.repeat(300_000)}x`)],
  ['nodes that name each other', () => script(JSON.stringify(growing))],
  [
    'one property time and again',
    () => rawMail({ html: `<p itemscope>${'<meta itemprop=a content=b>'.repeat(200_000)}` }),
  ],
  [
    'values around values',
    () => rawMail({ html: `<p itemscope>${'<b itemprop=a>'.repeat(50_000)}${'x '.repeat(99)}` }),
  ],
  ['parameters in a calendar', () => calendar(`X;${'a=b;'.repeat(500_000)}:c\r\n`)],
]

describe('17 Inbound mail: limits of the parser', () => {
  it.each(slow)('%s are read to the end', { retry: 2 }, async (_, make) => {
    const parser = new MailParser()
    await parser.parse(rawMail())
    const start = performance.now()
    const { doubt, html, text } = await parser.parse(make())
    const took = performance.now() - start
    await parser.close()
    expect([reasons.nothingFound, reasons.incomplete, reasons.unreadable]).toContain(doubt)
    expect(html + text).not.toBe('x')
    expect(took).toBeLessThan(5_000)
  })

  it('a preview has only the visible words of HTML', async () => {
    const html = `<html><head><title>T</title><style>p{}</style></head>
      <body><p>Caf&eacute; &amp; Bar</p><script>no()</script><p>Seat&nbsp;21 &lt;w&gt;</p>`
    expect((await readMessage(rawMail({ html }))).bodyPreview).toBe('Café & Bar Seat 21 <w>')
  })

  it.each([3_000, 19_000])('a preview is found behind %i spaces', async (spaces) => {
    const html = `<p>${' '.repeat(spaces)}Seat ${'1'.repeat(300)}</p>`
    const { bodyPreview } = await readMessage(rawMail({ html }))
    expect(bodyPreview).toBe(`Seat ${'1'.repeat(195)}`)
  })

  it('no message is lost if an idle worker dies', async () => {
    const started = new Promise<Worker>((resolve) => void process.once('worker', resolve))
    const parser = new MailParser()
    await parser.parse(rawMail())
    const worker = await started
    worker.emit('error', new Error('too late'))
    await worker.terminate()
    expect((await parser.parse(rawMail({ html: flightHtml() }))).doubt).toBe('')
    await parser.close()
  })

  it.each([
    ['as usual', 'Message-ID: <a@b.example>\r\n'],
    ['folded', 'mEssage-id :\r\n\t<a@b.example>\r\n'],
    ['twice', 'Message-ID: <a@b.example>\r\nMessage-ID: <c@d.example>\r\n'],
    ['in the body', '\r\nMessage-ID: <a@b.example>\r\n'],
  ])('an unreadable message is recognised again: Message-ID %s', async (_, lines) => {
    const bytes = Buffer.from(`From: a@b.example\r\n${lines}\r\nHello`)
    expect(messageKeyOf(undefined, bytes)).toBe((await readMessage(bytes)).messageKey)
  })
})

/** The longest time in which nothing else could run, in milliseconds. */
async function longestStop(work: () => Promise<unknown>): Promise<number> {
  let [stop, last] = [0, performance.now()]
  const timer = setInterval(() => {
    stop = Math.max(stop, performance.now() - last)
    last = performance.now()
  }, 1)
  await work()
  clearInterval(timer)
  return stop
}

// What else the machine does takes time, too, but not every time.
const patient = { retry: 2 }

describe('17 Inbound mail: limits of the check of signatures', () => {
  it('10 MiB of blanks under a signature do not delay other messages', patient, async () => {
    const head = 'From: a@b.example\r\nDKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;'
    const rest = ' d=b.example; s=s1; h=from; bh=AAAA; b=AAAA\r\n\r\n'
    const bytes = Buffer.concat([Buffer.from(head + rest), Buffer.alloc(10_485_760, 'a \r\n')])
    const prove = proverWith(async () => [], 30)
    let senders: string[] | undefined
    const stop = await longestStop(async () => {
      senders = await prove(bytes)
    })
    expect(senders).toEqual([])
    expect(stop).toBeLessThan(500)
  })

  it('a header of 10 MiB is not read', async () => {
    const signature = 'DKIM-Signature: v=1; a=rsa-sha256; d=b.example; s=s1; h=from; bh=A; b=A\r\n'
    const bytes = Buffer.concat([Buffer.from(signature), Buffer.alloc(10_485_760, 'a: b\r\n')])
    const stop = await longestStop(() => proverWith(async () => [], 30)(bytes))
    expect(stop).toBeLessThan(500)
  })

  it('a client with unresponsive name servers does not delay others', async () => {
    const message = rawMail({ from: 'a@silent.example' })
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const signing = { signingDomain: 'silent.example', selector: 's', privateKey }
    const { signatures } = await dkimSign(message, {
      signatureData: [signing],
    } as unknown as Parameters<typeof dkimSign>[1])
    const signed = Buffer.concat([Buffer.from(signatures), message])
    const answers: (() => void)[] = []
    let asked = 0
    const prove = proverWith((name) => {
      asked += 1
      const isSilent = name.includes('silent') && asked <= 1
      return new Promise((resolve) => {
        if (isSilent) answers.push(() => resolve([]))
        else resolve([])
      })
    }, 30)
    const silent = Array.from({ length: 3 }, () => prove(signed, '192.0.2.1'))
    await expect.poll(() => answers.length, { timeout: 30_000 }).toBe(1)
    expect(await prove(signed, '192.0.2.2')).toEqual([])
    for (const answer of answers) answer()
    await Promise.all(silent)
  })

  it('the thread queries the given name servers, and returns the verified sender', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const message = rawMail({ from: 'Ines@mail.example' })
    const signing = { signingDomain: 'mail.example', selector: 's1', privateKey }
    const { signatures } = await dkimSign(message, {
      signatureData: [signing],
    } as unknown as Parameters<typeof dkimSign>[1])
    const signed = Buffer.concat([Buffer.from(signatures), message])
    const asked: string[] = []
    const prove = proverWith(async (name) => {
      asked.push(name)
      return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]]
    }, 30)
    expect(await Promise.all([prove(signed), prove(message)])).toEqual([['ines@mail.example'], []])
    expect(asked).toEqual(['s1._domainkey.mail.example'])
    const saying = (code: string) =>
      proverWith(() => Promise.reject(Object.assign(new Error(), { code })), 30)
    expect(await saying('ENOTFOUND')(signed)).toEqual([])
    const away = saying('ETIMEOUT')
    for (const _ of ['first', 'and the next']) {
      await expect(away(signed)).rejects.toMatchObject({
        extensions: { code: 'SERVICE_UNAVAILABLE' },
      })
    }
    expect(await away(message)).toEqual([])
  })
})

describe('17 Inbound mail: the memory of a closed connection', () => {
  it('is released if the sender disconnects during a message', async () => {
    const stream = new PassThrough()
    const budget = new MessageBudget({ max: 5_000, maxPerClient: 5_000 })
    const delivery = { intake: app.intake, recipients: [], protocol: 'smtp' as const }
    const log = { warn: () => {} } as never
    const outcome = deliverTo({ ...delivery, prove: async () => [], log }, stream, {
      ...{ maxBytes: 1_000, budget, client: '192.0.2.1', pace: slowestMessage },
      tooSlow: () => {},
    })
    stream.write('x'.repeat(500))
    await expect.poll(() => budget.bytes).toBe(500)
    stream.destroy()
    await expect(outcome).rejects.toThrow(/premature/i)
    expect(budget.bytes).toBe(0)
  })

  it.each([
    [['NOT_FOUND', 'SERVICE_UNAVAILABLE', ''], 451],
    [['NOT_FOUND', 'SERVICE_UNAVAILABLE'], 451],
    [['INSUFFICIENT_STORAGE', ''], 452],
    [['NOT_FOUND', 'NOT_FOUND'], 550],
  ] as const)(
    'the reply to outcomes %j of several recipients is %d, so that temporary failures are retried',
    async (codes, status) => {
      const to = codes.map((_, at) => `${at}@${inboundDomain}`)
      const ingest: Intake['ingest'] = async ({ recipient }) => {
        const code = codes[to.indexOf(recipient ?? '')]
        if (code) fail(code)
        return { id: 1, ownerId: 1, isNew: true, object: undefined }
      }
      const intake: Intake = { ...app.intake, isSecretAddress: async () => true, ingest }
      expect(await send(await listen({ intake }), to, rawMail())).toBe(status)
    },
  )
})
