/** Time is a budget: who waits for whom, and for how long at least (test/spec/01.3). */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { allowance, TimeShares } from '../../src/process/time-shares.ts'

/** Keeps the thread busy. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

/** An operation that works for so long; whether it waited, and when it began. */
async function operation(shares: TimeShares, key: string, milliseconds: number, alone = false) {
  let waited = false
  const onWait = () => {
    waited = true
  }
  const share = await shares.enter(key, { alone, onWait })
  const begun = performance.now()
  work(milliseconds)
  share.end()
  await nextTurn()
  return { waited, begun, ended: performance.now() }
}

const heavy = 2 * allowance.light

describe('Time shares', () => {
  it('a caller who is alone never waits, however much it uses', async () => {
    const shares = new TimeShares()
    for (let n = 0; n < 5; n += 1) {
      expect((await operation(shares, 'ada', heavy)).waited).toBe(false)
    }
    const many = Array.from({ length: 50 }, () => operation(shares, 'ada', 2))
    expect((await Promise.all(many)).some(({ waited }) => waited)).toBe(false)
  })

  it('a caller who has used much waits while others are active, and those do not', async () => {
    const shares = new TimeShares()
    await operation(shares, 'ben', allowance.alone + 5)
    const first = await operation(shares, 'mallory', heavy)
    const second = await operation(shares, 'mallory', 1)
    expect(second.waited).toBe(true)
    const rest = (first.ended - first.begun) * allowance.spread
    expect(second.begun - first.begun).toBeGreaterThanOrEqual(rest - 5)
    expect((await operation(shares, 'ben', 5)).waited).toBe(false)
  })

  it('long operations cause longer rests', async () => {
    const shares = new TimeShares()
    await operation(shares, 'ben', allowance.alone + 5)
    const first = await operation(shares, 'mallory', heavy)
    const second = await operation(shares, 'mallory', 1)
    const least = heavy * (allowance.spreadOfLong - 1)
    expect(second.begun - first.ended).toBeGreaterThanOrEqual(least - 10)
  })

  it('two heavy callers divide the time that one would get', async () => {
    const shares = new TimeShares()
    for (const ordinary of ['ben', 'cleo', 'dora']) {
      await operation(shares, ordinary, allowance.alone + 5)
    }
    await operation(shares, 'mallory', heavy)
    const first = await operation(shares, 'moe', heavy)
    const second = await operation(shares, 'moe', 1)
    const least = heavy * (2 * allowance.spreadOfLong - 1)
    expect(second.begun - first.ended).toBeGreaterThanOrEqual(least - 10)
  })

  it('cheap operations of one caller run side by side', async () => {
    const shares = new TimeShares()
    await operation(shares, 'mallory', heavy)
    const started = await Promise.all(Array.from({ length: 8 }, () => shares.enter('ben')))
    for (const share of started) share.end()
    await nextTurn()
    expect((await operation(shares, 'ben', 1)).waited).toBe(false)
  })

  it('many operations that one caller starts at once count before they have ended', async () => {
    const shares = new TimeShares()
    await operation(shares, 'ben', allowance.alone + 5)
    let waiting = 0
    const onWait = () => {
      waiting += 1
    }
    const starting = Array.from({ length: 40 }, () => shares.enter('mallory', { onWait }))
    expect(waiting).toBeGreaterThan(20)
    for (const share of starting) (await share).end()
  })

  it('operations marked as alone run one at a time, however little they use', async () => {
    const shares = new TimeShares()
    let running = 0
    const once = async () => {
      const share = await shares.enter('address 192.0.2.1', { alone: true })
      running += 1
      expect(running).toBe(1)
      await nextTurn()
      running -= 1
      share.end()
    }
    await Promise.all(Array.from({ length: 10 }, once))
  })

  it('waiting for the outside is not charged', async () => {
    const shares = new TimeShares()
    await operation(shares, 'ben', allowance.alone + 5)
    const share = await shares.enter('cleo')
    share.pause()
    await operation(shares, 'mallory', 2 * heavy)
    share.resume()
    share.end()
    await nextTurn()
    expect((await operation(shares, 'cleo', 1)).waited).toBe(false)
  })

  it('time is charged in equal shares to running operations', async () => {
    const shares = new TimeShares()
    await operation(shares, 'ben', allowance.alone + 5)
    const together = await Promise.all([shares.enter('cleo'), shares.enter('dora')])
    work(2 * heavy)
    for (const share of together) share.end()
    await nextTurn()
    const [cleo, dora] = [await operation(shares, 'cleo', 1), await operation(shares, 'dora', 1)]
    expect([cleo.waited, dora.waited]).toEqual([true, true])
  })

  it('the time used decays', async () => {
    const shares = new TimeShares()
    await operation(shares, 'mallory', heavy)
    await pause(1_500)
    await operation(shares, 'ben', allowance.alone + 5)
    expect((await operation(shares, 'mallory', 1)).waited).toBe(false)
  })
})

describe('Time shares: operations that give way', () => {
  it('one waiting operation goes on per turn of the event loop', async () => {
    const shares = new TimeShares()
    const order: string[] = []
    const turns = (key: string, count: number) =>
      Array.from({ length: count }, () => shares.giveWay(key).then(() => order.push(key)))
    const all = Promise.all([...turns('mallory', 5), ...turns('ben', 1)])
    expect(order).toEqual([])
    await nextTurn()
    await nextTurn()
    expect(order.length).toBeLessThanOrEqual(2)
    await all
    expect(order.indexOf('ben')).toBeLessThan(3)
  })

  it('the pieces of a text are charged by the time to write each', async () => {
    const shares = new TimeShares()
    await operation(shares, 'ben', allowance.alone + 5)
    function* pieces() {
      for (let n = 0; n < 10; n += 1) {
        work(heavy / 10)
        yield String(n)
      }
    }
    let text = ''
    for await (const piece of shares.written('mallory', pieces())) {
      text += piece
      // A client that takes its time.
      await pause(20)
    }
    expect(text).toBe('0123456789')
    expect((await operation(shares, 'mallory', 1)).waited).toBe(true)
  })
})
