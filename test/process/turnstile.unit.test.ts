/** The bounds on work at once, by key. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Turnstile } from '../../src/process/turnstile.ts'

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

describe('turnstile', () => {
  test('admits at most the maximum, and all in order, even after failures', async () => {
    const turnstile = new Turnstile({ name: 'test', max: 2 })
    const order: number[] = []
    let inHand = 0
    let most = 0
    const works = Array.from({ length: 20 }, (_, at) =>
      turnstile
        .pass('a', async () => {
          inHand += 1
          most = Math.max(most, inHand)
          order.push(at)
          await pause(2)
          inHand -= 1
          if (at % 3 === 0) throw new Error('failed')
        })
        .catch(() => {}),
    )
    await Promise.all(works)
    expect(most).toBe(2)
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(await turnstile.pass('a', async () => 'still open')).toBe('still open')
    expect(turnstile.load).toEqual({ inHand: 0, waiting: 0 })
  })

  test('a full queue refuses with SERVICE_UNAVAILABLE', async () => {
    const turnstile = new Turnstile({ name: 'test', max: 1, maxWaiting: 1 })
    const accepted = [turnstile.pass('a', () => pause(20)), turnstile.pass('a', () => pause(20))]
    await expect(turnstile.pass('a', () => pause(20))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      extensions: { retryAfter: 5 },
    })
    await Promise.all(accepted)
  })

  test('work that waits too long is refused, and leaves no trace', async () => {
    const turnstile = new Turnstile({ name: 'test', max: 1, maxWait: 10 })
    const leave = await turnstile.enter('a')
    await expect(turnstile.enter('a')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    leave()
    leave()
    expect(turnstile.load).toEqual({ inHand: 0, waiting: 0 })
    expect(await turnstile.pass('a', async () => 'open')).toBe('open')
  })

  test('weight released early admits others', async () => {
    const turnstile = new Turnstile({ name: 'test', max: 10 })
    const leave = await turnstile.enter('a', 8)
    const waiting = turnstile.enter('b', 6)
    leave(9)
    expect(turnstile.load).toEqual({ inHand: 8, waiting: 1 })
    leave(3)
    const leaveToo = await waiting
    expect(turnstile.load).toEqual({ inHand: 9, waiting: 0 })
    leave(5)
    leave()
    leave()
    leaveToo()
    expect(turnstile.load).toEqual({ inHand: 0, waiting: 0 })
  })

  test('a single entry may have a longer wait', async () => {
    const turnstile = new Turnstile({ name: 'test', max: 1, maxWait: 5 })
    const leave = await turnstile.enter('a')
    const patient = turnstile.enter('b', 1, 60_000)
    await expect(turnstile.enter('c')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    leave()
    const leaveToo = await patient
    leaveToo()
  })

  test('a key that waits for its own work does not block others', async () => {
    const turnstile = new Turnstile({ name: 'test', max: 3, maxPerKey: 1 })
    const leave = await turnstile.enter('greedy')
    const waiting = turnstile.enter('greedy')
    expect(await turnstile.pass('other', async () => 'at once')).toBe('at once')
    leave()
    const leaveToo = await waiting
    leaveToo()
  })

  test('keys take turns: a long queue of one does not delay another', async () => {
    const turnstile = new Turnstile({ name: 'test', max: 1 })
    const order: string[] = []
    const leave = await turnstile.enter('first')
    const come = (key: string) => turnstile.pass(key, async () => void order.push(key))
    const works = [...Array.from({ length: 5 }, () => come('greedy')), come('other')]
    leave()
    await Promise.all(works)
    expect(order.indexOf('other')).toBeLessThan(2)
  })

  test('weights count; heavy work is not overtaken for ever, and the heaviest runs alone', async () => {
    const turnstile = new Turnstile({ name: 'test', max: 10 })
    const order: string[] = []
    const leave = await turnstile.enter('a', 6)
    const works = [
      turnstile.pass('b', async () => void order.push('heavy'), 100),
      turnstile.pass('c', async () => void order.push('light'), 1),
    ]
    await pause(5)
    expect(order).toEqual([])
    leave()
    await Promise.all(works)
    expect(order).toEqual(['heavy', 'light'])
  })

  test('limits hold with random arrivals, ends and timeouts, and no work is lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ key: fc.nat(3), weight: fc.integer({ min: 1, max: 12 }) }), {
          maxLength: 40,
        }),
        async (works) => {
          const turnstile = new Turnstile({ name: 'test', max: 10, maxPerKey: 6, maxWaiting: 100 })
          const inHand = new Map<number, number>()
          let all = 0
          const done = await Promise.all(
            works.map(({ key, weight }) =>
              turnstile.pass(
                `${key}`,
                async () => {
                  const counted = Math.min(weight, 6)
                  all += counted
                  inHand.set(key, (inHand.get(key) ?? 0) + counted)
                  expect(all).toBeLessThanOrEqual(10)
                  expect(inHand.get(key)).toBeLessThanOrEqual(6)
                  await new Promise((resolve) => setImmediate(resolve))
                  all -= counted
                  inHand.set(key, (inHand.get(key) ?? 0) - counted)
                  return true
                },
                weight,
              ),
            ),
          )
          expect(done).toHaveLength(works.length)
          expect(turnstile.load).toEqual({ inHand: 0, waiting: 0 })
        },
      ),
      { numRuns: 200 },
    )
  })
})
