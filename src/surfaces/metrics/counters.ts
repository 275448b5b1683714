/** Counters and histograms of events (../telemetry.ts). */
import { Counter, Histogram, type Registry } from 'prom-client'
import {
  limitReached,
  mailArrived,
  operationEnded,
  statementEnded,
  workRepeated,
} from '../../base/telemetry.ts'

/** Upper bounds of the histograms' buckets, in seconds. */
export const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const kinds = ['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback']

/** The first word of a statement, if it is a common one. */
function statementKind(text: string): string {
  const word = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? ''
  return kinds.includes(word) ? word : 'other'
}

/** Starts counting; returns a function that stops it. */
export function countEvents(registry: Registry): () => void {
  const registers = [registry]
  const operations = new Histogram({
    name: 'trips_graphql_operation_duration_seconds',
    help: 'GraphQL operations by whose document it is (own: of a REST route) and outcome code.',
    labelNames: ['kind', 'code'],
    buckets,
    registers,
  })
  const statements = new Histogram({
    name: 'trips_sql_statement_duration_seconds',
    help: 'SQL statements by their first word and whether they failed.',
    labelNames: ['kind', 'failed'],
    buckets,
    registers,
  })
  const repeated = new Counter({
    name: 'trips_transactions_repeated_total',
    help: 'Transactions that lost against another one and were run again.',
    registers,
  })
  const refusals = new Counter({
    name: 'trips_refusals_total',
    help: 'Requests and messages refused by a limit: a rate limit, or one on concurrent work.',
    labelNames: ['limit'],
    registers,
  })
  const mails = new Counter({
    name: 'trips_mails_received_total',
    help: 'Booking emails: filed, inbox (with the reason), known (received before) or refused.',
    labelNames: ['outcome', 'reason'],
    registers,
  })
  const ends = [
    operationEnded.subscribe(({ operation: { kind }, code, ms }) =>
      operations.observe({ kind, code }, ms / 1000),
    ),
    statementEnded.subscribe(({ text, ms, error }) =>
      statements.observe(
        { kind: statementKind(text), failed: String(error !== undefined) },
        ms / 1000,
      ),
    ),
    workRepeated.subscribe(() => repeated.inc()),
    limitReached.subscribe((reached) => refusals.inc(reached)),
    mailArrived.subscribe((arrived) => mails.inc(arrived)),
  ]
  return () => {
    for (const end of ends) end()
  }
}
