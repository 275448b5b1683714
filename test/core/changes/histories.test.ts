/**
 * B2: whatever happens, a client that applies the pages of `changes` holds what a fresh read shows.
 * CHANGES_FROM and CHANGES_HISTORIES choose the histories, CHANGES_STEPS the steps of one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playHistory } from './history-failure.ts'
import { openStage, type Stage } from './stage.ts'

const { CHANGES_FROM = '1', CHANGES_HISTORIES = '60', CHANGES_STEPS } = process.env
const first = Number(CHANGES_FROM)
const count = CHANGES_STEPS ? 1 : Number(CHANGES_HISTORIES)
const steps = CHANGES_STEPS?.split(',').map(Number)

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

describe('B2: a copy kept up to date by changes', () => {
  it(
    `is what a fresh read shows after each quiet moment of ${count} histories`,
    async () => {
      let played = 0
      for (; played < count; played += 1) {
        await playHistory(stage, first + played, steps)
        if (played % 100 === 99) console.log(`${played + 1} histories of 100 steps`)
      }
      expect(played).toBe(count)
    },
    Number.POSITIVE_INFINITY,
  )
})
