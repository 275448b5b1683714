/** Prepared statements: their names, and how many of them a connection keeps. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/** Of one connection; each holds up to 150 kB of the server's memory. */
export const maxPreparedStatements = 250

/** What `pg` keeps of a connection; its types leave this out. */
interface Connection {
  /** The texts by their names, of what the server has parsed. */
  parsedStatements: Record<string, string>
  parse(statement: { name?: string }): void
  bind(portal: { statement?: string }): void
  describe(what: object): void
  close(what: { type: 'S'; name: string }): void
  on(event: 'rowDescription', listener: () => void): void
}

/** What `pg` makes of the description of a statement's rows, to read them. */
interface Description {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** A statement under way. */
interface Query {
  name?: string
  types?: unknown
  _rowMode?: unknown
  _result: Description
  _accumulateRows: boolean
}

/** What is known of a prepared statement, as far as it has been described. */
interface Known {
  readBy?: Pick<Query, 'types' | '_rowMode'>
  description?: Description
}

/** The name of a text: the same on every connection, and never that of another text. */
export function statementName(text: string): string {
  return hash('sha256', text, 'base64url')
}

/**
 * Lets the connection forget the prepared statement that was not used for longest when one more
 * than fit comes. The message goes with that statement's own, and so costs no round trip; unlike
 * DEALLOCATE it also works in a transaction that has failed. Of those it keeps, the rows are
 * described once: they cannot change, since PostgreSQL then refuses the statement.
 */
export function boundPreparedStatements(client: pg.ClientBase): void {
  const inside = client as unknown as { connection: Connection; _activeQuery: Query }
  const { connection } = inside
  const { parse, bind, describe } = connection
  const kept = new LRUCache<string, Known>({
    max: maxPreparedStatements,
    dispose(_, name, reason) {
      if (reason !== 'evict') return
      delete connection.parsedStatements[name]
      connection.close({ type: 'S', name })
    },
  })
  const knownOf = ({ name }: Query) => (name ? kept.peek(name) : undefined)
  connection.parse = (statement) => {
    if (statement.name) kept.set(statement.name, {})
    parse.call(connection, statement)
  }
  connection.bind = (portal) => {
    if (portal.statement) kept.get(portal.statement)
    bind.call(connection, portal)
  }
  connection.describe = (what) => {
    const { _activeQuery: query } = inside
    const { readBy, description } = knownOf(query) ?? {}
    if (!description || readBy?.types !== query.types || readBy?._rowMode !== query._rowMode) {
      return describe.call(connection, what)
    }
    Object.assign(query._result, description)
    query._accumulateRows = true
  }
  // `pg` has read it by then.
  connection.on('rowDescription', () => {
    const { _activeQuery: query } = inside
    const known = knownOf(query)
    if (!known) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = query._result
    known.readBy = { types: query.types, _rowMode: query._rowMode }
    known.description = { fields, _parsers, _prebuiltEmptyResultObject }
  })
}

/**
 * Lets the connection send every statement without a name: behind a pooler in transaction mode, the
 * next transaction may run on a session that has never seen it.
 */
export function prepareNothing(client: pg.ClientBase): void {
  const query = client.query.bind(client)
  const unnamed = (statement: pg.QueryConfig | string, ...more: unknown[]): unknown => {
    const { name: _, ...rest } = typeof statement === 'string' ? { text: statement } : statement
    return query(rest as pg.QueryConfig, ...(more as []))
  }
  client.query = unnamed as typeof client.query
}
