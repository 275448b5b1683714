/** Over SMTP a sender counts only with a signature that aligns with From. */
import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { provenSenders, type Resolver } from '../../../src/mail/receiving/dkim.ts'
import { rawMail } from '../raw-mails.ts'

const rsa = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const { publicKey, privateKey } = rsa(2048)
const weak = rsa(1024 - 256)

const recordOf = (key: Buffer, more = '') => `v=DKIM1; k=rsa;${more} p=${key.toString('base64')}`

/** Name servers that know these names, and count what they are asked. */
function names(records: Record<string, string>) {
  const asked: string[] = []
  const resolver: Resolver = async (name) => {
    asked.push(name)
    const record = records[name]
    if (record === undefined) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
    return [[record]]
  }
  return { asked, resolver }
}

const known = (more = '') =>
  names({
    's1._domainkey.mail.example': recordOf(publicKey, more),
    's1._domainkey.news.mail.example': recordOf(publicKey),
    's1._domainkey.evil.example': recordOf(publicKey),
    's1._domainkey.weak.example': recordOf(weak.publicKey),
  })

const from = 'Ines <Ines@mail.example>'

interface Signing {
  signingDomain?: string
  key?: string
  algorithm?: string
  maxBodyLength?: number
  headerList?: string
  signTime?: Date
  expires?: Date
}

async function signed(message: Buffer, signing: Signing = {}): Promise<Buffer> {
  const { signingDomain = 'mail.example', key = privateKey, headerList, ...more } = signing
  const { signatures } = await dkimSign(message, {
    signatureData: [{ signingDomain, selector: 's1', privateKey: key, ...more }],
    algorithm: more.algorithm ?? 'rsa-sha256',
    ...(headerList !== undefined && { headerList }),
    ...(more.signTime && { signTime: more.signTime }),
    ...(more.expires && { expires: more.expires }),
  } as unknown as Parameters<typeof dkimSign>[1])
  return Buffer.concat([Buffer.from(signatures), message])
}

const prove = (message: Buffer, resolver = known().resolver, days = 30) =>
  provenSenders(message, resolver, days)

describe('17 Inbound mail: a DKIM signature', () => {
  it('proves the sender of the domain, or of its organisation', async () => {
    expect(await prove(await signed(rawMail({ from })))).toEqual(['ines@mail.example'])
    const sub = await signed(rawMail({ from }), { signingDomain: 'news.mail.example' })
    expect(await prove(sub)).toEqual(['ines@mail.example'])
  })

  it('is missing: the message proves nothing and causes no query', async () => {
    const { asked, resolver } = known()
    expect(await prove(rawMail({ from }), resolver)).toEqual([])
    expect(asked).toEqual([])
  })

  it('a signature of another domain proves nothing', async () => {
    const message = await signed(rawMail({ from }), { signingDomain: 'evil.example' })
    expect(await prove(message)).toEqual([])
  })

  it('a changed body, subject or sender proves nothing', async () => {
    const text = (await signed(rawMail({ from }))).toString('latin1')
    const forged = [
      text.replace('Seat 21', 'Seat 22'),
      text.replace('Subject: Your', 'Subject: My'),
      text.replace('Ines@mail', 'olga@mail'),
    ]
    for (const one of forged) {
      expect(one).not.toBe(text)
      expect(await prove(Buffer.from(one, 'latin1'))).toEqual([])
    }
  })

  it('several senders prove nothing, in one From or in two', async () => {
    const both = `${from}, olga@mail.example`
    expect(await prove(await signed(rawMail({ from: both })))).toEqual([])
    const message = await signed(rawMail({ from }))
    const before = Buffer.concat([Buffer.from('From: olga@mail.example\r\n'), message])
    expect(await prove(before)).toEqual([])
    const twice = await signed(rawMail({ from, headers: ['From: olga@mail.example'] }))
    expect(await prove(twice)).toEqual([])
  })

  it('a signature over a part of the body proves nothing', async () => {
    const message = await signed(rawMail({ from }), { maxBodyLength: 5 })
    expect(message.toString()).toMatch(/[;\s]l=5/)
    expect(await prove(message)).toEqual([])
  })

  it.each([
    ['RSA with SHA-1', { algorithm: 'rsa-sha1' }],
    ['a short key', { signingDomain: 'weak.example', key: weak.privateKey }],
    ['a key that is not published', { signingDomain: 'unknown.example' }],
    ['one that has expired', { signTime: new Date('2020-01-01'), expires: new Date('2020-01-08') }],
    ['one of the future', { signTime: new Date('2090-01-01') }],
  ])('%s proves nothing', async (_, signing) => {
    const domain = 'signingDomain' in signing ? signing.signingDomain : 'mail.example'
    const message = await signed(rawMail({ from: `ines@${domain}` }), signing)
    expect(message.toString()).toContain('DKIM-Signature')
    expect(await prove(message)).toEqual([])
  })

  it('a key in testing mode, or unavailable name servers, prove nothing', async () => {
    const message = await signed(rawMail({ from }))
    expect(await prove(message, known(' t=y;').resolver)).toEqual([])
    expect(await prove(message, known(' t=s;').resolver)).toEqual(['ines@mail.example'])
    const away: Resolver = async () => {
      throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' })
    }
    expect(await prove(message, away)).toEqual([])
  })

  it.each(['From: olga@mail.example', 'From : olga@mail.example', 'FROM:olga@mail.example'])(
    'a second sender as %s proves nothing',
    async (line) => {
      const message = await signed(rawMail({ from }))
      for (const place of [0, message.indexOf('Subject:')]) {
        const parts = [message.subarray(0, place), Buffer.from(`${line}\r\n`)]
        expect(await prove(Buffer.concat([...parts, message.subarray(place)]))).toEqual([])
      }
    },
  )

  it('a signature that does not cover From proves nothing', async () => {
    const dkim = { domainName: 'mail.example', keySelector: 's1', privateKey }
    const skipFields = 'from'
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const sign = async (more: object) => {
      const signing = { dkim: { ...dkim, ...more }, raw: rawMail({ from }) }
      return (await transport.sendMail({ envelope: { from: '', to: 'x@y.example' }, ...signing }))
        .message as Buffer
    }
    expect(await prove(await sign({}))).toEqual(['ines@mail.example'])
    expect(await prove(await sign({ skipFields }))).toEqual([])
  })

  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const year = 365

  it('a signature proves the sender for 30 days from its own time, or as configured', async () => {
    for (const [days, most, proved] of [
      [29, 30, true],
      [31, 30, false],
      [31, 60, true],
      [6, 7, true],
      [8, 7, false],
      [9 * year, 0, true],
    ] as const) {
      const message = await signed(rawMail({ from }), { signTime: ago(days) })
      expect(message.toString()).toMatch(/[;\s]t=\d/)
      const senders = proved ? ['ines@mail.example'] : []
      expect([days, most, await prove(message, known().resolver, most)]).toEqual([
        ...[days, most, senders],
      ])
    }
  })

  it('without its own time, from the Date that it covers; without that it proves nothing', async () => {
    const dkim = { domainName: 'mail.example', keySelector: 's1', privateKey }
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const dated = async (date: string, more: object = {}) => {
      const raw = rawMail({ from })
        .toString('latin1')
        .replace(/^Date: .*$/m, date)
      const signing = { dkim: { ...dkim, ...more }, raw }
      const sent = await transport.sendMail({
        envelope: { from: '', to: 'x@y.example' },
        ...signing,
      })
      const message = sent.message as Buffer
      expect(message.toString()).not.toMatch(/DKIM-Signature:[^\r]*[;\s]t=/)
      return message
    }
    const dateOf = (days: number) =>
      `Date: ${ago(days).toUTCString().replace('GMT', '+0000 (UTC)')}`
    expect(await prove(await dated(dateOf(29)))).toEqual(['ines@mail.example'])
    expect(await prove(await dated(dateOf(31)))).toEqual([])
    expect(await prove(await dated('Date: some day'))).toEqual([])
    expect(await prove(await dated(dateOf(1), { skipFields: 'date' }))).toEqual([])
    expect(await prove(await dated(dateOf(year)), known().resolver, 0)).toEqual([
      'ines@mail.example',
    ])
  })

  it('many signatures cause few queries', async () => {
    const { asked, resolver } = known()
    const one = (await signed(rawMail({ from }))).toString('latin1')
    const [signature = ''] = one.split('\r\nFrom:')
    const message = Buffer.from(`${`${signature}\r\n`.repeat(6)}${one}`, 'latin1')
    expect(await prove(message, resolver)).toEqual([])
    expect(asked).toEqual([])
  })
})
