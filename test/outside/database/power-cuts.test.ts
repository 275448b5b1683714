/**
 * Power cuts on the embedded database and the files beside it: 200 of them, or POWER_CUTS, as in
 * `npm run test:long`. The file operations of a service are recorded; a cut keeps what was brought
 * to disk and a random part of the rest, and the database is opened again on that.
 */
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const cutting = fileURLToPath(new URL('power-cuts/cutting.ts', import.meta.url))
const cuts = Number(process.env.POWER_CUTS ?? 200)
/** Each of these processes takes up to a gigabyte. */
const lanes = Math.min(4, availableParallelism())
/** Of one recording; the memory of a process that opens more databases grows. */
const cutsAtOnce = 200
const share = { life: 0.6, 'first start': 0.1, migrations: 0.1, restore: 0.1, import: 0.1 }

interface Outcome {
  cuts: number
  lost: string[]
  unreadable: string[]
  halves: string[]
  /** Pages that were written before the log that they need. */
  early: string[]
  pages: number
}

async function cut(scenario: string, count: number, durable = 'on'): Promise<Outcome> {
  const words = ['--import', 'tsx', cutting, scenario, String(count), String(randomInt(2 ** 31))]
  const env = { ...process.env, DATABASE_DURABLE: durable }
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    ...{ env, maxBuffer: 1 << 26 },
  })
  return JSON.parse(stdout)
}

test.each(Object.entries(share))(
  'a power cut during %s loses nothing that was acknowledged, and leaves nothing in part',
  async (scenario, part) => {
    let left = Math.round(cuts * part)
    const lane = async () => {
      while (left > 0) {
        const count = Math.min(left, cutsAtOnce)
        left -= count
        const { pages, ...outcome } = await cut(scenario, count)
        expect(outcome).toEqual({ cuts: count, lost: [], unreadable: [], halves: [], early: [] })
        if (scenario === 'life') expect(pages).toBeGreaterThan(20)
        if (cuts > 1_000) console.info(`${scenario}: ${count} cuts, ${left} more are to begin`)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  },
  300_000 + cuts * 20_000,
)

test('the same cuts lose much with DATABASE_DURABLE=off', async () => {
  const { lost, unreadable } = await cut('life', 10, 'off')
  expect(lost.length + unreadable.length).toBeGreaterThan(0)
}, 300_000)
