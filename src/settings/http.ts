/** The settings that bound what clients may hold at once. */
import { whole } from './readers.ts'
import { row, type ValuesOf } from './rows.ts'

const bound = whole(0, 1_000_000)

export const httpRows = {
  MAX_CONNECTIONS: row(
    '5000',
    bound,
    'Open connections in total. Further connections are closed without a response.',
  ),
  MAX_CONNECTIONS_PER_ADDRESS: row(
    '200',
    bound,
    'Open connections per client address; trusted proxies are exempt. Further ones get 503.',
  ),
  MAX_REQUESTS: row(
    '1000',
    bound,
    'Requests processed at the same time; one client address may use a quarter of them. Further ' +
      'requests get 503.',
  ),
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
