/**
 * The settings: read once from the environment and `.env`, validated, frozen (test/spec/01.3,
 * test/process/config). A table of readers rather than a JSON schema: the sentences about wrong
 * values stand beside the rules, all of them come at once, and none repeats the value, which may be
 * a secret.
 */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { contradictionsOf } from './contradictions.ts'
import { dataRows } from './data.ts'
import { httpOf, httpRows } from './http.ts'
import { limitRows, limitsOf } from './limits.ts'
import { inboundOf, inboundRows, mailLimitsOf, outgoingRows } from './mail.ts'
import { oauthOf, oauthRows } from './oauth.ts'
import { objectRows, s3Of } from './objects.ts'
import { Expected } from './readers.ts'
import type { Row, ValuesOf } from './rows.ts'
import { serverRows } from './server.ts'
import { metricsOf, telemetryRows, tracesOf } from './telemetry.ts'

type Table = typeof serverRows &
  typeof dataRows &
  typeof outgoingRows &
  typeof inboundRows &
  typeof objectRows &
  typeof oauthRows &
  typeof httpRows &
  typeof limitRows &
  typeof telemetryRows

/** The settings by topic, in the order of `.env.example`; `about` holds for all of a topic. */
export const topics: readonly {
  title: string
  about?: string
  rows: Record<string, Row<unknown>>
}[] = [
  { title: 'Server', rows: serverRows },
  { title: 'Data and keys', rows: dataRows },
  { title: 'Outgoing mail', rows: outgoingRows },
  { title: 'Incoming booking emails', rows: inboundRows },
  {
    title: 'Object storage for documents and images',
    about:
      'To use S3 or a compatible server, set both buckets and both access keys. Unset: files ' +
      'are stored in DATA_DIR/objects.',
    rows: objectRows,
  },
  { title: 'OAuth bearer tokens', rows: oauthRows },
  {
    title: 'Concurrency limits',
    about: '0: no limit. A client address is an IPv4 address or an IPv6 /64.',
    rows: httpRows,
  },
  {
    title: 'Rate limits',
    about:
      '0: no limit. A client address is an IPv4 address or an IPv6 /64; all clients of ' +
      'an IPv6 /48 together get ten times each limit.',
    rows: limitRows,
  },
  {
    title: 'Metrics and traces',
    rows: telemetryRows,
  },
]

const table: Record<string, Row<unknown>> = Object.assign({}, ...topics.map(({ rows }) => rows))

type Values = ValuesOf<Table>

export type Config = ReturnType<typeof freeze>

/** Every setting, in the same order; `default` undefined: unset has its own meaning. */
export const settings: readonly { name: string; about: string; default: string | undefined }[] =
  Object.entries(table).map(([name, { about, default: fallback }]) => ({
    name,
    about,
    default: fallback,
  }))

/** The settings cannot be used; `problems` has one sentence for each, never with its value. */
export class WrongSettings extends Error {
  override readonly name = 'WrongSettings'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['Invalid settings:', ...problems.map((problem) => `  ${problem}`)].join('\n'))
    this.problems = problems
  }
}

/**
 * The frozen settings: `env`, then the text of `.env`, then the defaults; an empty value counts as
 * unset, except where a row takes it. Throws `WrongSettings` with all problems at once: wrong
 * values, and keys of `.env` that are no setting (the environment is full of those, so it is not
 * searched for them).
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  dotenvText = '',
): Config {
  const file: Record<string, string | undefined> = parseEnv(dotenvText)
  const problems = Object.keys(file)
    .filter((name) => !Object.hasOwn(table, name))
    .map((name) => `${name}: unknown setting in .env; see .env.example`)
  const values: Record<string, unknown> = {}
  for (const [name, { default: fallback, read, takesEmpty = false }] of Object.entries(table)) {
    const given = [env[name]?.trim(), file[name]?.trim()]
    const text = given.find((one) => (takesEmpty ? one !== undefined : one)) ?? fallback
    if (text === undefined) continue
    try {
      values[name] = read(text)
    } catch (error) {
      if (!(error instanceof Expected)) throw error
      problems.push(`${name}: ${error.message}`)
    }
  }
  if (problems.length === 0) problems.push(...contradictionsOf(values as Values))
  if (problems.length > 0) throw new WrongSettings(problems)
  return freeze(values as Values)
}

/** An address as it stands in a URL: IPv6 in brackets, "every address" as this machine. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}

/** What is shown of the interfaces. */
const shownOf = ({ INTROSPECTION, GRAPHQL_ONLY, REST_DOCS, GRAPHQL_IDE }: Values) => ({
  introspection: INTROSPECTION !== 'off',
  /** The file /schema.graphql. */
  sdl: INTROSPECTION === 'on' || (INTROSPECTION === undefined && GRAPHQL_ONLY === undefined),
  /** The page /docs. */
  docs: REST_DOCS === 'on',
  /** The page /graphql. */
  ide: GRAPHQL_IDE === 'on' && GRAPHQL_ONLY === undefined,
})

function freeze(values: Values) {
  const baseUrl = values.BASE_URL?.replace(/\/+$/, '')
  const publicUrl = baseUrl ?? `http://${hostInUrl(values.HOST)}:${values.PORT}`
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    /**
     * BASE_URL without a slash at its end; undefined: links in answers follow the request
     * (test/rest-facade/links).
     */
    baseUrl,
    /** For mails and printed lines: never taken from a request, whose Host anybody can write. */
    publicUrl,
    /** What pages and mails call the service. */
    serviceName: values.SERVICE_NAME,
    /** Absolute. */
    dataDir: resolve(values.DATA_DIR),
    /** undefined: the embedded database in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    /** undefined: `databaseUrl` is the server, not a connection pooler. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    /** undefined: the random one of src/outside/operator-key.ts. */
    operatorKey: values.OPERATOR_KEY,
    /** undefined: mail becomes files in `dataDir`/outbox. */
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    /** Days. */
    mailKept: values.MAIL_DAYS,
    /** On mails that accounts cause, by account and by recipient. */
    mailLimits: mailLimitsOf(values),
    /** undefined: the random one of src/outside/kept-secret.ts. */
    secretKey: values.SECRET_KEY,
    /** undefined: files in `dataDir`/objects. */
    s3: s3Of(values),
    /** Bearer tokens (test/outside/oauth); undefined: every one is unknown. */
    oauth: oauthOf(values, publicUrl),
    inbound: inboundOf(values),
    /** MiB of an account, or of a client without one; 0 = unlimited. */
    maxUnusedUploads: values.LIMIT_UNUSED_UPLOADS,
    /** Addresses and CIDR ranges. */
    trustedProxies: values.TRUSTED_PROXIES,
    corsOrigins: values.CORS_ORIGINS,
    /** What clients may hold at once; no limit is Infinity. */
    http: httpOf(values),
    /** undefined: no metrics. */
    metrics: metricsOf(values),
    /** undefined: no traces. */
    traces: tracesOf(values, baseUrl),
    ...shownOf(values),
    /** Absolute paths of manifests, or of folders of them. */
    trustedDocuments: Object.freeze(values.TRUSTED_DOCUMENTS.map((path) => resolve(path))),
    onlyTrustedDocuments: values.GRAPHQL_ONLY === 'trusted',
    logLevel: values.LOG_LEVEL,
    /** Milliseconds. */
    stopDelay: values.STOP_DELAY,
    /** How often something may be tried (test/spec/01.3). */
    limits: limitsOf(values),
  })
}
