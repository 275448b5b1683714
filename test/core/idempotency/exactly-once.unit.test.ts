/** B4: a root field with a key is claimed, run and kept (src/core/idempotency/exactly-once.ts). */
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../src/base/errors.ts'
import type { Context } from '../../../src/core/context.ts'
import { refuseReused, takesKey } from '../../../src/core/idempotency/exactly-once.ts'
import { onlyReading } from '../../../src/core/narrowing.ts'
import { maxKeys } from '../../../src/core/store/key-counts.ts'
import { keyDatabase, made } from './key-database.ts'
import {
  account,
  answered,
  codeIn,
  contextOn,
  type GivenMutation,
  refusedWith,
  sendTo,
} from './sent-mutation.ts'

describe('B4 a key', () => {
  it.each([
    ['Mutation.createTrip', true],
    ['Mutation.addEmail', true],
    ['Mutation.logIn', false],
    ['Mutation.createKey', false],
    ['Mutation.__typename', false],
    ['Query.me', false],
  ])('applies to %s: %s', async (coordinate, takes) => {
    expect(takesKey(coordinate)).toBe(takes)
  })

  it.each<[string, GivenMutation]>([
    ['without a key', { also: { claim: undefined } }],
    ['for an anonymous caller', { viewer: { kind: 'anonymous' } }],
    ['for an operator', { viewer: { kind: 'operator' } }],
    [
      'for a token that only reads',
      { viewer: { ...account({ narrowing: onlyReading }), keyHash: null } },
    ],
    ['for a field that answers secrets', { coordinate: 'Mutation.createKey' }],
  ])('does not apply %s: the field simply runs', async (_what, given) => {
    const database = keyDatabase()
    const { result, runs, context } = await sendTo(database, given)
    expect(result).toBe(answered)
    expect(runs[0]).toBe(context)
    expect(database.events).toEqual(['run'])
  })

  it.each([
    ['the account', account(), 'hash', ''],
    ['a token', { ...account(), keyHash: null }, '', ''],
    ['a narrowed key', account({ narrowing: onlyReading }), 'hash', 'readOnly '],
  ])('is claimed as that of %s', async (_whose, viewer, holder, narrowing) => {
    const database = keyDatabase({ finds: [made] })
    await sendTo(database, { viewer })
    expect(database.claims).toEqual([[42, 'K', holder, narrowing, 'F', 'mine', maxKeys]])
  })

  it('is looked up for a request that never runs, if it has one', async () => {
    const free = keyDatabase()
    await refuseReused(contextOn(free))
    const taken = keyDatabase({ isTaken: true })
    const reused = { code: 'IDEMPOTENCY_KEY_REUSED' }
    await expect(refuseReused(contextOn(taken))).rejects.toMatchObject(reused)
    await refuseReused(contextOn(taken, { viewer: { kind: 'anonymous' } }))
    expect([free.events, taken.events]).toEqual([['look'], ['look']])
  })
})

/** Those of a transaction without a failure. */
const whole = ['begin', 'claim', 'run', 'keep', 'commit']
const turn = whole.slice(0, -1)
const undone = ['begin', 'claim', 'run', 'rollback', 'forget access']

describe('B4 a mutation with a key', () => {
  it('is claimed, run and kept in one transaction, with its effects after the commit', async () => {
    const database = keyDatabase({ finds: [{ ...made, keyCount: 3, keptBytes: 4 }], trips: [5] })
    const text = JSON.stringify(answered)
    const { result, counted, kept, isReplayed, context } = await sendTo(database, {}, (held) => {
      held.mailWaits()
      held.concerned?.add(5).add(6)
      expect([held.reading.isHeld, held.db === database.db]).toEqual([true, false])
      expect(held).toHaveProperty('tx')
      return answered
    })
    expect(result).toBe(answered)
    expect(database.events).toEqual([...whole, 'mail', 'forget access'])
    expect(database.kept).toEqual([[expect.stringMatching(/^5:0+ 6:-$/), text]])
    expect([counted, kept]).toEqual([[[42, 3, 4]], [[42, text.length]]])
    expect([isReplayed, context.reading.isHeld]).toEqual([false, false])
  })

  it('locks the children that its rule has seen until the commit', async () => {
    const database = keyDatabase({ finds: [made] })
    await sendTo(database, {}, async (held) => {
      expect(await held.isChild('activity', 5, 6)).toBe(true)
      return answered
    })
    expect(database.events).toContain('child for share')
  })

  it('repeats everything after a conflict, but its effects only once', async () => {
    const database = keyDatabase({ finds: [made, made], conflicts: 1 })
    const slice = { rows: [1], bytes: 1 }
    const { context } = await sendTo(database, {}, (held) => {
      held.mailWaits()
      held.reading.rest.push(slice)
      return answered
    })
    expect(database.events).toEqual([...turn, 'rollback', ...whole, 'mail', 'forget access'])
    expect(context.reading.rest).toEqual([slice])
    expect(JSON.parse(String(database.kept[1]?.[1])).rest).toEqual([slice])
  })

  it('that is refused is rolled back, without a key and effects', async () => {
    const database = keyDatabase({ finds: [made] })
    const { result, kept, context } = await sendTo(database, {}, (held) => {
      held.mailWaits()
      return refusedWith('FORBIDDEN')
    })
    expect(result).toEqual(refusedWith('FORBIDDEN'))
    expect(database.events).toEqual(undone)
    expect([kept, context.reading.isHeld]).toEqual([[], false])
  })

  it('that ends at a limit is rolled back', async () => {
    const meter = { refusal: new Refusal('TOO_COMPLEX') } as unknown as Context['meter']
    const database = keyDatabase({ finds: [made] })
    expect((await sendTo(database, { also: { meter } })).result).toBe(answered)
    expect(database.events).toEqual(undone)
  })

  it('that fails is answered with its error, at its place in the document', async () => {
    const database = keyDatabase({ finds: [made] })
    const broken = new Error('defect')
    const { result } = await sendTo(database, {}, () => Promise.reject(broken))
    expect(result.data).toBeNull()
    expect(result.errors).toMatchObject([
      { path: ['mine'], originalError: broken, locations: [{ line: 1, column: 1 }] },
    ])
  })

  it('has an answer of at most 2 MiB', async () => {
    const most = 2 * 1024 * 1024
    const empty = JSON.stringify({ data: { mine: '' } }).length
    const of = (length: number) => ({ data: { mine: 'x'.repeat(length - empty) } })
    const fitting = keyDatabase({ finds: [made] })
    expect((await sendTo(fitting, {}, () => of(most))).result.errors).toBeUndefined()
    const long = keyDatabase({ finds: [made] })
    const { result } = await sendTo(long, {}, () => of(most + 1))
    expect(result.errors).toMatchObject([
      { message: 'With an Idempotency-Key, an answer has at most 2 MiB.' },
    ])
    expect([codeIn(result), long.kept]).toEqual(['TOO_COMPLEX', []])
  })

  it('works outside of its transaction, and then starts again', async () => {
    const database = keyDatabase({ finds: [made, made, made] })
    const { events } = database
    await sendTo(database, {}, async (held) => {
      await held.outside('read', async () => void events.push('read'))
      await held.throttle.count({ limit: 'invitation' as never, subject: 'x' })
      return answered
    })
    expect(events).toEqual([...undone, 'read', ...undone, 'count', ...whole, 'forget access'])
  })

  it('whose answer must wait for its budget waits without the transaction', async () => {
    const database = keyDatabase({ finds: [made, made] })
    const more = async () => {
      database.events.push('wait')
      return 1_000
    }
    await sendTo(database, { more }, async ({ reading }) => {
      await reading.take(async (budget) => ({ value: budget < 500 ? undefined : 1, bytes: 500 }))
      return answered
    })
    const before = undone.slice(0, -1)
    expect(database.events).toEqual([...before, 'wait', ...whole, 'forget access'])
  })
})
