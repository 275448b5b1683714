/**
 * B2: transactions that overlap hide nothing from a copy, whichever commits first; and a version
 * that is handed out before the lock does.
 */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numbersOf } from '../../random-numbers.ts'
import { KeptCopy, Violation } from '../domain/changes/copy.ts'
import { dawdling } from '../domain/changes/dawdling.ts'
import { acts, quiet } from '../domain/changes/history.ts'
import { plant } from '../domain/changes/planting.ts'
import { Choice, names, newScene, type Scene } from '../domain/changes/scene.ts'
import { openStage, type Stage } from '../domain/changes/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** What is written by mutations alone, in one transaction. */
const chosen = [
  ...['create', 'create', 'create', 'update', 'move', 'move', 'remove', 'restore', 'changeTrip'],
  ...['attach', 'changeDocument', 'changeEmail', 'setRights', 'rename', 'invite', 'accept'],
  ...['deleteTrip', 'restoreTrip', 'removeMember', 'createCategory', 'addFavorite'],
]

/** Two writers overlap, while a reader asks after each thing that happens. */
async function overlap(scene: Scene, next: () => number, read: () => Promise<unknown>) {
  const begin = async () => {
    const slow = dawdling(scene.stage.db)
    const act = acts[chosen[next() % chosen.length] ?? '']
    const choice = new Choice([next(), next(), next(), next()])
    const done = act?.run(scene.through(slow.store), choice)
    // One may wait for the other.
    await Promise.race([slow.written, done, setTimeout(20)])
    return { ...slow, done }
  }
  const writers = [await begin(), await begin()]
  await read()
  if (next() % 2 === 0) writers.reverse()
  for (const { letGo, done } of writers) {
    letGo()
    await Promise.race([done, setTimeout(20)])
    await read()
  }
  await Promise.all(writers.map(({ done }) => done))
}

/** Plays a history of writers that overlap. */
async function play(number: number): Promise<void> {
  const next = numbersOf(number)
  const scene = await newScene(stage)
  const copies = new Map(
    names.map((name) => [name, new KeptCopy(stage, () => scene.account(name))]),
  )
  const reader = copies.get('ed') as KeptCopy
  for (let pair = 0; pair < 10; pair += 1) await overlap(scene, next, () => reader.page(100))
  for (const name of ['ed', 'olga'] as const) {
    await quiet(copies, name, scene, new Choice([next()]))
  }
}

/** The numbers of histories. */
const numbers = Array.from({ length: 40 }, (_, index) => index + 1)

describe('B2: a copy, while writers overlap', () => {
  it('equals a fresh read once they have committed', async () => {
    for (const number of numbers) {
      await play(number).catch((cause) => {
        throw new Error(`number ${number}: ${cause}`, { cause })
      })
    }
  }, 600_000)

  it('misses a change if a version is assigned before the trip is locked', async () => {
    const mend = await plant(
      {
        sentence: 'the version is read before the lock',
        foundBy: 1,
        functions: [['change_trip', 'where t.id = one for no key update;', 'where t.id = one;']],
      },
      stage,
    )
    const found: unknown[] = []
    for (const number of numbers) {
      if (found.length > 0) break
      await play(number).catch((error) => found.push(error))
    }
    await mend()
    expect(found[0]).toBeInstanceOf(Violation)
  }, 600_000)
})
