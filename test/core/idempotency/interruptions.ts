/**
 * Processes of the service on the database of this worker, and clients that leave them at a chosen
 * point of a request with a key (B4).
 */
import net from 'node:net'
import pg from 'pg'
import { listening, type RunningProcess, run } from '../../process/process.ts'
import { databaseUrl, dataDir, db, inboundDomain, operatorKey, secret } from '../../world.ts'
import type { SentRequest } from './requests.ts'

export interface ServedProcess {
  url: string
  running: RunningProcess
}

const tries = ['LIMIT_UPLOAD', 'LIMIT_RESET_ADDRESS', 'LIMIT_RESET_ACCOUNT'].concat(
  ...['LIMIT_ALTERNATIVE_EMAIL', 'LIMIT_CALENDAR_IMPORT'],
)

/** Starts a process of the service, beside the application of this worker. */
export async function serve(): Promise<ServedProcess> {
  const running = run(dataDir, {
    ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', DATABASE_POOL_SIZE: '5' },
    ...{ OPERATOR_KEY: operatorKey, SECRET_KEY: secret, INBOUND_DOMAIN: inboundDomain },
    // All tries are on behalf of the same people.
    ...Object.fromEntries(tries.map((name) => [name, '0'])),
    LOG_LEVEL: 'silent',
  })
  return { url: await listening(running), running }
}

/** Where a client leaves, or the process is killed. */
export const points = [
  'before the request is read',
  'before the transaction has done anything',
  'inside the transaction, before its end',
  'after the commit, before the answer',
  'half-way through the answer',
] as const
export type Interruption = (typeof points)[number]

/** The locks at which a transaction waits, by the point: one for each key. */
const gates: Partial<Record<Interruption, number>> = {
  'before the transaction has done anything': 4_711,
  'inside the transaction, before its end': 4_712,
}
const gateNumbers = Object.values(gates)

/**
 * Lets every claim wait where a test holds the gate of its key: the first when it begins, the
 * second when it keeps its answer; a write of one statement does both at once. Returns what undoes
 * it.
 */
export async function addGates(): Promise<() => Promise<void>> {
  const [begin, end] = gateNumbers
  await db.query({
    text: `create function wait_at_gate() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(
        case when new.answer is null then ${begin} else ${end} end, hashtext(new.key));
      return new; end $$`,
  })
  await db.query({
    text: `create trigger wait_at_gate before insert or update on idempotency_key
      for each row execute function wait_at_gate()`,
  })
  return async () => {
    await db.query({ text: 'drop trigger wait_at_gate on idempotency_key' })
    await db.query({ text: 'drop function wait_at_gate()' })
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 5))

/** The gate of a key, held by a connection of its own until that ends. */
async function keepGate(gate: number, key: string) {
  const keeper = new pg.Client(databaseUrl)
  await keeper.connect()
  await keeper.query('select pg_advisory_lock($1, hashtext($2))', [gate, key])
  const text = `select count(*)::int as count from pg_locks
    where locktype = 'advisory' and not granted and classid = $1 and objid = hashtext($2)::oid`
  return {
    async isWaitedAt() {
      const { rows } = await keeper.query<{ count: number }>(text, [gate, key])
      return rows[0]?.count === 1
    },
    open: () => keeper.end(),
  }
}

const headOf = ({ person, method, path }: SentRequest, key: string, bytes: number) =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: trips.example',
    `authorization: Token ${person.key}`,
    `idempotency-key: ${key}`,
    ...(bytes > 0 ? ['content-type: application/json'] : []),
    `content-length: ${bytes}`,
    '\r\n',
  ].join('\r\n')

/** The bytes of a request. */
function bytesOf(request: SentRequest, key: string): Buffer {
  const body = request.body === undefined ? '' : JSON.stringify(request.body)
  const content = Buffer.from(body)
  return Buffer.concat([Buffer.from(headOf(request, key, content.length)), content])
}

/** A request at its point. */
export interface HeldRequest {
  /** Ends the connection, and waits until it has ended. */
  leave(): Promise<void>
  /** Lets the transaction go on, if it waits. */
  letGo(): Promise<void>
}

/** Sends a request, and reads no further than to the point, where its transaction waits. */
export async function hold(
  { url }: ServedProcess,
  request: SentRequest,
  key: string,
  point: Interruption,
): Promise<HeldRequest> {
  const bytes = bytesOf(request, key)
  const gate = gates[point]
  const kept = gate === undefined ? undefined : await keepGate(gate, key)
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  let isAnswered = false
  const answered = new Promise<void>((resolve) => {
    socket.once('readable', () => {
      isAnswered = true
      if (point === 'half-way through the answer') socket.read(40)
      resolve()
    })
  })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const isCut = point === 'before the request is read'
  const sent = isCut ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes
  await new Promise<void>((resolve) => void socket.write(sent, () => resolve()))
  if (kept) while (!(isAnswered || (await kept.isWaitedAt()))) await pause()
  else if (!isCut) await answered
  return {
    leave() {
      socket.destroy()
      return closed
    },
    letGo: async () => kept?.open(),
  }
}

/** Sends a request, and leaves at the point. */
export async function interrupt(
  to: ServedProcess,
  request: SentRequest,
  key: string,
  point: Interruption,
): Promise<void> {
  const held = await hold(to, request, key, point)
  await held.leave()
  await held.letGo()
}

/** Waits until no transaction of another process is open, but for those that wait at a gate. */
export async function settled(): Promise<void> {
  const text = `select count(*)::int as count from pg_stat_activity a
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' and state <> 'idle'
      and not exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory'
        and not l.granted and l.classid::bigint = any ($1))`
  for (;;) {
    const [row] = await db.query<{ count: number }>({ text, values: [gateNumbers] })
    if (row?.count === 0) return
    await pause()
  }
}

let counting: Promise<string> | undefined

/** SQL that counts the rows of every table. */
async function countingText(): Promise<string> {
  const tables = await db.query<{ name: string }>({
    text: `select relname as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace
        and relname <> all (array['attempt', 'login_network', '_prisma_migrations'])`,
  })
  return tables
    .map(({ name }) => `select '${name}' as name, count(*)::int as count from "${name}"`)
    .join(' union all ')
}

/** The number of rows by table, but for keys and counted tries. */
export async function rowCounts(): Promise<Record<string, number>> {
  counting ??= countingText()
  const rows = await db.query<{ name: string; count: number }>({ text: await counting })
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** How the numbers of rows have changed. */
export function difference(before: Record<string, number>, after: Record<string, number>) {
  const names = Object.keys(after).filter((name) => after[name] !== before[name])
  return Object.fromEntries(names.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]))
}

export interface RepeatedAnswer {
  status: number
  text: string
  isReplayed: boolean
}

/** Sends the request to these processes, in parallel. */
export function repeat(
  to: readonly ServedProcess[],
  request: SentRequest,
  key: string,
): Promise<RepeatedAnswer[]> {
  const { person, method, path, body } = request
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  const headers = { authorization: `Token ${person.key}`, 'idempotency-key': key, ...json }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  return Promise.all(
    to.map(async ({ url }) => {
      const answer = await fetch(url + path, init)
      const isReplayed = answer.headers.get('idempotency-replayed') === 'true'
      return { status: answer.status, text: await answer.text(), isReplayed }
    }),
  )
}
