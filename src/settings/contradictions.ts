/** Settings that are each valid but contradict each other (test/process/contradictions). */
import type { dataRows } from './data.ts'
import type { inboundRows } from './mail.ts'
import type { oauthRows } from './oauth.ts'
import type { objectRows } from './objects.ts'
import type { ValuesOf } from './rows.ts'
import type { serverRows } from './server.ts'
import type { telemetryRows } from './telemetry.ts'

type Values = ValuesOf<
  typeof dataRows &
    typeof inboundRows &
    typeof oauthRows &
    typeof objectRows &
    typeof serverRows &
    typeof telemetryRows
>

const store = [
  'S3_BUCKET_PRIVATE',
  'S3_BUCKET_PUBLIC',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

/** What an object store needs, if any setting asks for one. */
function missingOfStore(values: Values): string[] {
  const begun = [...store, 'S3_ENDPOINT', 'S3_PUBLIC_BASE_URL'] as const
  const first = begun.find((name) => values[name] !== undefined)
  if (first === undefined) return []
  return store
    .filter((name) => values[name] === undefined)
    .map((name) => `${name}: must be set when ${first} is set`)
}

/** Ports that the service listens on, whatever the host: a wildcard address includes the others. */
function samePorts(values: Values): string[] {
  const ports = ['PORT', 'METRICS_PORT', 'INBOUND_SMTP_PORT'] as const
  return ports.flatMap((name, at) => {
    const same = ports.slice(0, at).find((other) => values[other] === values[name])
    return same && values[name] ? [`${name}: must be a different port from ${same}`] : []
  })
}

/** One sentence for each contradiction. */
export function contradictionsOf(values: Values): string[] {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct } = values
  const { OAUTH_CLIENT_ID: id, OAUTH_CLIENT_SECRET: secret } = values
  const { GRAPHQL_ONLY: only, TRUSTED_DOCUMENTS: trusted } = values
  return [
    ...missingOfStore(values),
    direct !== undefined &&
      url === undefined &&
      'DATABASE_DIRECT_URL: must be set together with DATABASE_URL',
    (id === undefined) !== (secret === undefined) &&
      'OAUTH_CLIENT_ID: must be set together with OAUTH_CLIENT_SECRET',
    only !== undefined && trusted.length === 0 && 'GRAPHQL_ONLY: requires TRUSTED_DOCUMENTS',
    ...samePorts(values),
  ].filter((one) => one !== false)
}
