/** The tables of settings by topic (test/settings/config). */
import { dataRows } from './data.ts'
import { httpRows } from './http.ts'
import { limitRows } from './limits.ts'
import { inboundRows, outgoingRows } from './mail.ts'
import { oauthRows } from './oauth.ts'
import { objectRows } from './objects.ts'
import type { SettingRow, ValuesOf } from './rows.ts'
import { serverRows } from './server.ts'
import { telemetryRows } from './telemetry.ts'

/** In the order of `.env.example`; `about` describes a whole topic. */
export const topics = {
  server: { title: 'Server', rows: serverRows },
  data: { title: 'Data and keys', rows: dataRows },
  outgoing: { title: 'Outgoing mail', rows: outgoingRows },
  inbound: { title: 'Incoming booking emails', rows: inboundRows },
  objects: {
    title: 'Object storage for documents and images',
    about:
      'To use S3 or a compatible server, set both buckets and both access keys. Unset: files ' +
      'are stored in DATA_DIR/objects.',
    rows: objectRows,
  },
  oauth: { title: 'OAuth bearer tokens', rows: oauthRows },
  http: {
    title: 'Concurrency limits',
    about: '0: no limit. A client address is an IPv4 address or an IPv6 /64.',
    rows: httpRows,
  },
  limits: {
    title: 'Rate limits',
    about:
      '0: no limit. A client address is an IPv4 address or an IPv6 /64; all clients of ' +
      'an IPv6 /48 together get ten times each limit.',
    rows: limitRows,
  },
  telemetry: { title: 'Metrics and traces', rows: telemetryRows },
}

export type SettingValues = {
  [Topic in keyof typeof topics]: ValuesOf<(typeof topics)[Topic]['rows']>
}

/** Every setting, in the same order. `default` undefined: `about` says what unset means. */
export const settings: readonly SettingRow<unknown>[] = Object.values(topics).flatMap(
  ({ rows }): SettingRow<unknown>[] => Object.values(rows),
)
