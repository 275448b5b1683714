/** The settings of metrics and traces (test/process/config). */
import { Expected, isHost, isPlainHttpUrl, matching, oneOf, type Reader, whole } from './readers.ts'
import { optionalRow, row, type ValuesOf } from './rows.ts'

/** `name=value` pairs as OpenTelemetry writes them: comma-separated, values percent-encoded. */
const pairs: Reader<Readonly<Record<string, string>>> = (text) => {
  const valueIn = (pair: string) => {
    // A pair that does not match throws too: null cannot be destructured.
    const [, name, value] = /^\s*([\w.-]+)\s*=\s*([!-+\--~ ]*?)\s*$/.exec(pair) as RegExpExecArray
    return [name, decodeURIComponent(value ?? '')]
  }
  try {
    return Object.freeze(Object.fromEntries(text.split(',').map(valueIn)))
  } catch {
    throw new Expected(
      'must be comma-separated pairs such as name=value, with percent-encoded values',
    )
  }
}

const fraction: Reader<number> = (text) => {
  const value = /^(0|1|0?\.\d{1,9}|1\.0+|0\.\d+)$/.test(text) ? Number(text) : Number.NaN
  if (value >= 0 && value <= 1) return value
  throw new Expected('must be a number from 0 to 1')
}

export const telemetryRows = {
  METRICS_PORT: optionalRow(
    whole(0, 65_535),
    'Port that serves /metrics to Prometheus; 0 picks a free port. Unset: no separate port.',
  ),
  METRICS_HOST: row(
    '127.0.0.1',
    matching('an IP address or host name', isHost),
    'Address to listen on for METRICS_PORT.',
  ),
  METRICS_KEY: optionalRow(
    matching('at least 20 printable ASCII characters without spaces', (key) =>
      /^[!-~]{20,}$/.test(key),
    ),
    'Key for /metrics, at least 20 characters, sent as `Authorization: Bearer <key>`. With it, ' +
      '/metrics is also served on PORT. Unset: METRICS_PORT needs no key.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalRow(
    matching(
      'an http(s) URL such as http://collector:4318, without credentials, query or fragment',
      isPlainHttpUrl,
    ),
    'Base URL of the OpenTelemetry collector to which traces are sent (OTLP over HTTP, JSON). ' +
      'Unset: no traces.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optionalRow(
    pairs,
    'Headers for the collector, such as its key: name=value, comma-separated, values ' +
      'percent-encoded.',
  ),
  OTEL_SERVICE_NAME: optionalRow(
    String,
    'Name of the service in traces. Unset: `service.name` of OTEL_RESOURCE_ATTRIBUTES, or else ' +
      'trips.',
  ),
  OTEL_RESOURCE_ATTRIBUTES: optionalRow(
    pairs,
    'What traces say of this process, such as deployment.environment.name=production: ' +
      'name=value, comma-separated, values percent-encoded. Unset: its version, and a ' +
      '`service.instance.id` that is random at each start.',
  ),
  OTEL_TRACES_SAMPLER: row(
    'parentbased_always_on',
    oneOf(
      ...(['always_on', 'always_off', 'traceidratio'] as const),
      ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
    ),
    'Which requests are traced: always_on, always_off or traceidratio; with the prefix ' +
      'parentbased_, a `traceparent` header of the request takes precedence.',
  ),
  OTEL_TRACES_SAMPLER_ARG: row(
    '1',
    fraction,
    'Share of requests to trace, from 0 to 1, for the samplers traceidratio and ' +
      'parentbased_traceidratio.',
  ),
}

type Values = ValuesOf<typeof telemetryRows>

/** undefined: there are no metrics. */
export function metricsOf(values: Values) {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_KEY: key } = values
  if (port === undefined && key === undefined) return undefined
  return Object.freeze({
    /** undefined: no separate port. */
    port,
    host,
    /** undefined: only the port serves them. */
    key,
  })
}

/** undefined: there are no traces. */
export function tracesOf(values: Values, baseUrl: string | undefined) {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '')
  if (endpoint === undefined) return undefined
  const resource = values.OTEL_RESOURCE_ATTRIBUTES ?? {}
  return Object.freeze({
    endpoint,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    service: values.OTEL_SERVICE_NAME ?? resource['service.name'] ?? 'trips',
    /** Attributes of the process. */
    resource,
    /** The service's public address, if it has one. */
    baseUrl,
    sampler: values.OTEL_TRACES_SAMPLER,
    /** Share of requests, from 0 to 1. */
    share: values.OTEL_TRACES_SAMPLER_ARG,
  })
}
