/**
 * The meaning of database errors. A lost connection is reported in many forms, by `pg`, the socket,
 * the pool or Prisma; here they become one answer.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Conflict, Refusal } from '../../base/errors.ts'
import { words } from '../../base/names.ts'
import { workRepeated } from '../../base/telemetry.ts'

type Failure = 'unavailable' | 'conflict' | 'full' | 'unstorable' | 'other'

/** Seconds after which a client may retry while the database is unavailable. */
const retryAfterSeconds = 2
const maxRetries = 5
const firstPauseMs = 10

const codes = (...lines: string[]) => new Set(lines.flatMap(words))

const unavailableStates = codes(
  '57014', // cancelled: the statement took longer than statement_timeout
  '57P01 57P02 57P03 57P04 57P05', // shut down, crashed, starting, dropped, idle too long
  '25P03 25P04', // a transaction that stood idle or took too long
  '25006', // read-only: a standby, or a primary that has become one
  '53000 53200 53300 53400', // out of memory or connections
  '28000 28P01 3D000', // the account or the database is gone
)
const connectionClass = '08'
/** Errors outside of the database, such as of its disk. */
const systemClass = '58'
const conflictStates = codes('40001 40P01')
export const diskFull = '53100'
/** Text with a NUL or half a character, if the validation of input misses it. */
const unstorableText = '22021'

const unavailablePrisma = codes(
  'P1000 P1001 P1002 P1003 P1008 P1010 P1011 P1017', // no connection
  'P2024 P2037', // no connection free
  'P2028', // the transaction did not start, or end, in time
)
const prismaConflict = 'P2034'

const socketCodes = codes(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN',
  'EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN',
)

/** The message for a connection to a standby. */
export const standbyMessage = 'the server is a standby'

/** Messages of errors of `pg` and its pool, which have no code. */
export const lossSentences = [
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
]

/** The kind of failure; `other` if the database did not cause it. */
export function classify(error: unknown): Failure {
  if (!(error instanceof Error) || error instanceof Refusal) return 'other'
  if (error instanceof Conflict) return 'conflict'
  const state = sqlState(error)
  if (state !== undefined) return classifyState(state, error)
  const code = codeOf(error)
  if (code === prismaConflict) return 'conflict'
  if (code !== undefined && (unavailablePrisma.has(code) || socketCodes.has(code))) {
    return 'unavailable'
  }
  const isLoss = [standbyMessage, ...lossSentences].some((one) => error.message.startsWith(one))
  return isLoss ? 'unavailable' : 'other'
}

function classifyState(state: string, error: Error): Failure {
  if (state === diskFull) return 'full'
  if (state === unstorableText) return 'unstorable'
  if (conflictStates.has(state) || isStalePlan(error)) return 'conflict'
  if (unavailableStates.has(state)) return 'unavailable'
  if ([connectionClass, systemClass].includes(state.slice(0, 2))) return 'unavailable'
  return endsConnection(error) ? 'unavailable' : 'other'
}

/** FATAL or PANIC: the server ends the connection, or itself. */
function endsConnection(error: Error): boolean {
  const { severity } = 'severity' in error ? error : (driverCause(error) ?? {})
  return severity === 'FATAL' || severity === 'PANIC'
}

/**
 * Whether a prepared statement is outdated because a migration changed its tables. It succeeds on
 * another connection, or after a reconnect.
 */
export function isStalePlan(error: Error): boolean {
  return 'routine' in error && error.routine === 'RevalidateCachedQuery'
}

/**
 * The error to throw instead of a database error: SERVICE_UNAVAILABLE with `retryAfter` for a loss,
 * a timeout, or a conflict that outlasted its retries; INSUFFICIENT_STORAGE for a full disk;
 * BAD_USER_INPUT for text that cannot be stored; anything else unchanged.
 */
export function translate(error: unknown): unknown {
  switch (classify(error)) {
    case 'unavailable':
    case 'conflict':
      return new Refusal('SERVICE_UNAVAILABLE', { retryAfter: retryAfterSeconds, cause: error })
    case 'full':
      return new Refusal('INSUFFICIENT_STORAGE', { cause: error })
    case 'unstorable':
      return new Refusal('BAD_USER_INPUT', { message: 'Null characters are not allowed.' })
    case 'other':
      return error
  }
}

/**
 * Runs `attempt`, which must be all or nothing. On a conflict with another transaction, such as a
 * deadlock, repeats it up to five times after growing random pauses. Throws the last error,
 * translated by `translate`.
 */
export async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (retries === maxRetries || classify(error) !== 'conflict') throw translate(error)
    }
    workRepeated.publish({})
    await sleep(firstPauseMs * 2 ** retries * (0.5 + Math.random()))
  }
}

/** PostgreSQL's SQLSTATE, wherever `pg` or Prisma puts it. */
export function sqlState(error: Error): string | undefined {
  if ('severity' in error) return codeOf(error)
  const cause = driverCause(error)
  return typeof cause?.originalCode === 'string' ? cause.originalCode : undefined
}

/** Prisma's errors carry the adapter's error in `meta`, whose facts are in `cause`. */
function driverCause(error: Error): { originalCode?: unknown; severity?: unknown } | undefined {
  const meta = 'meta' in error ? error.meta : undefined
  const adapterError = isObject(meta) ? meta.driverAdapterError : error
  if (!isObject(adapterError) || adapterError.name !== 'DriverAdapterError') return undefined
  return isObject(adapterError.cause) ? adapterError.cause : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function codeOf(error: Error): string | undefined {
  const code = 'code' in error ? error.code : 'errorCode' in error ? error.errorCode : undefined
  return typeof code === 'string' ? code : undefined
}

/** Whether a write violated a unique constraint. */
export const isUniqueViolation = (error: unknown) =>
  ['P2002', '23505'].includes(String((error as { code?: unknown }).code))
