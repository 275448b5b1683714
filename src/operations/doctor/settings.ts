/** Settings that are valid but questionable: misspelt, weak, or contradictory. */
import { isIP } from 'node:net'
import type { Config } from '../../settings/config.ts'
import { type Check, ok, warning } from './checks.ts'

/** The check; `unlikely` has a sentence for each environment variable that looks misspelt. */
export const settingsCheck = (unlikely: string[]): Check => ({
  name: 'settings',
  async run({ config }) {
    const doubts = [
      ...unlikely,
      ...weak(config),
      ...contradictory(config),
      ...open(config),
      isRisky(config),
    ]
    const found = doubts.filter((one) => one !== false).map(warning)
    return found.length > 0 ? found : ok('All settings are valid.')
  },
})

/** A sentence, or false if it does not apply. */
type Doubt = string | false

/** A key with few different characters was typed, not generated. */
const isWeak = (key: string | undefined) => key !== undefined && new Set(key).size < 10

function weak({ operatorKey, secretKey }: Config): Doubt[] {
  const generate = 'generate one, for example with `openssl rand -hex 32`.'
  return [
    isWeak(operatorKey) && `OPERATOR_KEY is easy to guess; ${generate}`,
    isWeak(secretKey) && `SECRET_KEY is easy to guess; ${generate}`,
    operatorKey !== undefined &&
      operatorKey === secretKey &&
      'OPERATOR_KEY and SECRET_KEY are the same; set two different keys.',
  ]
}

function contradictory(config: Config): Doubt[] {
  const { inbound, smtpUrl, mailFrom, baseUrl, trustedProxies } = config
  return [
    inbound.domain !== undefined &&
      inbound.port === undefined &&
      'INBOUND_DOMAIN is set but INBOUND_SMTP_PORT is not: no booking emails arrive over SMTP.',
    smtpUrl !== undefined &&
      /@localhost\b/.test(mailFrom) &&
      'MAIL_FROM is an address at localhost, which mail servers reject; set it with SMTP_URL.',
    baseUrl?.startsWith('https:') === true &&
      trustedProxies.length === 0 &&
      'BASE_URL begins with https, so there is a proxy in front of the service; set ' +
        'TRUSTED_PROXIES, otherwise all of its clients count as one.',
  ]
}

const isRisky = ({ databaseUrl, databaseDurable }: Config): Doubt =>
  databaseUrl === undefined &&
  !databaseDurable &&
  'DATABASE_DURABLE is off: losing power can destroy the database.'

const isHere = (host: string) => /^(localhost|127\.|\[?::1)/.test(host)

/** Settings that suit development but not a public service. */
function open(config: Config): Doubt[] {
  const { baseUrl, databaseUrl, smtpUrl, s3 } = config
  if (baseUrl === undefined || isHere(new URL(baseUrl).hostname)) return []
  return [
    baseUrl.startsWith('http:') &&
      'BASE_URL begins with http: keys and passwords cross the network unencrypted; use https.',
    databaseUrl === undefined
      ? 'DATABASE_URL is not set: the embedded database is for development; use PostgreSQL.'
      : isPlain(databaseUrl) &&
        'DATABASE_URL does not ask for encryption; add ?sslmode=verify-full.',
    smtpUrl === undefined && 'SMTP_URL is not set: mails are written to files only.',
    s3?.endpoint?.startsWith('http:') === true &&
      !isPrivate(new URL(s3.endpoint).hostname) &&
      'S3_ENDPOINT begins with http: files cross the network unencrypted; use https.',
  ]
}

/** A name without dots belongs to a private network, such as one of containers. */
const isPrivate = (host: string) =>
  isHere(host) || !host.includes('.') || (isIP(host) === 4 && /^(10|192\.168)\./.test(host))

function isPlain(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  const isEncrypted = searchParams.has('sslmode') && searchParams.get('sslmode') !== 'disable'
  return !isEncrypted && hostname !== '' && !isPrivate(hostname)
}
