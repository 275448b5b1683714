/** The settings that bound what clients may hold at once. */
import { whole } from './setting-readers.ts'
import { row, type ValuesOf } from './setting-rows.ts'

const bound = whole(0, 1_000_000)

export const httpRows = {
  MAX_CONNECTIONS: row('5000', bound, 'Connections at once; 0 = no limit.'),
  MAX_CONNECTIONS_PER_ADDRESS: row(
    '200',
    bound,
    'Connections of one client address (IPv6: its /64) at once, trusted proxies aside; 0 = no limit.',
  ),
  MAX_REQUESTS: row('1000', bound, 'Requests worked on at once, more get 503; 0 = no limit.'),
}

/** No limit is Infinity. */
export function httpOf(values: ValuesOf<typeof httpRows>) {
  const bounded = (value: number) => value || Number.POSITIVE_INFINITY
  return Object.freeze({
    maxConnections: bounded(values.MAX_CONNECTIONS),
    maxConnectionsPerAddress: bounded(values.MAX_CONNECTIONS_PER_ADDRESS),
    maxRequests: bounded(values.MAX_REQUESTS),
  })
}
