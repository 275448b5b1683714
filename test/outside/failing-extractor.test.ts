/**
 * The program that reads booking emails goes wrong: it dies, hangs, answers a half, or answers and
 * then fails. The email is filed or waits in the inbox, whole, and its sender need not know.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawMail } from '../mail/raw-mails.ts'
import { operator } from '../spec/inbound.ts'
import { trip } from '../world.ts'
import { type FailingApplication, openFailing } from './failing-calls/application.ts'
import { childWays, type WatchedChildren, watchChildren } from './failing-calls/children.ts'
import { operation, without } from './failing-calls/operation.ts'
import { attempt, wholeEffect } from './failing-calls/wrong-call.ts'

let failing: FailingApplication
let watched: WatchedChildren
beforeAll(async () => {
  watched = watchChildren()
  failing = await openFailing({ extractor: watched.program })
})
afterAll(async () => {
  await failing.close()
  watched.end()
})

const booking = operation(
  'booking without markup, filed',
  async (olga) => {
    await trip(olga, { starts_at: '2031-04-18', ends_at: '2031-04-21', has_dates: true })
    const query = `mutation ($raw: String!, $owner: String) {
      deliverEmail(raw: $raw, owner: $owner) { id parsedSuccessfully } }`
    const variables = { raw: rawMail().toString('base64'), owner: olga.email }
    return {
      method: 'POST',
      path: '/graphql',
      body: { query, variables },
      headers: operator,
      by: null,
    }
  },
  { ...without, isAnswered: true },
)

describe('the program that reads booking emails goes wrong', () => {
  let whole: string[]
  beforeAll(async () => {
    whole = await wholeEffect(failing, booking, false)
    expect(whole.join()).toContain('transportation added')
  })

  it.each(childWays)('%s: the email is filed or waits, and is answered', async (way) => {
    const one = { kind: 'child', at: 1, way, isKeyed: false } as const
    const { problems, isMet } = await attempt(failing, booking, whole, one)
    expect(problems).toEqual([])
    expect(isMet).toBe(true)
  })

  it('none is left running', () => {
    expect(watched.started).toHaveLength(childWays.length)
    const running = watched.started.filter(
      ({ pid, exitCode, signalCode }) => pid && exitCode === null && signalCode === null,
    )
    expect(running).toEqual([])
  })
})
