/**
 * B4: a client that loses its answer at any point of a request, and sends it three times again to
 * two processes, has its effect once. Every mutation, on real PostgreSQL.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseUrl } from '../../world.ts'
import { type MatrixStage, setStage } from '../permissions/stage.ts'
import {
  addGates,
  difference,
  interrupt,
  points,
  repeat,
  rowCounts,
  type ServedProcess,
  serve,
  settled,
} from './interruptions.ts'
import { keyedMutations } from './requests.ts'

const isOnServer = databaseUrl !== undefined

let stage: MatrixStage
let one: ServedProcess
let two: ServedProcess
let removeGates: () => Promise<void> = async () => {}
beforeAll(async () => {
  if (!isOnServer) return
  stage = await setStage()
  removeGates = await addGates()
  ;[one, two] = await Promise.all([serve(), serve()])
}, 60_000)
afterAll(async () => {
  if (!isOnServer) return
  for (const { running } of [one, two]) running.child.kill('SIGKILL')
  await Promise.all([one.running.ended, two.running.ended])
  await removeGates()
})

describe.runIf(isOnServer)('B4 a lost answer', () => {
  it.each(keyedMutations)(
    '%s',
    async (_, mutation) => {
      const plain = await mutation.make(stage)
      const before = await rowCounts()
      const [first] = await repeat([one], plain, randomUUID())
      expect(first?.status, first?.text).toBeLessThan(300)
      await settled()
      const effect = difference(before, await rowCounts())
      for (const point of points) {
        const request = await mutation.make(stage)
        const key = randomUUID()
        const start = await rowCounts()
        await interrupt(one, request, key, point)
        await settled()
        const answers = await repeat([one, two, two], request, key)
        expect(difference(start, await rowCounts()), point).toEqual(effect)
        // It ends the credentials of its caller, whose other requests may be refused.
        if (mutation.field === 'logOut') continue
        const [{ status, text } = { status: 0, text: '' }] = answers
        expect(status, `${point}: ${text}`).toBe(first?.status)
        for (const answer of answers) expect(answer, point).toMatchObject({ status, text })
        const done = answers.filter(({ isReplayed }) => !isReplayed).length
        expect(done, point).toBeLessThanOrEqual(1)
      }
    },
    60_000,
  )
})
