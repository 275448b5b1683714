/** B4: what a mutation does outside of its transaction, and does once. */
import { describe, expect, it } from 'vitest'
import { Awaited, actingOutside } from '../../../src/core/idempotency/outside-transaction.ts'
import type { Use } from '../../../src/core/limits/attempt-rows.ts'
import type { Throttle } from '../../../src/core/limits/throttle.ts'

/** Counts nothing, but records what it is asked to count. */
function throttleOf(counted: Use[][]): Throttle {
  const count: Throttle['count'] = async (...uses) => void counted.push(uses)
  return { count, login: (_login, verify) => verify() } as Throttle
}

/** Runs a mutation, again after each work that it waits for. */
async function run<Value>(mutation: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await mutation()
    } catch (error) {
      if (!(error instanceof Awaited)) throw error
      await error.work()
    }
  }
}

describe('B4 work outside of the transaction', () => {
  it('is done between two runs, once, and its result is known from then on', async () => {
    const { outside } = actingOutside({ throttle: throttleOf([]) })
    const done: string[] = []
    const read = (name: string) => async () => {
      done.push(name)
      return `content of ${name}`
    }
    const found = await run(async () => {
      done.push('run')
      return [await outside('one', read('one')), await outside('two', read('two'))]
    })
    expect(found).toEqual(['content of one', 'content of two'])
    expect(done).toEqual(['run', 'one', 'run', 'two', 'run'])
  })

  it('is given up if it fails, and would be done again', async () => {
    const { outside } = actingOutside({ throttle: throttleOf([]) })
    const fails = () => Promise.reject(new Error('no connection'))
    await expect(run(() => outside('file', fails))).rejects.toThrow('no connection')
    expect(await run(() => outside('file', async () => 'read'))).toBe('read')
  })

  it('counts attempts, different ones separately and each once', async () => {
    const counted: Use[][] = []
    const throttle = throttleOf(counted)
    const acting = actingOutside({ throttle })
    const uses = ['anna', 'bert'].map((subject): Use => ({ limit: 'alternativeEmail', subject }))
    await run(async () => {
      await acting.throttle.count(uses[0] as Use)
      await acting.throttle.count(...uses)
      await acting.throttle.count(uses[0] as Use)
    })
    expect(counted).toEqual([[uses[0]], uses])
    expect(acting.throttle.login).toBe(throttle.login)
  })
})
