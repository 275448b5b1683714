/**
 * Core operations of which each call in turn goes wrong: to the database, the disk, a thread or the
 * clock. It fails, is slow, or is done and then fails. Each call goes wrong in one way, in turn; in
 * all of them with FAILING_CALLS=all, as in `npm run test:long`.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { one } from '../spec/persons.ts'
import { databaseUrl, type Person } from '../world.ts'
import {
  clockWays,
  type FailingApplication,
  leftovers,
  openFailing,
} from './failing-calls/application.ts'
import type { CallKind } from './failing-calls/calls.ts'
import { fileWays } from './failing-calls/files.ts'
import type { CoreOperation } from './failing-calls/operation.ts'
import { operations } from './failing-calls/operations.ts'
import { denial, lostWays, planting, statementWays } from './failing-calls/statements.ts'
import { threadWays } from './failing-calls/threads.ts'
import { problemsOf } from './failing-calls/turns.ts'
import { attempt, wholeEffect } from './failing-calls/wrong-call.ts'

let failing: FailingApplication
let neutral: Person
beforeAll(async () => {
  failing = await openFailing()
  neutral = await one('nora')
})
afterEach(async () => {
  const headers = { authorization: `Token ${neutral.key}` }
  expect((await failing.app.inject({ url: '/v1/trips', headers })).statusCode).toBe(200)
})
afterAll(() => failing.close())

const ways = {
  database: [...statementWays, ...(databaseUrl ? lostWays : [])],
  disk: fileWays,
  thread: threadWays,
  clock: clockWays,
} satisfies Partial<Record<CallKind, readonly string[]>>

const named = operations.map((operation) => [operation.name, operation] as const)
const time = 600_000

describe.each(Object.keys(ways) as (keyof typeof ways)[])('a call to the %s goes wrong', (kind) => {
  const turns = { kind, ways: ways[kind], made: 0 }

  it.each(named)(
    '%s: the state is the one before or the one after, and no answer denies it',
    async (_, operation) => {
      const turn = operations.indexOf(operation)
      expect(await problemsOf(failing, operation, turns, turn)).toEqual([])
    },
    time,
  )

  it('calls were made', () => {
    console.info(`failing calls: ${turns.made} to the ${kind}`)
    expect(turns.made).toBeGreaterThan(kind === 'database' ? 300 : 3)
  })
})

describe('the end', () => {
  it('no object is left without a document, and no document without its object', async () => {
    const { documents, ...left } = await leftovers(failing)
    expect(left).toEqual({ orphans: [], missing: [] })
    expect(documents).toBeGreaterThan(10)
  })
})

describe('planted faults are found', () => {
  const privateDocument = `documents/private/${'0'.repeat(32)}.pdf`
  const operationNamed = (name: string) =>
    operations.find((operation) => operation.name === name) as CoreOperation

  /** The problems of tries of that operation, in which each call goes wrong that way. */
  async function found(name: string, way: string): Promise<string> {
    const operation = operationNamed(name)
    const common = { kind: 'database', way, isKeyed: false } as const
    const whole = await wholeEffect(failing, operation, false)
    const problems: string[] = []
    for (let at = 1, isOver = false; !isOver; at += 1) {
      const result = await attempt(failing, operation, whole, { ...common, at })
      problems.push(...result.problems)
      isOver = !result.isMet
    }
    return problems.join()
  }

  it('a transaction that is two', async () => {
    planting.splitsAt = /select write_mails/
    const problems = await found('invitation', 'cancelled').finally(() => {
      planting.splitsAt = undefined
    })
    expect(problems).toContain('after a part')
  })

  it('an answer that denies what was done', async () => {
    expect(await found('activity, moved', denial)).toContain('500 hides its effect')
  })

  it('a file that nothing records', async () => {
    const order = { visibility: 'private', key: privateDocument, contentType: 'a/b' } as const
    await failing.store.put(order, Buffer.from('orphan'))
    expect(await leftovers(failing)).toMatchObject({ orphans: [privateDocument] })
    await failing.store.remove('private', privateDocument)
  })
})
