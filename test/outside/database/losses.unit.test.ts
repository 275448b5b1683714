/** The messages of `pg` and its pool, as they are: a lost connection is known by them alone. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { classify, lossSentences } from '../../../src/outside/database/failures.ts'

// AuthenticationOk, then ReadyForQuery.
const welcome = Buffer.from('520000000800000000' + '5a0000000549', 'hex')

/** Admits everyone, and answers no statement. */
const server = createServer((socket) => {
  socket.once('data', () => void socket.write(welcome))
  socket.on('error', () => {})
  sockets.push(socket)
})
/** Accepts connections, and says nothing. */
const mute = createServer((socket) => void sockets.push(socket))
const sockets: Socket[] = []

beforeAll(() =>
  Promise.all([server, mute].map((one) => once(one.listen(0, '127.0.0.1'), 'listening'))),
)
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  for (const one of [server, mute]) one.close()
})

type Options = pg.PoolConfig & { at?: typeof server }
const settings = ({ at = server, ...options }: Options = {}): pg.PoolConfig => {
  const { port } = at.address() as AddressInfo
  return { host: '127.0.0.1', port, user: 'trips', ...options }
}
async function connected(options?: Options): Promise<pg.Client> {
  const client = new pg.Client(settings(options))
  client.on('error', () => {})
  await client.connect()
  return client
}
function poolOf(options?: Options): pg.Pool {
  const pool = new pg.Pool(settings(options))
  pool.on('error', () => {})
  onTestFinished(() => void pool.end().catch(() => {}))
  return pool
}

const losses: Record<string, () => Promise<unknown>> = {
  'Connection terminated': async () => {
    const client = await connected()
    const answer = client.query('select 1')
    sockets.at(-1)?.end()
    await answer
  },
  'Client has encountered a connection error and is not queryable': async () => {
    const client = await connected()
    const lost = once(client, 'error')
    sockets.at(-1)?.resetAndDestroy()
    await lost
    await client.query('select 1')
  },
  'Client was closed and is not queryable': async () => {
    const client = await connected()
    await client.end()
    await client.query('select 1')
  },
  'Cannot use a pool after calling end on the pool': async () => {
    const pool = poolOf()
    await pool.end()
    await pool.connect()
  },
  'timeout exceeded when trying to connect': async () => {
    const pool = poolOf({ max: 1, connectionTimeoutMillis: 50 })
    const client = await pool.connect()
    onTestFinished(() => client.release(true))
    await pool.connect()
  },
  'timeout expired': () => connected({ at: mute, connectionTimeoutMillis: 50 }),
  'Query read timeout': async () => {
    const client = await connected({ query_timeout: 50 })
    await client.query('select 1')
  },
}

test.each(Object.entries(losses))('"%s" is a loss, as pg reports it', async (sentence, lose) => {
  const error: unknown = await lose().then(
    () => undefined,
    (reason) => reason,
  )
  expect((error as Error).message).toContain(sentence)
  expect(classify(error)).toBe('unavailable')
})

test('each sentence by which a loss is known has been provoked', () => {
  expect([...lossSentences].sort()).toEqual(Object.keys(losses).sort())
})
