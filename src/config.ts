/**
 * The settings: read once from the environment and `.env`, validated, frozen (test/spec/01.3,
 * test/process/config). A table of readers rather than a JSON schema: the sentences about wrong
 * values stand beside the rules, all of them come at once, and none repeats the value, which may be
 * a secret.
 */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import {
  addresses,
  Expected,
  isHost,
  isMailbox,
  isPlainHttpUrl,
  isPostgresUrl,
  limit,
  matching,
  oneOf,
  origins,
  urlOf,
  whole,
} from './setting-readers.ts'
import { optionalRow, type Row, row, type ValuesOf } from './setting-rows.ts'
import { httpOf, httpRows } from './settings-of-http.ts'
import { inboundOf, mailRows, outgoingRows } from './settings-of-mail.ts'
import { contradictionsOfOauth, oauthOf, oauthRows } from './settings-of-oauth.ts'
import { missingOfObjects, objectRows, s3Of } from './settings-of-objects.ts'

const table = {
  PORT: row('3000', whole(0, 65_535), 'The port to listen on; 0 = any free one.'),
  HOST: row('127.0.0.1', matching('an address or host name', isHost), 'The address to listen on.'),
  BASE_URL: optionalRow(
    matching('a URL like https://trips.example, without query', isPlainHttpUrl),
    'The public address. Unset: links in answers follow the request, mails say http://HOST:PORT.',
  ),
  DATA_DIR: row('.data', String, 'Embedded database, keys, and mail and files that stay here.'),
  DATABASE_URL: optionalRow(
    matching('a URL like postgresql://user@host:5432/name', isPostgresUrl),
    'A PostgreSQL server, postgresql://user@host/name, instead of the embedded database.',
  ),
  DATABASE_POOL_SIZE: row('20', whole(1, 500), 'Connections to the PostgreSQL server.'),
  OPERATOR_KEY: optionalRow(
    matching('20 or more visible ASCII characters, no spaces', (key) => /^[!-~]{20,}$/.test(key)),
    'The key of operators, 20 characters at least. Unset: a random one, in DATA_DIR/operator.key.',
  ),
  SMTP_URL: optionalRow(
    matching('a URL like smtp://host:587', (text) => urlOf(text, 'smtp', 'smtps') !== undefined),
    'The server that takes outgoing mail, smtp:// or smtps://. Unset: files in DATA_DIR/outbox.',
  ),
  MAIL_FROM: row(
    'Trips <trips@localhost>',
    matching('an address, or Name <address>', isMailbox),
    'The sender of outgoing mail.',
  ),
  ...objectRows,
  ...oauthRows,
  ...mailRows,
  TRUSTED_PROXIES: row('', addresses, 'Whose X-Forwarded headers count: 10.0.0.0/8, ...'),
  CORS_ORIGINS: row('', origins, 'Whose pages may call from a browser: https://app.example, ...'),
  ...httpRows,
  INTROSPECTION: row('on', oneOf('on', 'off'), 'Whether GraphQL clients may read the schema.'),
  LOG_LEVEL: row(
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'The least level that is logged: fatal, error, warn, info, debug, trace or silent.',
  ),
  STOP_DELAY: row(
    '500',
    whole(0, 60_000),
    'Milliseconds in which /readyz says 503 before a stop, and of quiet that end it.',
  ),
  LIMIT_LOGIN_ACCOUNT: row('5', limit, 'Failed logins, by account and network in 15 minutes.'),
  LIMIT_LOGIN_DAY: row(
    '100',
    limit,
    'Failed logins to an account in a day, from all networks new to it.',
  ),
  LIMIT_LOGIN_ADDRESS: row(
    '20',
    limit,
    'Failed logins, by client address in 15 minutes. IPv6: a /64; its /48 has ten times each limit.',
  ),
  LIMIT_SIGNUP: row('60', limit, 'Signups, by client address in an hour.'),
  LIMIT_UPLOAD: row('60', limit, 'Public upload preparations, by client address in an hour.'),
  LIMIT_UNUSED_UPLOADS: row(
    '2048',
    limit,
    'MiB prepared and not used, by account or client address; an upload counts as 1 at least.',
  ),
  LIMIT_RESET_ADDRESS: row('10', limit, 'Password resets, by client address in an hour.'),
  LIMIT_RESET_ACCOUNT: row('3', limit, 'Password resets, by account in an hour.'),
  LIMIT_ALTERNATIVE_EMAIL: row('10', limit, 'Alternative addresses, by user in an hour.'),
  LIMIT_INBOUND_MAIL: row('1000', limit, 'Messages over SMTP, by client address in an hour.'),
  ...outgoingRows,
}

type Values = ValuesOf<typeof table>

/** At most `most` times in `seconds`; `most` 0 = unlimited. */
export interface Limit {
  readonly most: number
  readonly seconds: number
}

export type Config = ReturnType<typeof freeze>

/**
 * Every setting, in the order of `.env.example`; `default` undefined: unset has its own meaning.
 */
export const settings: readonly { name: string; about: string; default: string | undefined }[] =
  Object.entries<Row<unknown>>(table).map(([name, { about, default: fallback }]) => ({
    name,
    about,
    default: fallback,
  }))

/** The settings cannot be used; `problems` has one sentence for each, never with its value. */
export class WrongSettings extends Error {
  override readonly name = 'WrongSettings'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['The settings are wrong:', ...problems.map((problem) => `  ${problem}`)].join('\n'))
    this.problems = problems
  }
}

/**
 * The frozen settings: `env`, then the text of `.env`, then the defaults; an empty value counts as
 * unset. Throws `WrongSettings` with all problems at once: wrong values, and keys of `.env` that
 * are no setting (the environment is full of those, so it is not searched for them).
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  dotenvText = '',
): Config {
  const file: Record<string, string | undefined> = parseEnv(dotenvText)
  const problems = Object.keys(file)
    .filter((name) => !Object.hasOwn(table, name))
    .map((name) => `${name}: is no setting (in .env; .env.example lists them)`)
  const values: Record<string, unknown> = {}
  for (const [name, { default: fallback, read }] of Object.entries<Row<unknown>>(table)) {
    const text = env[name]?.trim() || file[name]?.trim() || fallback
    if (text === undefined) continue
    try {
      values[name] = read(text)
    } catch (error) {
      if (!(error instanceof Expected)) throw error
      problems.push(`${name}: ${error.message}`)
    }
  }
  if (problems.length === 0) problems.push(...missingOfObjects(values as Values))
  if (problems.length === 0) problems.push(...contradictionsOfOauth(values as Values))
  if (problems.length > 0) throw new WrongSettings(problems)
  return freeze(values as Values)
}

const quarter = (most: number): Limit => Object.freeze({ most, seconds: 15 * 60 })
const hour = (most: number): Limit => Object.freeze({ most, seconds: 60 * 60 })
const day = (most: number): Limit => Object.freeze({ most, seconds: 24 * 60 * 60 })

/** An address as it stands in a URL: IPv6 in brackets, "every address" as this machine. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}

function freeze(values: Values) {
  const baseUrl = values.BASE_URL?.replace(/\/+$/, '')
  const publicUrl = baseUrl ?? `http://${hostInUrl(values.HOST)}:${values.PORT}`
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    /**
     * BASE_URL without a slash at its end; undefined: links in answers follow the request
     * (test/facade/links).
     */
    baseUrl,
    /** For mails and printed lines: never taken from a request, whose Host anybody can write. */
    publicUrl,
    /** Absolute. */
    dataDir: resolve(values.DATA_DIR),
    /** undefined: the embedded database in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    /** undefined: the random one of src/outside/operator-key.ts. */
    operatorKey: values.OPERATOR_KEY,
    /** undefined: mail becomes files in `dataDir`/outbox. */
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    /** Days. */
    mailKept: values.MAIL_DAYS,
    /** On mails that accounts cause, by account and by recipient. */
    mailLimits: Object.freeze({
      account: hour(values.LIMIT_MAIL_ACCOUNT),
      recipient: day(values.LIMIT_MAIL_RECIPIENT),
    }),
    /** undefined: the random one of src/outside/kept-secret.ts. */
    secretKey: values.SECRET_KEY,
    /** undefined: files in `dataDir`/objects. */
    s3: s3Of(values),
    /** Bearer tokens (test/oauth); undefined: every one is unknown. */
    oauth: oauthOf(values, publicUrl),
    inbound: inboundOf(values),
    /** MiB of an account, or of a client without one; 0 = unlimited. */
    maxUnusedUploads: values.LIMIT_UNUSED_UPLOADS,
    /** Addresses and CIDR ranges. */
    trustedProxies: values.TRUSTED_PROXIES,
    corsOrigins: values.CORS_ORIGINS,
    /** What clients may hold at once; no limit is Infinity. */
    http: httpOf(values),
    introspection: values.INTROSPECTION === 'on',
    logLevel: values.LOG_LEVEL,
    /** Milliseconds. */
    stopDelay: values.STOP_DELAY,
    /** How often something may be tried (test/spec/01.3). */
    limits: Object.freeze({
      loginAccount: quarter(values.LIMIT_LOGIN_ACCOUNT),
      loginDay: day(values.LIMIT_LOGIN_DAY),
      loginAddress: quarter(values.LIMIT_LOGIN_ADDRESS),
      signup: hour(values.LIMIT_SIGNUP),
      upload: hour(values.LIMIT_UPLOAD),
      resetAddress: hour(values.LIMIT_RESET_ADDRESS),
      resetAccount: hour(values.LIMIT_RESET_ACCOUNT),
      alternativeEmail: hour(values.LIMIT_ALTERNATIVE_EMAIL),
      inboundMail: hour(values.LIMIT_INBOUND_MAIL),
    }),
  })
}
