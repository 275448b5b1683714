/**
 * The settings: read once from the environment and `.env`, validated, frozen (test/spec/01.3,
 * test/settings/config). A table of readers rather than a JSON schema, so that the sentences about
 * wrong values stand beside the rules, are reported together, and never repeat the value, which may
 * be a secret.
 */
import { isIP } from 'node:net'
import { parseEnv } from 'node:util'
import { readOr } from '../base/values.ts'
import { contradictionsOf } from './contradictions.ts'
import { inboundOf } from './mail.ts'
import { oauthOf } from './oauth.ts'
import { s3Of } from './objects.ts'
import type { SettingRow } from './rows.ts'
import { metricsOf, tracesOf } from './telemetry.ts'
import { type SettingValues, settings, topics } from './topics.ts'

export type Config = ReturnType<typeof configOf>

/** Invalid settings; `problems` has one sentence for each, without its value. */
export class WrongSettings extends Error {
  override readonly name = 'WrongSettings'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['Invalid settings:', ...problems.map((problem) => `  ${problem}`)].join('\n'))
    this.problems = problems
  }
}

/**
 * The frozen settings: from `env`, else from the text of `.env`, else the defaults. An empty value
 * counts as unset, unless the row accepts it. Throws `WrongSettings` with all problems: wrong
 * values, and unknown keys of `.env` (the environment has many of those).
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  dotenvText = '',
): Config {
  const file: Record<string, string | undefined> = parseEnv(dotenvText)
  const problems = Object.keys(file)
    .filter((given) => !settings.some(({ name }) => name === given))
    .map((name) => `${name}: unknown setting in .env; see .env.example`)
  const readRow = ({ name, default: fallback, read, takesEmpty = false }: SettingRow<unknown>) => {
    const given = [env[name]?.trim(), file[name]?.trim()]
    const text = given.find((one) => (takesEmpty ? one !== undefined : one)) ?? fallback
    if (text === undefined) return undefined
    return readOr(
      () => read(text),
      ({ message }) => void problems.push(`${name}: ${message}`),
    )
  }
  const values = eachValue(topics, ({ rows }) =>
    Object.freeze(eachValue(rows, readRow)),
  ) as SettingValues
  if (problems.length === 0) problems.push(...contradictionsOf(values))
  if (problems.length > 0) throw new WrongSettings(problems)
  return configOf(values)
}

/** The same keys with values mapped by `make`. */
const eachValue = <T>(of: Record<string, T>, make: (value: T) => unknown) =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, make(value)]))

/** An address as a host in a URL: IPv6 in brackets, and wildcard addresses as this machine. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}

/** Which of the pages for people and tools are served. */
const shownOf = ({
  introspection,
  onlyTrustedDocuments = false,
  ide,
}: SettingValues['server']) => ({
  introspection: introspection ?? true,
  /** The file /schema.graphql. */
  sdl: introspection ?? !onlyTrustedDocuments,
  /** The page /graphql. */
  ide: ide && !onlyTrustedDocuments,
  onlyTrustedDocuments,
})

function configOf({
  server,
  data,
  outgoing,
  inbound,
  objects,
  oauth,
  telemetry,
  ...of
}: SettingValues) {
  const publicUrl = server.baseUrl ?? `http://${hostInUrl(server.host)}:${server.port}`
  const { account, recipient, ...mail } = outgoing
  return Object.freeze({
    ...server,
    ...shownOf(server),
    /**
     * For mails and printed lines: never taken from a request, whose Host header anybody can
     * choose.
     */
    publicUrl,
    ...data,
    ...mail,
    /** Limits on mails that accounts cause, by account and by recipient. */
    mailLimits: Object.freeze({ account, recipient }),
    /** undefined: files in `dataDir`/objects. */
    s3: s3Of(objects),
    /** Bearer tokens (test/outside/oauth); undefined: none is accepted. */
    oauth: oauthOf(oauth, publicUrl),
    inbound: inboundOf(inbound),
    /** What clients may hold at once; Infinity: unlimited. */
    http: of.http,
    /** undefined: no metrics. */
    metrics: metricsOf(telemetry),
    /** undefined: no traces. */
    traces: tracesOf(telemetry, server.baseUrl),
    /** Rate limits (test/spec/01.3). */
    limits: of.limits,
  })
}
