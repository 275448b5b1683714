/**
 * Histories of concurrent requests are linearizable, whatever happens to processes, database,
 * connections and clocks meanwhile. HISTORIES, HISTORIES_FROM and HISTORY_OPERATIONS choose others.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checker } from './checker.ts'
import { play, shuffled } from './play.ts'
import { type Surroundings, surroundings } from './surroundings.ts'

const { HISTORIES = '10', HISTORIES_FROM = '1', HISTORY_OPERATIONS = '2000' } = process.env
const [first, operations] = [Number(HISTORIES_FROM), Number(HISTORY_OPERATIONS)]
const seeds = Array.from({ length: Number(HISTORIES) }, (_, at) => first + at)

/** One in ten is played on a pair, whose primary is lost twice. */
const lost = 'the database server is killed'
const promotions = ['nothing', lost, lost] as const
const isOnPair = (seed: number) => seed % 10 === 3

const checker = new Checker()
let failed = false
afterAll(() => checker.close(failed))

async function playAndJudge(around: Surroundings, seed: number): Promise<void> {
  const begun = performance.now()
  const happening = isOnPair(seed) ? promotions : shuffled(seed)
  const history = await play(around, { seed, operations, happening })
  const played = performance.now()
  const path = checker.write(`history-${seed}`, history.operations)
  const wrong = await checker.judge(path)
  const unknown = history.operations.filter(({ status }) => status === 'unknown').length
  console.info(
    `history ${seed}: ${history.operations.length} operations, ${unknown} of them unknown, ` +
      `${Math.round(played - begun)} ms, judged in ${Math.round(performance.now() - played)} ms`,
  )
  if (wrong !== '' || history.misplaced.length > 0) failed = true
  const which = `HISTORIES_FROM=${seed} HISTORIES=1; ${history.happened.join(', ')}; kept: ${path}`
  expect(wrong, which).toBe('')
  expect(history.misplaced, which).toEqual([])
}

/** The histories of each kind, if there are any. */
const kinds = (['one server', 'a Patroni pair'] as const)
  .map((kind) => [kind, seeds.filter((seed) => isOnPair(seed) === (kind === 'a Patroni pair'))] as const)
  .filter(([, own]) => own.length > 0)

describe.each(kinds)('histories on %s', (kind, own) => {
  let around: Surroundings
  beforeAll(async () => {
    around = await surroundings(kind)
  })
  afterAll(() => around?.close())

  it.each(own)(
    'history %i is linearizable, and no item is in two trips or in none',
    (seed) => playAndJudge(around, seed),
    600_000,
  )
})
