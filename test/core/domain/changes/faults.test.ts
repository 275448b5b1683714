/** B2: the histories find what a service can get wrong; each fault is planted in a database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOfPositions, faultsOfVersions } from './faults.ts'
import { firstFound } from './history-failure.ts'
import { breaking, type Planted, plant } from './planting.ts'
import { openStage, type Stage } from './stage.ts'

/** Of the histories that are played without faults. */
const numbers = Array.from({ length: 60 }, (_, index) => index + 1)

const planted: Planted = { fault: undefined, hits: 0 }
let stage: Stage
beforeAll(async () => {
  stage = await openStage(breaking(planted))
})
afterAll(() => stage.close())

describe('B2: histories find the fault', () => {
  it.each([...faultsOfPositions, ...faultsOfVersions])(
    '$sentence',
    async (fault) => {
      Object.assign(planted, { fault, hits: 0 })
      const mend = await plant(fault, stage)
      const found = await firstFound(stage, [fault.foundBy, ...numbers])
      await mend()
      expect(fault.statements ? planted.hits : 1).toBeGreaterThan(0)
      expect(found?.failure).toBeInstanceOf(Error)
    },
    600_000,
  )
})
