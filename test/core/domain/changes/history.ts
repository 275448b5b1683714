/** A history: writers and readers take turns as its number says, and copies are compared. */
import type { Account } from '../../../../src/core/store/viewer.ts'
import { numbersOf } from '../../../random-numbers.ts'
import { actsOfMail } from './acts-of-mail.ts'
import { actsOfOperators } from './acts-of-operators.ts'
import { actsOfPeople, passTime } from './acts-of-people.ts'
import { actsOfTrips, type WriterAct } from './acts-of-trips.ts'
import { KeptCopy, keyOf, type PageFate, Violation } from './copy.ts'
import { compare, fresh, realPeople } from './fresh.ts'
import { keyReaders, partsOf, type ReaderName } from './key-readers.ts'
import { Choice, names, newScene, type Scene } from './scene.ts'
import type { Stage } from './stage.ts'

/** A turn of somebody: what is done, and the numbers that decide how. */
export interface HistoryTurn {
  act: string
  numbers: number[]
}

/** The account of a reader, as far as the key reaches. */
function readerOf(scene: Scene, name: ReaderName): Account {
  const { person, narrowing } = partsOf(name)
  return { ...scene.account(person), narrowing }
}

/** A moment at which all writers rest: this copy gets all there is, and is compared. */
export async function quiet(
  copies: Map<ReaderName, KeptCopy>,
  name: ReaderName,
  scene: Scene,
  choice: Choice,
) {
  await passTime(scene)
  const copy = copies.get(name) as KeptCopy
  const size = sizeOf(choice)
  await copy.catchUp(() => size)
  const now = await fresh(scene.stage, readerOf(scene, name))
  compare(copy.held, now, await realPeople(scene.stage))
  // No one has written since: what came is shown so at this moment.
  for (const { changed } of copy.recent)
    compare(new Map(changed.map((one) => [keyOf(one), one])), now)
  const { changed, destroyed, reset, resetAll } = await copy.page(1)
  const rest = changed.length + destroyed.length + reset.length
  if (rest > 0 || resetAll) throw new Violation('a page after the last one')
}

const sizeOf = (choice: Choice) => choice.of([1, 2, 3, 7, 20, 100, 500]) as number

/** A page for one of the copies, in the middle of everything. */
async function page(copies: Map<ReaderName, KeptCopy>, choice: Choice) {
  const copy = choice.of([...copies.values()]) as KeptCopy
  const asking = choice.of(['applied', 'applied', 'applied', 'lost', 'twice'] as const) as PageFate
  await copy.page(sizeOf(choice), asking)
}

export const acts: Record<string, WriterAct> = {
  ...actsOfTrips,
  ...actsOfPeople,
  ...actsOfMail,
  ...actsOfOperators,
}

/** Turns of readers, as often as this. */
const reading = { page: 28, quiet: 3 }
const weights = Object.entries({
  ...Object.fromEntries(Object.entries(acts).map(([name, { weight }]) => [name, weight])),
  ...reading,
})
const upTo = (end: number) => weights.slice(0, end).reduce((sum, [, weight]) => sum + weight, 0)
/** Where the share of each act ends. */
const bounds = weights.map(([act], at) => ({ act, bound: upTo(at + 1) }))
const total = upTo(weights.length)

/** The turns of a history. */
export function stepsOf(number: number, count = 100): HistoryTurn[] {
  const next = numbersOf(number)
  return Array.from({ length: count }, () => {
    const at = (next() / 2 ** 32) * total
    const act = bounds.find(({ bound }) => at < bound)?.act ?? 'page'
    return { act, numbers: [next(), next(), next(), next()] }
  })
}

/** Who keeps a copy, and the turns; some of them may be left out. */
export interface History {
  readers: ReaderName[]
  steps: readonly HistoryTurn[]
}

/** How often the copies of a history are kept through keys with less. */
const keyHistories = 8

/**
 * The history of that number: three of the five keep copies, or in every eighth one four readers
 * whose keys do less than their account.
 */
export function historyOf(number: number): History {
  const next = numbersOf(number + 1_000_003)
  const isOfKeys = number % keyHistories === 0
  const readers: ReaderName[] = isOfKeys ? [...keyReaders] : [...names]
  while (readers.length > (isOfKeys ? 4 : 3)) readers.splice(next() % readers.length, 1)
  return { readers, steps: stepsOf(number) }
}

/** Takes the steps, and at the end compares the copies, and one that begins then. */
export async function play(
  stage: Stage,
  { readers, steps }: History,
  say: (line: string) => void = () => {},
): Promise<void> {
  const scene = await newScene(stage, say)
  const begin = (name: ReaderName) => new KeptCopy(stage, () => readerOf(scene, name), say)
  const copies = new Map(readers.map((name) => [name, begin(name)]))
  for (const { act, numbers } of steps) {
    const choice = new Choice(numbers)
    say(`-- ${act}`)
    if (act === 'page') await page(copies, choice)
    else if (act === 'quiet') await quiet(copies, choice.of(readers) as ReaderName, scene, choice)
    else await acts[act]?.run(scene, choice)
  }
  const choice = new Choice(steps.at(-1)?.numbers ?? [7])
  for (const name of readers) await quiet(copies, name, scene, choice)
  const name = choice.of(readers) as ReaderName
  copies.set(name, begin(name))
  await quiet(copies, name, scene, choice)
}
