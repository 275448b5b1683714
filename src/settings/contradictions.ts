/** Settings that are each valid but contradict each other (test/settings/contradictions). */
import { dataRows } from './data.ts'
import { inboundRows } from './mail.ts'
import { oauthRows } from './oauth.ts'
import { objectRows } from './objects.ts'
import { serverRows } from './server.ts'
import { telemetryRows } from './telemetry.ts'
import type { SettingValues } from './topics.ts'

const ofStore = ['privateBucket', 'publicBucket', 'accessKeyId', 'secretAccessKey'] as const

/** Missing settings of the S3 store, if any of its settings is there. */
function missingOfStore(values: SettingValues['objects']): string[] {
  const begun = [...ofStore, 'endpoint', 'publicBaseUrl'] as const
  const first = begun.find((key) => values[key] !== undefined)
  if (first === undefined) return []
  return ofStore
    .filter((key) => values[key] === undefined)
    .map((key) => `${objectRows[key].name}: must be set when ${objectRows[first].name} is set`)
}

/** Ports that are set twice, whatever the host: a wildcard address includes the others. */
function samePorts({ server, telemetry, inbound }: SettingValues): string[] {
  const ports = [
    { ...serverRows.port, value: server.port },
    { ...telemetryRows.metricsPort, value: telemetry.metricsPort },
    { ...inboundRows.port, value: inbound.port },
  ]
  return ports.flatMap(({ name, value }, at) => {
    const same = ports.slice(0, at).find((other) => other.value === value)
    return same && value ? [`${name}: must be a different port from ${same.name}`] : []
  })
}

/** One sentence for each contradiction. */
export function contradictionsOf(values: SettingValues): string[] {
  const { databaseUrl, databaseDirectUrl } = dataRows
  const { clientId, clientSecret, issuer, scopeRead, scopeWrite } = oauthRows
  const { onlyTrustedDocuments, trustedDocuments } = serverRows
  const { data, oauth, server } = values
  return [
    ...missingOfStore(values.objects),
    data.databaseDirectUrl !== undefined &&
      data.databaseUrl === undefined &&
      `${databaseDirectUrl.name}: must be set together with ${databaseUrl.name}`,
    (oauth.clientId === undefined) !== (oauth.clientSecret === undefined) &&
      `${clientId.name}: must be set together with ${clientSecret.name}`,
    oauth.scopeRead !== undefined &&
      oauth.scopeRead === oauth.scopeWrite &&
      `${scopeRead.name}: must be another scope than ${scopeWrite.name}`,
    (oauth.scopeRead ?? oauth.scopeWrite) !== undefined &&
      oauth.issuer === undefined &&
      `${(oauth.scopeRead === undefined ? scopeWrite : scopeRead).name}: requires ${issuer.name}`,
    server.onlyTrustedDocuments &&
      server.trustedDocuments.length === 0 &&
      `${onlyTrustedDocuments.name}: requires ${trustedDocuments.name}`,
    ...samePorts(values),
  ].filter((one) => typeof one === 'string')
}
