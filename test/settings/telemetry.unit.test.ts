/** The settings of metrics and traces: off unless asked for, and never half right. */
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'

describe('the settings of metrics and traces', () => {
  it('are off by default', () => {
    expect(readConfig({})).toMatchObject({ metrics: undefined, traces: undefined })
    const half = { METRICS_HOST: '0.0.0.0', OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER_ARG: '0.5' }
    expect(readConfig(half)).toMatchObject({ metrics: undefined, traces: undefined })
  })

  it('a port or a key switches metrics on; the port is on this machine', () => {
    const key = 'key-of-the-metrics-0123456789'
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({
      ...{ port: 9464, host: '127.0.0.1', key: undefined },
    })
    expect(readConfig({ METRICS_KEY: key }).metrics).toMatchObject({ port: undefined, key })
  })

  it('an endpoint switches traces on, with the standard names', () => {
    const given = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b, authorization=Basic%20eA==',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }
    expect(readConfig(given).traces).toEqual({
      endpoint: 'http://collector:4318',
      headers: { 'x-key': 'a b', authorization: 'Basic eA==' },
      ...{ resource: {}, baseUrl: undefined },
      ...{ service: 'trips', sampler: 'traceidratio', share: 0.25 },
    })
  })

  it.each([
    ['METRICS_PORT', '70000'],
    ['METRICS_HOST', 'a b'],
    ['METRICS_KEY', 'hunter2'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://joe:hunter2@collector'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=%hunter2'],
    ['OTEL_TRACES_SAMPLER', 'hunter2'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ])('%s=%s is refused, without its value', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}: must be `))
    expect(() => readConfig({ [name]: value })).not.toThrow(/hunter2/)
  })
})
