/**
 * B4: a process that is killed at any point of a request with a key; the client sends it three
 * times again to two others, and has its effect once. On real PostgreSQL.
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

/** Each mutation at one point, in turn; at every point if asked. */
const isWhole = process.env.KILLED_AT_EVERY_POINT === '1'
const cases = keyedMutations.flatMap(([name, mutation], index) =>
  points
    .filter((_, place) => isWhole || place === index % points.length)
    .map((point) => [name, point, mutation] as const),
)

let stage: MatrixStage
let survivors: ServedProcess[] = []
/** Started while the one before is being killed. */
let next: Promise<ServedProcess>
let removeGates: () => Promise<void> = async () => {}
beforeAll(async () => {
  if (!isOnServer) return
  stage = await setStage()
  removeGates = await addGates()
  survivors = await Promise.all([serve(), serve()])
  next = serve()
}, 60_000)
afterAll(async () => {
  if (!isOnServer) return
  for (const { running } of [...survivors, await next]) {
    running.child.kill('SIGKILL')
    await running.ended
  }
  await removeGates()
})

describe.runIf(isOnServer)(
  'B4 a killed process',
  () => {
    it.each(cases)('%s, killed %s', async (_, point, mutation) => {
      const [one, two] = survivors as [ServedProcess, ServedProcess]
      const plain = await mutation.make(stage)
      const before = await rowCounts()
      const [first] = await repeat([one], plain, randomUUID())
      await settled()
      const effect = difference(before, await rowCounts())
      const [request, key] = [await mutation.make(stage), randomUUID()]
      const victim = await next
      next = serve()
      const start = await rowCounts()
      await interrupt(victim, request, key, point, () => void victim.running.child.kill('SIGKILL'))
      await victim.running.ended
      const answers = await repeat([one, two, two], request, key)
      await settled()
      expect(difference(start, await rowCounts())).toEqual(effect)
      // It ends the credentials of its caller, whose other requests may be refused.
      if (mutation.field === 'logOut') return
      const [{ text } = { text: '' }] = answers
      for (const answer of answers) expect(answer).toMatchObject({ status: first?.status, text })
      expect(answers.filter(({ isReplayed }) => !isReplayed).length).toBeLessThanOrEqual(1)
    })
  },
  60_000,
)
