/**
 * Prepared statements: their names, how many a connection keeps, and how they run. `pg` would keep
 * all of them, and have the server describe the rows at every run, so they are sent by a query
 * class, as `pg` allows (`pg-cursor` is another): it calls `submit` and the `handle...` methods,
 * and if one is missing the process ends. Pipelines accept only classes that extend `Query`.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { StatementClass, sentOf } from './untyped-pg.ts'

/** Per connection; each takes up to 150 kB of the server's memory. */
export const maxPreparedStatements = 250

/** The name for a text: unique to it, and the same on every connection. */
export function statementName(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** A statement to be prepared. */
export interface Named extends pg.QueryConfig<unknown[]> {
  name: string
  rowMode?: string
}

/** How to read the rows of a statement. */
interface Reading {
  types: pg.CustomTypesConfig
  parsers: ((text: string) => unknown)[]
}

/** A statement parsed by the server; the fields are set once it is described. */
interface Known {
  fields?: pg.FieldDef[]
  /** A row of nulls. */
  empty?: object
  reading?: Reading
}

/** The statements that one connection keeps. */
export class PreparedStatements {
  readonly #kept = new LRUCache<string, Known>({
    max: maxPreparedStatements,
    dispose: (_, name, reason) => reason === 'evict' && this.#closing.push(name),
  })
  #closing: string[] = []

  /** A known statement; undefined if it has yet to be parsed. */
  find = (name: string) => this.#kept.get(name)

  /** Adds a statement about to be parsed, evicting the least recently used beyond the limit. */
  add(name: string): Known {
    const known = {}
    this.#kept.set(name, known)
    return known
  }

  /** Forgets a statement that may have failed to parse. */
  forget(name: string): void {
    if (this.#kept.delete(name)) this.#closing.push(name)
  }

  /** The names to close along with the next statement. */
  takeClosing(): string[] {
    return this.#closing.splice(0)
  }
}

type QueryCallback = (error: Error | null, result?: object) => void

/** One run of a prepared statement. */
export class PreparedQuery extends StatementClass implements pg.Submittable {
  readonly text: string
  /** `pg` replaces it to enforce a timeout. */
  callback: QueryCallback
  readonly #statement: Named
  readonly #values: ReturnType<typeof sentOf>[]
  readonly #statements: PreparedStatements
  readonly #rows: unknown[] = []
  #known: Known = {}
  #parsers: Reading['parsers'] = []
  #ended = ''
  #failure: Error | null = null

  /** Throws if a parameter cannot be sent. */
  constructor(statement: Named, statements: PreparedStatements, done: QueryCallback) {
    super({ text: statement.text })
    this.text = statement.text
    this.callback = done
    this.#statement = statement
    this.#values = statement.values?.map(sentOf) ?? []
    this.#statements = statements
  }

  /**
   * Sends all messages in one write. A Close takes no round trip and, unlike DEALLOCATE, always
   * works.
   */
  submit(connection: pg.Connection): void {
    const { text, name } = this.#statement
    connection.stream.cork()
    const known = this.#statements.find(name)
    this.#known = known ?? this.#statements.add(name)
    for (const old of this.#statements.takeClosing()) {
      connection.close({ type: 'S', name: old }, true)
    }
    if (!known) connection.parse({ text, name, types: [] }, true)
    connection.bind({ statement: name, values: this.#values }, true)
    // The columns cannot have changed, since PostgreSQL would refuse the statement.
    if (this.#known.fields) this.#read(this.#known.fields)
    else connection.describe({ type: 'P', name: '' }, true)
    connection.execute(null, true)
    connection.sync()
    connection.stream.uncork()
  }

  #read(fields: pg.FieldDef[]): void {
    const { types = pg.types } = this.#statement
    if (this.#known.reading?.types !== types) {
      const parsers = fields.map(({ dataTypeID, format }) =>
        types.getTypeParser(dataTypeID, format as 'text'),
      )
      this.#known.reading = { types, parsers }
    }
    this.#parsers = this.#known.reading.parsers
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#known.fields = fields
    this.#known.empty = { ...Object.fromEntries(fields.map(({ name }) => [name, null])) }
    this.#read(fields)
  }

  handleDataRow({ fields: values }: { fields: (string | null)[] }): void {
    try {
      this.#rows.push(this.#statement.rowMode === 'array' ? this.#list(values) : this.#row(values))
    } catch (error) {
      this.#failure ??= error as Error
    }
  }

  #list(values: (string | null)[]): unknown[] {
    return values.map((value, at) => (value === null ? null : this.#parsers[at]?.(value)))
  }

  #row(values: (string | null)[]): object {
    const { fields = [], empty } = this.#known
    const row: Record<string, unknown> = { ...empty }
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at] as string | null
      if (value !== null) row[(fields[at] as pg.FieldDef).name] = this.#parsers[at]?.(value)
    }
    return row
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#ended = text
    this.#known.fields ??= []
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    const [command] = this.#ended.split(' ')
    const count = /\d+$/.exec(this.#ended)
    const fields = this.#known.fields ?? []
    const rowCount = count ? Number(count[0]) : null
    this.callback(this.#failure, { rows: this.#rows, fields, rowCount, command })
  }

  handleError(error: Error): void {
    if (!this.#known.fields) this.#statements.forget(this.#statement.name)
    this.callback(error)
  }
}
