/** Over SMTP a sender counts only with a signature that aligns with From. */
import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { describe, expect, it } from 'vitest'
import { provenSenders, type Resolver } from '../../src/mail/receiving/dkim.ts'
import { rawMail } from './raw.ts'

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

const prove = (message: Buffer, resolver = known().resolver) => provenSenders(message, resolver)

describe('17 Inbound mail: DKIM', () => {
  it('proves the sender of the domain, or of its organisation', async () => {
    expect(await prove(await signed(rawMail({ from })))).toEqual(['ines@mail.example'])
    const sub = await signed(rawMail({ from }), { signingDomain: 'news.mail.example' })
    expect(await prove(sub)).toEqual(['ines@mail.example'])
  })

  it('no signature proves nothing, and asks nobody', async () => {
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
    ['a key that is not told', { signingDomain: 'unknown.example' }],
    ['one that has expired', { signTime: new Date('2020-01-01'), expires: new Date('2020-01-08') }],
    ['one of the future', { signTime: new Date('2090-01-01') }],
  ])('%s proves nothing', async (_, signing) => {
    const domain = 'signingDomain' in signing ? signing.signingDomain : 'mail.example'
    const message = await signed(rawMail({ from: `ines@${domain}` }), signing)
    expect(message.toString()).toContain('DKIM-Signature')
    expect(await prove(message)).toEqual([])
  })

  it('a key on trial, or name servers that are away, prove nothing', async () => {
    const message = await signed(rawMail({ from }))
    expect(await prove(message, known(' t=y;').resolver)).toEqual([])
    expect(await prove(message, known(' t=s;').resolver)).toEqual(['ines@mail.example'])
    const away: Resolver = async () => {
      throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' })
    }
    expect(await prove(message, away)).toEqual([])
  })

  it('many signatures cost nobody many questions', async () => {
    const { asked, resolver } = known()
    const one = (await signed(rawMail({ from }))).toString('latin1')
    const [signature = ''] = one.split('\r\nFrom:')
    const message = Buffer.from(`${`${signature}\r\n`.repeat(6)}${one}`, 'latin1')
    expect(await prove(message, resolver)).toEqual([])
    expect(asked).toEqual([])
  })
})
