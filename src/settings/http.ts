/** The limits on what clients may hold at once. */
import { mapped } from '../base/values.ts'
import { limit } from './readers.ts'
import { row } from './rows.ts'

/** 0 becomes Infinity: unlimited. */
const bound = mapped(limit, (max) => max || Number.POSITIVE_INFINITY)

export const httpRows = {
  maxConnections: row(
    'MAX_CONNECTIONS',
    '5000',
    bound,
    'Open connections in total. Further connections are closed without a response.',
  ),
  maxConnectionsPerAddress: row(
    'MAX_CONNECTIONS_PER_ADDRESS',
    '200',
    bound,
    'Open connections per client address; trusted proxies are exempt. Further ones get 503.',
  ),
  maxRequests: row(
    'MAX_REQUESTS',
    '1000',
    bound,
    'Requests processed at the same time; one client address may use a quarter of them. Further ' +
      'requests get 503.',
  ),
  maxEventStreams: row(
    'MAX_EVENT_STREAMS',
    '1000',
    bound,
    'Open streams of /changes/events. Each is a connection as well. Further ones get 503.',
  ),
  maxEventStreamsPerAccount: row(
    'MAX_EVENT_STREAMS_PER_ACCOUNT',
    '10',
    bound,
    'Open streams of /changes/events per account. Further ones get 429.',
  ),
  maxUnusedUploads: row(
    'LIMIT_UNUSED_UPLOADS',
    '2048',
    bound,
    'MiB of uploads that are prepared but not yet used, per account, or per client address for ' +
      'anonymous clients. Each upload counts as at least 1 MiB and expires after a day.',
  ),
}
