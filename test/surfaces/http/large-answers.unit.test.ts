/** The budget of an answer of `/graphql`: waited for, held until the client has it. */
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { Turnstile } from '../../../src/process/turnstile.ts'
import { answerBudget } from '../../../src/surfaces/http/large-answers.ts'

function place(large = new Turnstile({ name: 'test', max: 100 })) {
  const socket = { destroyed: false, writableLength: 0 } as { destroyed: boolean } & Socket
  const response = new PassThrough()
  const waits: string[] = []
  const budget = answerBudget({
    ...{ large, key: 'account 1', small: 10, socket, response },
    onWait: () => void waits.push('waits'),
  })
  return { large, socket, response, waits, budget }
}

it('a small answer takes no budget', async () => {
  const { large, waits, budget } = place()
  await budget.toAnswer(10)
  expect([large.load.inHand, waits]).toEqual([0, []])
})

it('a large one takes its size, and others may run while it waits', async () => {
  const { large, response, waits, budget } = place()
  await budget.toAnswer(11)
  expect([large.load.inHand, waits]).toEqual([11, ['waits']])
  response.destroy()
  await expect.poll(() => large.load.inHand).toBe(0)
})

it('bytes reserved for reading that the answer does not need are released', async () => {
  const { large, response, budget } = place()
  expect(await budget.toRead(80)).toBe(80)
  await budget.toAnswer(30)
  expect(large.load.inHand).toBe(30)
  response.destroy()
  await expect.poll(() => large.load.inHand).toBe(0)
})

it('a client that disconnects during the wait gets and holds nothing', async () => {
  const large = new Turnstile({ name: 'test', max: 100 })
  const leave = await large.enter('account 2', 100)
  const { socket, budget } = place(large)
  const asked = budget.toRead(50)
  socket.destroyed = true
  leave()
  await expect(asked).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(large.load).toEqual({ inHand: 0, waiting: 0 })
})
