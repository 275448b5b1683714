/** Messages that nodemailer signs, with keys that the listener alone can look up. */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { Resolver } from '../../../src/mail/receiving/dkim.ts'
import { db } from '../../world.ts'
import { flightHtml, rawMail } from '../raw-mails.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const domains = ['mail.example', 'work.example', 'evil.example', 'xmail.example']
/** Knows one key, of these domains. */
export const resolver: Resolver = async (name) => {
  if (domains.some((domain) => name === `s1._domainkey.${domain}`)) {
    return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]]
  }
  throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
}

/** For nodemailer: signs with that key, in the name of a domain. */
export const signedBy = (domainName: string) => ({
  dkim: { domainName, keySelector: 's1', privateKey },
})

/** A flight in the trip of the cast, from this address; and the name it is stored under. */
export function flightFrom(from: string, headers: string[] = []) {
  const messageId = `<${randomUUID()}@mail.example>`
  return { messageId, raw: rawMail({ from, headers, messageId, html: flightHtml() }) }
}

/** The emails that are stored under that name. */
export const storedAs = (messageId: string) =>
  db.query<{ id: number; owner: number; name: string }>({
    text: `select id, owner_id as owner, unique_parser_identifier as name from email
      where message_key = $1`,
    values: [messageId],
  })
