/**
 * Histories of concurrent requests are linearizable, across trips as well, whatever happens to
 * processes, database, connections and clocks meanwhile. HISTORIES, HISTORIES_FROM and
 * HISTORY_OPERATIONS choose others.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checker } from './checker.ts'
import { cyclesIn } from './cycles.ts'
import { play, shuffled } from './play.ts'
import { type Surroundings, surroundings } from './surroundings.ts'

const { HISTORIES = '10', HISTORIES_FROM = '1', HISTORY_OPERATIONS = '2000' } = process.env
const [first, operations] = [Number(HISTORIES_FROM), Number(HISTORY_OPERATIONS)]
const numbers = Array.from({ length: Number(HISTORIES) }, (_, at) => first + at)

/** One in ten is played on a pair, whose primary is lost twice. */
const lost = 'the database server is killed'
const promotions = ['nothing', lost, lost] as const
const isOnPair = (number: number) => number % 10 === 3

const checker = new Checker()
let failed = false
afterAll(() => checker.close(failed))

async function playAndJudge(around: Surroundings, number: number): Promise<void> {
  const begun = performance.now()
  const happening = isOnPair(number) ? promotions : shuffled(number)
  const history = await play(around, { number, operations, happening })
  const played = performance.now()
  const path = checker.write(`history-${number}`, history.operations)
  const wrong = await checker.judge(path)
  const cycles = cyclesIn(history.operations, history.states)
  const unknown = history.operations.filter(({ status }) => status === 'unknown').length
  console.info(
    `history ${number}: ${history.operations.length} operations, ${unknown} of them unknown, ` +
      `${Math.round(played - begun)} ms, judged in ${Math.round(performance.now() - played)} ms`,
  )
  const found = [...history.misplaced, ...cycles]
  if (wrong !== '' || found.length > 0) failed = true
  const happened = history.happened.join(', ')
  const which = `HISTORIES_FROM=${number} HISTORIES=1; ${happened}; kept: ${path}`
  expect(wrong, which).toBe('')
  expect(found, which).toEqual([])
}

/** The histories of each kind, if there are any. */
const kinds = (['one server', 'a Patroni pair'] as const)
  .map(
    (kind) =>
      [kind, numbers.filter((number) => isOnPair(number) === (kind === 'a Patroni pair'))] as const,
  )
  .filter(([, own]) => own.length > 0)

describe.each(kinds)('histories on %s', (kind, own) => {
  let around: Surroundings
  beforeAll(async () => {
    around = await surroundings(kind)
  })
  afterAll(() => around?.close())

  it.each(own)(
    'history %i is linearizable, and no item is in two trips or in none',
    (number) => playAndJudge(around, number),
    600_000,
  )
})
