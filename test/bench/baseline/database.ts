/**
 * The connections of the hand-written server: a pool, or with `PIPELINED=on` two connections for
 * its reads, on which statements do not wait for each other; the pool keeps the writes.
 */
import pg from 'pg'
import { pipelined, streamOf } from '../../../src/outside/database/untyped-pg.ts'
import type { Query } from './key.ts'

// A generic plan is made once per connection; PostgreSQL's own choice for the list of trips since a
// moment is to plan it anew each time, which takes longer than to run it.
const settings = {
  connectionString: process.env.DATABASE_URL,
  options: '-c timezone=UTC -c datestyle=ISO -c plan_cache_mode=force_generic_plan',
}
const pool = new pg.Pool({ ...settings, max: Number(process.env.DATABASE_POOL_SIZE ?? 10) })
const pipelines =
  process.env.PIPELINED === 'on' ? [1, 2].map(() => new pg.Client(pipelined(settings))) : []
await Promise.all(pipelines.map((client) => client.connect()))

const asText = { getTypeParser: () => (text: string | Buffer) => text }

type Connection = Pick<pg.Client, 'query'>

/** Statements on what `connection` returns, which is asked for each. */
const queryOn =
  (connection: () => Connection): Query =>
  async <Row extends unknown[]>(statement: { name: string; text: string }, values: unknown[]) => {
    const config = { ...statement, values, rowMode: 'array' as const, types: asText }
    const { rows } = await connection().query<Row>(config)
    return rows
  }

export const write = queryOn(() => pool)

let turn = 0
/** In turn, as the reads of a load are alike. */
function nextPipeline(): pg.Client {
  turn += 1
  const client = pipelines[turn % pipelines.length] as pg.Client
  const stream = streamOf(client)
  if (stream.writableCorked === 0) {
    stream.cork()
    setImmediate(() => stream.uncork())
  }
  return client
}

export const read = pipelines.length > 0 ? queryOn(nextPipeline) : write

export async function close(): Promise<void> {
  await Promise.all([pool, ...pipelines].map((connection) => connection.end()))
}
