/** A database for one idempotency key, which records what is done. It has no tables. */
import { Conflict } from '../../../src/base/errors.ts'
import { rights } from '../../../src/core/rights.ts'
import type { Store } from '../../../src/outside/database/database.ts'

/** What a claim finds; by default a free key, with other parts and another request excluded. */
export interface ClaimFound {
  isFree?: boolean
  isMade?: boolean
  isReused?: boolean
  isFull?: boolean
  keyCount?: number
  keptBytes?: number
  narrowing?: string
  rights?: string
  answer?: string
}

/** No right. */
const none = Object.fromEntries(rights.map(({ name }) => [name, false]))

export const made: ClaimFound = { isFree: true, isMade: true }
export const running: ClaimFound = { isFree: false }

export interface KeyDatabase {
  db: Store
  /** What has happened, in order; tests add to it. */
  events: string[]
  /** The values of all claims. */
  claims: unknown[][]
  /** What was kept: rights and answer. */
  kept: unknown[][]
}

interface Given {
  /** What the claims find, in order; then there must be none. */
  finds?: (ClaimFound | (() => ClaimFound))[]
  /** Whether the key belongs to another request. */
  isTaken?: boolean
  /** The trips to which the account has access, without any right. */
  trips?: number[]
  /** Transactions that conflict with another one at their end. */
  conflicts?: number
  secondsUntilRoom?: number
}

export function keyDatabase(given: Given = {}): KeyDatabase {
  const { isTaken = false, trips = [], secondsUntilRoom = 0 } = given
  const finds = [...(given.finds ?? [])]
  let conflicts = given.conflicts ?? 0
  const events: string[] = []
  const claims: unknown[][] = []
  const kept: unknown[][] = []

  function rowsFor(text: string, values: unknown[]): unknown[] {
    if (text.includes('insert into idempotency_key')) {
      events.push('claim')
      claims.push(values)
      const found = finds.shift()
      if (!found) throw new Error('one claim too many')
      return [{ answer: null, ...(typeof found === 'function' ? found() : found) }]
    }
    if (text.startsWith('update idempotency_key')) {
      events.push('keep')
      kept.push(values.slice(-2))
      return [{}]
    }
    if (text.includes('from known_idempotency_keys')) {
      events.push('look')
      return isTaken ? [{}] : []
    }
    if (text.startsWith('select from')) {
      events.push(`child ${text.slice(text.lastIndexOf('for '))}`)
      return [{}]
    }
    if (text.includes('as seconds')) return [{ seconds: secondsUntilRoom }]
    const asked = values[0] as number[]
    return trips.filter((tripId) => asked.includes(tripId)).map((tripId) => ({ ...none, tripId }))
  }

  const store = (isTransaction: boolean): Store => ({
    prisma: {} as Store['prisma'],
    query: async <Row>({ text, values = [] }: { text: string; values?: unknown[] }) =>
      rowsFor(text, values) as Row[],
    async transaction(work) {
      if (isTransaction) throw new Error('a transaction in a transaction')
      for (;;) {
        events.push('begin')
        try {
          const result = await work(store(true))
          if (conflicts-- > 0) throw new Conflict()
          events.push('commit')
          return result
        } catch (error) {
          events.push('rollback')
          if (!(error instanceof Conflict)) throw error
        }
      }
    },
  })
  return { db: store(false), events, claims, kept }
}
