/** Histories find what a service can get wrong. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checker } from './checker.ts'
import { cyclesIn } from './cycles.ts'
import { type PlantedFault, plantedFaults, statementsOf } from './faults.ts'
import { play } from './play.ts'
import { rowsAt } from './server.ts'
import { type Surroundings, surroundings } from './surroundings.ts'

const checker = new Checker()
let around: Surroundings
beforeAll(async () => {
  around = await surroundings('one server')
})
afterAll(async () => {
  checker.close(false)
  await around?.close()
})

interface Found {
  wrong: string
  cycles: string[]
}

let numbers = 1_000
/** What is wrong with a short history in which nothing else happens. */
async function found({ altered }: Pick<PlantedFault, 'altered'> = {}): Promise<Found> {
  numbers += 1
  const happening = ['nothing'] as const
  const options = { number: numbers, operations: 400, happening, ...(altered && { altered }) }
  const { operations, states } = await play(around, options)
  const wrong = await checker.judge(checker.write(`${numbers}`, operations))
  return { wrong, cycles: cyclesIn(operations, states) }
}

async function withFault<T>({ trigger }: PlantedFault, work: () => Promise<T>): Promise<T> {
  const { plant, mend } = trigger ? statementsOf(trigger) : { plant: '', mend: '' }
  await rowsAt(around.database, plant)
  try {
    return await work()
  } finally {
    await rowsAt(around.database, mend)
  }
}

describe('histories find the fault', () => {
  it('there is none, where none is planted', async () => {
    expect(await found()).toEqual({ wrong: '', cycles: [] })
  }, 600_000)

  it.each(plantedFaults)(
    '$sentence',
    async (fault) => {
      // What clients choose depends on the answers, and so on the time: one may not be enough.
      const text = await withFault(fault, async () => {
        for (let tries = 0; tries < 12; tries += 1) {
          const { wrong } = await found(fault)
          if (wrong !== '') return wrong
        }
        return ''
      })
      expect(text).toMatch(/not linearizable/)
    },
    600_000,
  )
})
