/**
 * B2: whatever happens, a client that applies the pages of `changes` holds what a fresh read shows.
 * CHANGES_FROM and CHANGES_HISTORIES choose the histories, CHANGES_STEPS the steps of one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playHistory } from './history-failure.ts'
import { openStage, type Stage } from './stage.ts'

const { CHANGES_FROM = '1', CHANGES_HISTORIES = '1000', CHANGES_STEPS } = process.env
const first = Number(CHANGES_FROM)
const count = CHANGES_STEPS ? 1 : Number(CHANGES_HISTORIES)
const steps = CHANGES_STEPS?.split(',').map(Number)

/** Two, so that one history is played while the other waits for the database. */
let stages: Stage[]
beforeAll(async () => {
  stages = await Promise.all([openStage(), openStage()])
})
afterAll(() => Promise.all(stages.map((stage) => stage.close())))

describe('B2: a copy kept up to date by changes', () => {
  it(
    `is what a fresh read shows after each quiet moment of ${count} histories`,
    async () => {
      let begun = 0
      let played = 0
      await Promise.all(
        stages.map(async (stage) => {
          while (begun < count) {
            begun += 1
            await playHistory(stage, first + begun - 1, steps)
            played += 1
            if (played % 100 === 0) console.log(`${played} histories of 100 steps`)
          }
        }),
      )
      expect(played).toBe(count)
    },
    Number.POSITIVE_INFINITY,
  )
})
