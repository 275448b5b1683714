/** B2: a standby is promoted that lacks the last writes: copies become what it shows. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Violation } from '../domain/changes/copy.ts'
import { type History, historyOf, play } from '../domain/changes/history.ts'
import { breaking, type Planted } from '../domain/changes/planting.ts'
import { openPair } from '../domain/changes/server-pair.ts'
import { openStage, type Stage } from '../domain/changes/stage.ts'

const planted: Planted = { fault: undefined, hits: 0 }
let stage: Stage
let close: () => Promise<void>
beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'trips-promotions-'))
  await chmod(directory, 0o711) // the servers belong to another account
  const pair = await openPair(directory)
  stage = Object.assign(await openStage(breaking(planted), pair.url), { pair })
  close = async () => {
    await stage.close()
    await pair.close()
    await rm(directory, { recursive: true })
  }
})
afterAll(() => close())

/**
 * A history in which the standby stops receiving, and is promoted some steps later, when a copy has
 * seen them.
 */
function promoted(number: number, lost: number): History {
  const { readers, steps } = historyOf(number)
  const act = (name: string) => ({ act: name, numbers: [number] })
  const before = [...steps.slice(0, 30), act('part')]
  const meanwhile = [...steps.slice(30, 30 + lost), act('quiet'), act('promote')]
  return { readers, steps: [...before, ...meanwhile, ...steps.slice(30 + lost)] }
}

/**
 * Olga's copy holds an object that the promoted standby never received; another one then brings the
 * trip to the same version.
 */
function lostObject(): History {
  // Zeros choose Olga, and her first trip.
  const steps = ['quiet', 'part', 'create', 'quiet', 'promote', 'create']
  return { readers: ['olga'], steps: steps.map((act) => ({ act, numbers: [0] })) }
}

describe('B2: copies after the promotion of a standby', () => {
  it.each([1, 2, 3, 4, 5])('copies of history %i equal a fresh read', (number) =>
    play(stage, promoted(number, 10 * number)),
  )

  it('a copy that holds what was lost equals a fresh read', () => play(stage, lostObject()))

  it('copies keep what was lost where positions do not name the timeline', async () => {
    planted.fault = {
      sentence: 'the timeline is not in the position',
      foundBy: 4,
      statements: {
        with: 'cross join history',
        text: (text) => text.replace(/h\.id \|\|.*? as history/s, 'h.id::text as history'),
      },
    }
    await expect(play(stage, lostObject())).rejects.toThrow(Violation)
    expect(planted.hits).toBeGreaterThan(0)
  })
})
