/**
 * A process of its own for power-cuts.test.ts: `cutting.ts SCENARIO CUTS SEED`. Records a scenario,
 * cuts the power at random moments of it, opens what is left, and prints what was lost as JSON.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openDatabase } from '../../../../src/outside/database/database.ts'
import { silent } from '../places.ts'
import { Facts, halves } from './facts.ts'
import { DiskImage } from './image.ts'
import { live } from './life.ts'
import { Recording } from './recording.ts'

const [scenario = '', cuts = '', seed = ''] = process.argv.slice(2)
const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'trips-power-'))
process.env.TEST_RUN_DIR = join(home, 'run')
const recording = new Recording(home)
const { operations } = recording
const facts = new Facts(() => operations.length)
const hashes = new Set<string>()
const random = randomFrom(Number(seed))

const began = performance.now()
const { dataDir, started } = await live(recording, facts, hashes)
recording.stop()
console.error(scenario, operations.length, 'operations, from', started, (performance.now() - began).toFixed())
const image = new DiskImage(operations)
const moments = Array.from({ length: Number(cuts) }, () =>
  random() < 0.1
    ? Math.floor(random() * started)
    : started + Math.floor(random() * (operations.length + 1 - started)),
).sort((one, two) => one - two)
const outcome = { cuts: 0, lost: [] as string[], unreadable: [] as string[], halves: [] as string[] }
for (const moment of moments) {
  image.advance(moment)
  const place = join(home, `after-${outcome.cuts}`)
  image.cut(`run/${basename(dataDir)}`, place, random)
  const at = (one: unknown) => `at ${moment}: ${one}`
  try {
    const db = await openDatabase({ dataDir: place, log: silent })
    try {
      outcome.lost.push(...(await facts.lost(db, moment)).map(at))
      outcome.halves.push(...(await halves(db, place, hashes)).map(at))
    } finally {
      await db.close()
    }
  } catch (error) {
    outcome.unreadable.push(at((error as Error).stack))
  }
  outcome.cuts += 1
  rmSync(place, { recursive: true, force: true })
}
console.error((performance.now() - began).toFixed())
rmSync(home, { recursive: true, force: true })
console.log(JSON.stringify(outcome))
process.exit()

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
