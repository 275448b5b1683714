/**
 * For power-cuts.test.ts, as a process of its own: `cutting.ts SCENARIO CUTS CHANCE`. Records a
 * scenario, cuts the power at random moments of it, opens what is left, and prints the outcome as
 * JSON.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { openDatabase } from '../../../../src/outside/database/database.ts'
import { numbersOf } from '../../../random-numbers.ts'
import { silent } from '../places.ts'
import { Acknowledged, halves } from './acknowledged.ts'
import { DiskImage } from './image.ts'
import { writtenEarly } from './order.ts'
import { Recording } from './recording.ts'
import { type Scenario, scenarios } from './scenarios.ts'

const [name = '', cuts = '', chance = ''] = process.argv.slice(2)
/** A disk in memory, if there is one: what is tested is which calls are made. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const directory = mkdtempSync(join(place, 'trips-power-cuts-'))
const home = join(directory, 'recorded')
process.env.TEST_RUN_DIR = home
delete process.env.TEST_DATABASE_URL

const recording = new Recording(home)
const { operations } = recording
const facts = new Acknowledged(() => operations.length)
const outcome = {
  cuts: 0,
  lost: [] as string[],
  unreadable: [] as string[],
  halves: [] as string[],
  early: [] as string[],
  pages: 0,
}
try {
  const stage = { home, outside: directory, recording, facts }
  const scenario = await scenarios[name]?.(stage)
  if (!scenario) throw new Error(`there is no scenario ${name}`)
  // The others record two databases, or one that is not complete yet.
  if (name === 'life') Object.assign(outcome, writtenEarly(operations, scenario.started))
  const next = numbersOf(Number(chance))
  await cutAll(scenario, () => next() / 2 ** 32)
} finally {
  rmSync(directory, { recursive: true, force: true })
}
console.log(JSON.stringify(outcome))
process.exit()

async function cutAll(scenario: Scenario, random: () => number): Promise<void> {
  const { dataDir, started } = scenario
  const image = new DiskImage(operations)
  const moments = Array.from(
    { length: Number(cuts) },
    () => started + Math.floor(random() * (operations.length + 1 - started)),
  )
  for (const moment of moments.sort((one, two) => one - two)) {
    image.advance(moment)
    const left = join(directory, `left-${outcome.cuts}`)
    image.cut(relative(home, dataDir), left, random)
    const placed = (one: unknown) => `${name}, chance ${chance}, before ${moment}: ${one}`
    await open(scenario, left, moment, placed).catch((error) => {
      outcome.unreadable.push(placed(error.stack))
    })
    rmSync(left, { recursive: true, force: true })
    outcome.cuts += 1
  }
}

async function open(
  { repair, lost }: Scenario,
  left: string,
  moment: number,
  placed: (one: string) => string,
): Promise<void> {
  await repair?.(left)
  const db = await openDatabase({ dataDir: left, log: silent })
  try {
    outcome.lost.push(...(await lost(db, left, moment)).map(placed))
    outcome.halves.push(...(await halves(db, left, facts)).map(placed))
  } finally {
    await db.close()
  }
}
