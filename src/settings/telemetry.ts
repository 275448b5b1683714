/** The settings of metrics and traces (test/settings/config). */
import { mapped, matching, oneOf, parsing } from '../base/values.ts'
import { host, httpUrl, portNumber, secret } from './readers.ts'
import { optionalRow, row, type ValuesOf } from './rows.ts'

/** The decoded value; undefined for an invalid percent escape. */
function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** `name=value` pairs as OpenTelemetry writes them: comma-separated, values percent-encoded. */
const pairs = parsing(
  'must be comma-separated pairs such as name=value, with percent-encoded values',
  (text): Readonly<Record<string, string>> | undefined => {
    const found: [string, string][] = []
    for (const pair of text.split(',')) {
      const [, name, encoded] = /^\s*([\w.-]+)\s*=\s*([!-+\--~ ]*?)\s*$/.exec(pair) ?? []
      const value = encoded === undefined ? undefined : decoded(encoded)
      if (name === undefined || value === undefined) return undefined
      found.push([name, value])
    }
    return Object.freeze(Object.fromEntries(found))
  },
)

const fraction = mapped(
  matching('must be a number from 0 to 1', /^(0|1|0?\.\d{1,9}|1\.0+|0\.\d+)$/),
  Number,
)

export const telemetryRows = {
  metricsPort: optionalRow(
    'METRICS_PORT',
    portNumber,
    'Port that serves /metrics to Prometheus; 0 picks a free port. Unset: no separate port.',
  ),
  metricsHost: row('METRICS_HOST', '127.0.0.1', host, 'Address to listen on for METRICS_PORT.'),
  metricsKey: optionalRow(
    'METRICS_KEY',
    secret(20),
    'Key for /metrics, at least 20 characters, sent as `Authorization: Bearer <key>`. With it, ' +
      '/metrics is also served on PORT. Unset: METRICS_PORT needs no key.',
  ),
  endpoint: optionalRow(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    httpUrl('http://collector:4318'),
    'Base URL of the OpenTelemetry collector to which traces are sent (OTLP over HTTP, JSON). ' +
      'Unset: no traces.',
  ),
  headers: optionalRow(
    'OTEL_EXPORTER_OTLP_HEADERS',
    pairs,
    'Headers for the collector, such as its key: name=value, comma-separated, values ' +
      'percent-encoded.',
  ),
  service: optionalRow(
    'OTEL_SERVICE_NAME',
    String,
    'Name of the service in traces. Unset: `service.name` of OTEL_RESOURCE_ATTRIBUTES, or else ' +
      'trips.',
  ),
  resource: optionalRow(
    'OTEL_RESOURCE_ATTRIBUTES',
    pairs,
    'What traces say of this process, such as deployment.environment.name=production: ' +
      'name=value, comma-separated, values percent-encoded. Unset: its version, and a ' +
      '`service.instance.id` that is random at each start.',
  ),
  sampler: row(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    oneOf(
      ...(['always_on', 'always_off', 'traceidratio'] as const),
      ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
    ),
    'Which requests are traced: always_on, always_off or traceidratio; with the prefix ' +
      'parentbased_, a `traceparent` header of the request takes precedence.',
  ),
  share: row(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    fraction,
    'Share of requests to trace, from 0 to 1, for the samplers traceidratio and ' +
      'parentbased_traceidratio.',
  ),
}

type Values = ValuesOf<typeof telemetryRows>

/** undefined: no metrics. */
export function metricsOf({ metricsPort: port, metricsHost: host, metricsKey: key }: Values) {
  if (port === undefined && key === undefined) return undefined
  return Object.freeze({
    /** undefined: no separate port. */
    port,
    host,
    /** undefined: served only on that port. */
    key,
  })
}

/** undefined: no traces. `baseUrl` is the public URL of the service, if set. */
export function tracesOf(
  { endpoint, headers = {}, service, resource = {}, sampler, share }: Values,
  baseUrl: string | undefined,
) {
  if (endpoint === undefined) return undefined
  const name = service ?? resource['service.name'] ?? 'trips'
  return Object.freeze({ endpoint, headers, service: name, resource, baseUrl, sampler, share })
}
