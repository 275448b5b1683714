/**
 * B4: a process that is killed at any point of a request with a key; the client sends it three
 * times again to two others, and has its effect once. On real PostgreSQL.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseUrl } from '../../world.ts'
import { type MatrixStage, setStage } from '../permissions/stage.ts'
import {
  addGates,
  difference,
  hold,
  type Interruption,
  points,
  type RepeatedAnswer,
  repeat,
  rowCounts,
  type ServedProcess,
  serve,
  settled,
} from './interruptions.ts'
import { type KeyedMutation, keyedMutations } from './requests.ts'

const isOnServer = databaseUrl !== undefined

type Case = readonly [name: string, point: Interruption, mutation: KeyedMutation]

/** Each mutation at one point, in turn; at every point if asked. */
const isWhole = process.env.KILLED_AT_EVERY_POINT === '1'
const cases = keyedMutations.flatMap(([name, mutation], index) =>
  points
    .filter((_, place) => isWhole || place === index % points.length)
    .map((point): Case => [name, point, mutation]),
)

/**
 * The points of the cases that share a process, in their order; it is killed at the last one. At
 * the last points nothing holds it: it must be killed before it does anything else.
 */
const shared: readonly (readonly Interruption[])[] = [
  [
    'before the request is read',
    'before the transaction has done anything',
    'after the commit, before the answer',
  ],
  ['inside the transaction, before its end', 'half-way through the answer'],
]
const processes: [number: number, of: Case[]][] = []
for (let from = 0; from < cases.length; from += points.length) {
  const next = cases.slice(from, from + points.length)
  for (const some of shared) {
    const of = next.filter(([, point]) => some.includes(point))
    if (of.length > 0) processes.push([processes.length + 1, of])
  }
}

/** One for each case of a process, so that none waits for what another holds. */
const stages: MatrixStage[] = []
let survivors: ServedProcess[] = []
let removeGates: () => Promise<void> = async () => {}
beforeAll(async () => {
  if (!isOnServer) return
  for (const _ of points) stages.push(await setStage())
  removeGates = await addGates()
  survivors = await Promise.all([serve(), serve()])
}, 60_000)
afterAll(async () => {
  if (!isOnServer) return
  for (const { running } of survivors) {
    running.child.kill('SIGKILL')
    await running.ended
  }
  await removeGates()
})

type Counts = ReturnType<typeof difference>

/** What changes in the database until `work` is done. */
async function effectOf<T>(work: () => Promise<T>): Promise<[Counts, T]> {
  const before = await rowCounts()
  const result = await work()
  await settled()
  return [difference(before, await rowCounts()), result]
}

/** The sum, of those that have changed. */
function sum(all: readonly Counts[]): Counts {
  const found: Counts = {}
  for (const [name, count] of all.flatMap(Object.entries)) found[name] = (found[name] ?? 0) + count
  return Object.fromEntries(Object.entries(found).filter(([, count]) => count !== 0))
}

interface Outcome {
  /** Of the same request on other objects, which nothing interrupts. */
  plain: RepeatedAnswer
  effect: Counts
  /** Of the request until the kill, after it, and when it is sent again. */
  effects: Counts[]
  answers: RepeatedAnswer[]
}

/**
 * Brings the request of each case to its point in a process, kills the process as soon as the last
 * one is there, and sends them all again. While others are held, what each does is counted alone.
 */
async function killedAt(of: readonly Case[]): Promise<Outcome[]> {
  const [one, two] = survivors as [ServedProcess, ServedProcess]
  const starting = serve()
  const tries = []
  for (const [at, [, point, mutation]] of of.entries()) {
    const stage = stages[at] as MatrixStage
    const undisturbed = await mutation.make(stage)
    const [effect, [plain]] = await effectOf(() => repeat([one], undisturbed, randomUUID()))
    tries.push({ point, plain: plain as RepeatedAnswer, effect, key: randomUUID() })
  }
  const victim = await starting
  const begun = []
  for (const [at, { point, key, ...rest }] of tries.entries()) {
    const request = await (of[at] as Case)[2].make(stages[at] as MatrixStage)
    const [before, held] = await effectOf(async () => {
      const held = await hold(victim, request, key, point)
      if (at === of.length - 1) victim.running.child.kill('SIGKILL')
      return held
    })
    begun.push({ ...rest, request, key, held, before })
  }
  await victim.running.ended
  const ended = []
  for (const { held, before, ...rest } of begun) {
    const [after] = await effectOf(() => Promise.all([held.leave(), held.letGo()]))
    ended.push({ ...rest, effects: [before, after] })
  }
  const outcomes = []
  for (const { request, key, effects, ...rest } of ended) {
    const [again, answers] = await effectOf(() => repeat([one, two, two], request, key))
    outcomes.push({ ...rest, effects: [...effects, again], answers })
  }
  return outcomes
}

describe.runIf(isOnServer).each(processes)('B4 killed process %i', (_number, of) => {
  let outcomes: Outcome[] = []
  beforeAll(async () => {
    outcomes = await killedAt(of)
  }, 60_000)

  it.each(of.map(([name, point, { field }], at) => [name, point, field, at] as const))(
    '%s, killed %s',
    (_, _point, field, at) => {
      const { plain, effect, effects, answers } = outcomes[at] as Outcome
      expect(sum(effects)).toEqual(effect)
      // It ends the credentials of its caller, whose other requests may be refused.
      if (field === 'logOut') return
      const [{ text } = { text: '' }] = answers
      for (const answer of answers) expect(answer).toMatchObject({ status: plain.status, text })
      expect(answers.filter(({ isReplayed }) => !isReplayed).length).toBeLessThanOrEqual(1)
    },
  )
})
