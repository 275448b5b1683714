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
  close(what: { type: 'S'; name: string }): void
}

/** The name of a text: the same on every connection, and never that of another text. */
export function statementName(text: string): string {
  return hash('sha256', text, 'base64url')
}

/**
 * Lets the connection forget the prepared statement that was not used for longest when one more
 * than fit comes. The message goes with that statement's own, and so costs no round trip; unlike
 * DEALLOCATE it also works in a transaction that has failed.
 */
export function boundPreparedStatements(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: Connection }
  const { parse, bind } = connection
  const kept = new LRUCache<string, true>({
    max: maxPreparedStatements,
    dispose(_, name, reason) {
      if (reason !== 'evict') return
      delete connection.parsedStatements[name]
      connection.close({ type: 'S', name })
    },
  })
  connection.parse = (statement) => {
    if (statement.name) kept.set(statement.name, true)
    parse.call(connection, statement)
  }
  connection.bind = (portal) => {
    if (portal.statement) kept.get(portal.statement)
    bind.call(connection, portal)
  }
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
