/** Uses of `pg` beyond its types: how parameters are sent, and what servers report. */
import pg from 'pg'
import { reliesOn } from '../../base/assumptions.ts'

type SentValue = string | Buffer | null

/** `pg` exports it for query classes. */
const { utils } = pg as { utils?: { prepareValue?: (value: unknown) => SentValue } }

/** A parameter as sent. */
export const sentOf = (value: unknown): SentValue => utils?.prepareValue?.(value) ?? null

/** Throws if parameters are not sent in the form that statements expect. */
export function checkParameters(sent = sentOf): void {
  const values = [null, 7, 'a', true, [1, 'b'], { a: 1 }, Buffer.from('c')]
  const expected = [null, '7', 'a', 'true', '{"1","b"}', '{"a":1}', Buffer.from('c')]
  const holds = JSON.stringify(values.map(sent)) === JSON.stringify(expected)
  reliesOn('pg', holds, 'utils.prepareValue makes text of parameters, and keeps bytes')
}

/** What classes of statements extend: pipelines accept no others. Its types make methods fields. */
export const StatementClass = pg.Query as unknown as new (
  config: pg.QueryConfig,
) => Pick<pg.Submittable, never>

interface Reported {
  parameterName: string
  parameterValue: string
}

const standbys = new WeakMap<pg.ClientBase, boolean>()

/** Records whether the server reports being a standby when a session begins, for `isOnStandby`. */
export function noteStandby(client: pg.Client): void {
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }: Reported) => {
    if (parameterName === 'in_hot_standby') standbys.set(client, parameterValue === 'on')
  })
}

/** Whether a connection leads to a standby. Throws if the server did not report it. */
export function isOnStandby(client: pg.ClientBase): boolean {
  const isStandby = standbys.get(client)
  reliesOn('pg', isStandby !== undefined, 'a connection emits parameterStatus, as servers send it')
  return isStandby
}

/** Ends a connection at once, with whatever is in flight. */
export const destroy = (client: pg.Client) => void client.connection.stream.destroy()

/** Where the statements of a connection are written to. */
export const streamOf = (client: pg.Client) => client.connection.stream

/**
 * Settings of a connection that sends statements without waiting for the answers to those before.
 * Throws if `pg` would ignore it.
 */
export function pipelined(
  settings: pg.ClientConfig,
  clientOf: (made: pg.ClientConfig) => object = (made) => new pg.Client(made),
): pg.ClientConfig {
  const made = { ...settings, pipeline: true }
  const { pipeline } = clientOf(made) as { pipeline?: boolean }
  reliesOn('pg', pipeline === true, 'a client has pipelines')
  return made
}
