/** What was acknowledged at a moment, and what a database says after a cut. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../../../src/outside/database/database.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A row with these values, known from one operation of the disk on, and until another one. */
interface Fact {
  table: string
  id: number
  values: Record<string, unknown>
  from: number
  until: number
}

export class Acknowledged {
  readonly #now: () => number
  readonly #facts: Fact[] = []
  readonly #files: { name: string; content: string; from: number }[] = []
  readonly #hashes = new Set<string>()

  /** `now`: the number of operations so far. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** A write of this row was answered. */
  know(table: string, id: number, values: Record<string, unknown>): void {
    this.#facts.push({ table, id, values, from: this.#now(), until: Infinity })
  }

  /** A file of the data directory was made. */
  knowFile(name: string, content: string): void {
    this.#files.push({ name, content, from: this.#now() })
  }

  /** The content of a document that is sent. */
  sent(bytes: Uint8Array): void {
    this.#hashes.add(hashOf(bytes))
  }

  wasSent(bytes: Uint8Array): boolean {
    return this.#hashes.has(hashOf(bytes))
  }

  /** A request that changes the row is sent: from now on it may be as it was or as it will be. */
  doubt(table: string, id: number): void {
    for (const fact of this.#facts) {
      if (fact.table === table && fact.id === id) fact.until = Math.min(fact.until, this.#now())
    }
  }

  /** The facts of that moment which the database does not confirm. */
  async lost(db: Database, dataDir: string, moment: number): Promise<string[]> {
    const files = this.#files.filter(({ name, content, from }) => {
      const path = join(dataDir, name)
      return from <= moment && !(existsSync(path) && readFileSync(path, 'utf8').includes(content))
    })
    const known = this.#facts.filter(({ from, until }) => from <= moment && moment < until)
    const tables = [...new Set(known.map(({ table }) => table))]
    const lost = files.map(({ name }) => name)
    for (const table of tables) {
      const facts = known.filter((fact) => fact.table === table)
      const rows = await db.query<{ id: number; row: Record<string, unknown> }>({
        text: `select id, to_jsonb(t) as row from ${table} t where id = any ($1)`,
        values: [facts.map(({ id }) => id)],
      })
      const found = new Map(rows.map(({ id, row }) => [id, row]))
      for (const { id, values } of facts) {
        const row = found.get(id)
        const differs = Object.entries(values).some(([name, value]) => row?.[name] !== value)
        if (differs) lost.push(`${table} ${id} ${JSON.stringify(values)}`)
      }
    }
    return lost
  }
}

/** Mails, documents and files that are there in part, and tables whose indexes know other rows. */
export async function halves(
  db: Database,
  dataDir: string,
  facts: Acknowledged,
): Promise<string[]> {
  const mails = await db.query<{ problem: string }>({
    text: `select 'mail ' || email.id as problem from email
      where length(raw) <> 0 and email.subject like 'Booking %'
        and ((select count(*) from email_attachment where email_id = email.id) <> 1
          or not exists (select from transportation where id = email.transportation_id))`,
  })
  const documents = await db.query<{ id: number; url: string }>({
    text: `select id, url from document where file_type <> 'url'`,
  })
  const found = mails.map(({ problem }) => problem)
  const bucket = join(dataDir, 'objects', 'private-docs')
  for (const { id, url } of documents) {
    if (!existsSync(join(bucket, url))) found.push(`document ${id} without its file`)
  }
  const files = existsSync(bucket) ? readdirSync(bucket, { recursive: true }).map(String) : []
  for (const name of files.filter((one) => one.endsWith('.pdf'))) {
    if (!facts.wasSent(readFileSync(join(bucket, name)))) found.push(`file ${name}`)
  }
  return [...found, ...(await brokenTables(db))]
}

/** Reads every page of every table, whose checksums tell torn ones, and its primary key. */
async function brokenTables(db: Database): Promise<string[]> {
  const tables = await db.query<{ name: string }>({
    text: `select relname as name from pg_class join pg_index on indrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and indisprimary`,
  })
  return db.transaction(async (tx) => {
    const count = async (name: string, way: 'seqscan' | 'indexscan') => {
      for (const one of ['seqscan', 'indexscan', 'bitmapscan']) {
        await tx.query({ text: `set local enable_${one} = ${one === way ? 'on' : 'off'}` })
      }
      const key = `(select attname from pg_attribute, pg_index
        where attrelid = '${name}'::regclass and indrelid = attrelid and indisprimary
          and attnum = indkey[0])`
      const [column] = await tx.query<{ attname: string }>({ text: key.slice(1, -1) })
      const where = way === 'indexscan' ? `order by "${column?.attname}"` : ''
      const text = `select count(*) from (select "${column?.attname}" from "${name}" ${where}) t`
      const [row] = await tx.query<{ count: string }>({ text })
      return row?.count
    }
    const broken: string[] = []
    for (const { name } of tables) {
      const [heap, index] = [await count(name, 'seqscan'), await count(name, 'indexscan')]
      if (heap !== index) broken.push(`${name}: ${heap} rows, ${index} in its index`)
    }
    return broken
  })
}
