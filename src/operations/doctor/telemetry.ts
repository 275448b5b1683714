/** The endpoints of metrics and traces. */
import { hostInUrl } from '../../settings/config.ts'
import { type Check, failed, ok, sentenceOf, warning } from './checks.ts'
import { portFault } from './ports.ts'

const patience = 5_000

export const metrics: Check = {
  name: 'metrics',
  async run({ config, service }) {
    const { port, host, key } = config.metrics ?? {}
    if (port === undefined || host === undefined) return undefined
    const place = `${hostInUrl(host)}:${port}`
    const fault = await portFault(port, host)
    if (fault === undefined && service === 'ready' && port !== 0)
      return warning(`Nothing listens on ${place}; restart the service, or check METRICS_PORT.`)
    if (fault === undefined) return ok(`${place} is free for metrics.`)
    if (fault !== 'EADDRINUSE')
      return failed(
        `The service could not listen on ${place} (${fault}); check METRICS_HOST and METRICS_PORT.`,
      )
    const headers = { ...(key !== undefined && { authorization: `Bearer ${key}` }) }
    const signal = AbortSignal.timeout(patience)
    const text = await fetch(`http://${place}/metrics`, { headers, signal }).then(
      (answer) => answer.text(),
      () => '',
    )
    if (/^trips_build_info/m.test(text)) return ok(`Metrics are served on ${place}.`)
    return failed(`Another program answers on ${place}; stop it, or set another METRICS_PORT.`)
  },
}

export const traces: Check = {
  name: 'traces',
  async run({ config: { traces: settings } }) {
    if (settings === undefined) return undefined
    const { endpoint, headers } = settings
    const answer = await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
      headers: { ...headers, 'content-type': 'application/json' },
      // An export without spans.
      body: '{"resourceSpans":[]}',
    }).catch((error: unknown) => sentenceOf(error))
    if (typeof answer === 'string')
      return warning(`${answer} No trace reaches ${endpoint}; check OTEL_EXPORTER_OTLP_ENDPOINT.`)
    if (answer.ok) return ok(`${endpoint} takes traces.`)
    return warning(
      `${endpoint}/v1/traces answers ${answer.status}; check OTEL_EXPORTER_OTLP_ENDPOINT and ` +
        'OTEL_EXPORTER_OTLP_HEADERS.',
    )
  },
}
