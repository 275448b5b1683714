/** B4: what becomes of a root field whose key is not simply free, or needs no transaction. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limitReached } from '../../../src/base/telemetry.ts'
import type { Context } from '../../../src/core/context.ts'
import type { RunField } from '../../../src/core/idempotency/exactly-once.ts'
import { keyDatabase, made, running } from './key-database.ts'
import { answered, codeIn, type GivenMutation, refusedWith, sendTo } from './sent-mutation.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Those of a transaction that does the mutation, and of one that does not. */
const whole = ['begin', 'claim', 'run', 'keep', 'commit', 'forget access']
const released = ['begin', 'claim', 'commit', 'forget access']

describe('B4 a mutation of the hot path', () => {
  const coordinate = 'Mutation.createTrip'
  const keep = ({ keeping }: Context) => {
    if (keeping && 'isKept' in keeping) keeping.isKept = true
  }
  const hot = async (given: GivenMutation, run?: RunField) => {
    const database = keyDatabase({ finds: [made] })
    const sent = await sendTo(database, { coordinate, ...given }, run)
    return { ...sent, events: database.events }
  }

  it('runs alone if its statement keeps the row, and is counted with the row', async () => {
    const { result, runs, events, kept } = await hot({}, (of) => {
      keep(of)
      return answered
    })
    expect([result, events]).toEqual([answered, ['run']])
    expect(runs).toMatchObject([{ keeping: { accountId: 42, part: 'mine' } }])
    expect(kept).toEqual([[42, 4_196]])
  })

  it('runs again in a transaction if it has kept nothing', async () => {
    const keepings: unknown[] = []
    const { events, kept } = await hot({}, ({ keeping }) => {
      keepings.push(keeping && { ...keeping })
      return answered
    })
    expect(events).toEqual(['run', 'forget access', ...whole])
    expect(keepings).toMatchObject([{ isKept: false }, undefined])
    expect(kept).toEqual([[42, JSON.stringify(answered).length]])
  })

  it('runs again if its answer is not whole', async () => {
    const found = await hot({}, (of) => {
      keep(of)
      return of.keeping ? refusedWith('FORBIDDEN') : answered
    })
    expect(found.events).toEqual(['run', 'forget access', ...whole])
    const parts = await hot({}, (of) => {
      keep(of)
      if (of.keeping) of.reading.rest.push({ rows: [1], bytes: 1 })
      return answered
    })
    expect(parts.events).toEqual(['run', 'forget access', ...whole])
    expect(parts.context.reading.rest).toEqual([])
  })

  it('has no statement of its own with a condition, or for other mutations', async () => {
    const isUnchanged = async () => true
    expect((await hot({ also: { isUnchanged } })).events).toEqual(whole)
    expect((await hot({ coordinate: 'Mutation.invite' })).events).toEqual(whole)
  })
})

const done = (more: object = {}) => ({ isFree: true, narrowing: '', rights: '', ...more })

describe('B4 a mutation that was done', () => {
  it('is answered with the same bytes, and does not run', async () => {
    const rest = [{ rows: [3], bytes: 2 }]
    const database = keyDatabase({
      finds: [done({ answer: JSON.stringify({ ...answered, rest }) })],
    })
    const { result, context, kept, isReplayed } = await sendTo(database)
    expect([result, context.reading.rest, isReplayed]).toEqual([answered, rest, true])
    expect([database.events, kept]).toEqual([released, []])
  })

  it.each([
    ['is out of reach', '8:0', 'NOT_FOUND'],
    ['is reached with other rights', '5:x', 'FORBIDDEN'],
  ])('whose trip %s only asks the rules', async (_what, rights, code) => {
    const database = keyDatabase({ finds: [done({ rights, answer: '{}' })], trips: [5] })
    const { runs, result, isReplayed } = await sendTo(database)
    expect(runs).toMatchObject([{ onlyAsked: code }])
    expect([result, isReplayed]).toEqual([answered, false])
  })

  it('by a hot write is made anew from its row, without its condition', async () => {
    const database = keyDatabase({ finds: [done({ answer: '{"row":{"id":7}}' })] })
    const { runs, isReplayed } = await sendTo(database, {
      also: { isUnchanged: async () => false },
    })
    expect(runs).toMatchObject([{ keeping: { row: { id: 7 } } }])
    expect([runs[0]?.isUnchanged, isReplayed]).toEqual([undefined, true])
  })
})

describe('B4 a key that cannot be claimed', () => {
  it('belongs to another request', async () => {
    const database = keyDatabase({ finds: [{ isFree: true, isReused: true }] })
    expect(codeIn((await sendTo(database)).result)).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('is one too many: it gets THROTTLED until the account has room', async () => {
    const database = keyDatabase({
      finds: [{ isFree: true, isFull: true }],
      secondsUntilRoom: 33,
    })
    const limits: unknown[] = []
    const listen = (reached: unknown) => void limits.push(reached)
    const unsubscribe = limitReached.subscribe(listen)
    const { result, kept } = await sendTo(database)
    unsubscribe()
    expect(limits).toEqual([{ limit: 'idempotencyKeys' }])
    expect(result.errors).toMatchObject([{ extensions: { code: 'THROTTLED', retryAfter: 33 } }])
    expect(kept).toEqual([])
  })

  it('is waited for, ever more patiently, for up to 5 seconds', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    const lastMoments = [20, 40, 80, 160, 200, 200].map((pause) => 5_000 - pause)
    const findAt = (moment: number) => () => {
      now.mockReturnValue(moment)
      return running
    }
    const database = keyDatabase({ finds: [...lastMoments, 4_801].map(findAt) })
    const { result } = await sendTo(database)
    expect(database.claims).toHaveLength(7)
    expect(result.errors).toMatchObject([
      {
        message: 'A request with this Idempotency-Key is running.',
        extensions: { code: 'CONFLICT', retryAfter: 1 },
      },
    ])
  })
})
