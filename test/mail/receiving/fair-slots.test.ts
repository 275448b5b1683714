/** 17 Inbound mail: no client, however slow or many, shuts the others out. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { admissionOf } from '../../../src/mail/receiving/admission.ts'
import { MessageBudget } from '../../../src/mail/receiving/message-budget.ts'
import { inbox, secretAddress } from '../../spec/inbound.ts'
import { cast } from '../../world.ts'
import { rawMail } from '../raw-mails.ts'
import { closeListeners, listen, send } from './listening.ts'

afterAll(closeListeners)

describe('17 Inbound mail: the memory for messages in reception', () => {
  it('runs out for the client that holds the most, not for the latest one', () => {
    const gone: string[] = []
    const budget = new MessageBudget({ max: 100, maxPerClient: 60 })
    const hold = (client: string, name = client) => budget.hold(client, () => gone.push(name))
    const drips = ['a', 'b'].map((client) => hold(client))
    drips[0]?.grow(50)
    drips[1]?.grow(40)
    const honest = hold('c')
    honest.grow(20)
    expect(gone).toEqual(['a'])
    expect(budget.bytes).toBe(60)
    honest.settle()
    honest.release()
    honest.release()
    expect(budget.bytes).toBe(40)
  })

  it('one client is limited, over all its connections together', () => {
    const gone: string[] = []
    const budget = new MessageBudget({ max: 100, maxPerClient: 60 })
    budget.hold('a', () => gone.push('first')).grow(40)
    budget.hold('a', () => gone.push('second')).grow(30)
    expect(gone).toEqual(['second'])
    expect(budget.bytes).toBe(40)
  })

  it('a complete message no longer gives way; new ones are refused temporarily', () => {
    const gone: string[] = []
    const budget = new MessageBudget({ max: 100, maxPerClient: 100 })
    const whole = budget.hold('a', () => gone.push('whole'))
    whole.grow(90)
    whole.settle()
    budget.hold('b', () => gone.push('late')).grow(20)
    expect(gone).toEqual(['late'])
    expect(budget.bytes).toBe(90)
  })
})

describe('17 Inbound mail: connections', () => {
  const throttle = { count: async () => {} }
  const intake = {
    domain: undefined,
    isSharedAddress: () => false,
    isSecretAddress: async () => true,
  }
  const session = (id: string, remoteAddress: string) => ({ id, remoteAddress })

  it('a client has a maximum; IPv6 counts by /64', () => {
    const limits = { connectionsPerClient: 2 }
    const admission = admissionOf({ intake, throttle, idle: () => [], limits })
    admission.enter(session('1', '2001:db8:1:2::1'))
    admission.enter(session('2', '2001:db8:1:2:ffff::9'))
    expect(() => admission.enter(session('3', '2001:db8:1:2:3:4:5:6'))).toThrow(/Too many/)
    admission.enter(session('4', '2001:db8:1:3::1'))
    admission.leave(session('2', '2001:db8:1:2:ffff::9'))
    admission.enter(session('5', '2001:db8:1:2:3:4:5:6'))
  })

  it('of the client that has the most make room for another when all are taken', () => {
    const dismissed: string[] = []
    const open = new Map<string, string>()
    const idle = () =>
      [...open].map(([id, address]) => ({
        session: session(id, address),
        dismiss: () => void dismissed.push(id),
      }))
    const admission = admissionOf({ intake, throttle, idle, limits: { connections: 3 } })
    const enter = (id: string, address: string) => {
      admission.enter(session(id, address))
      open.set(id, address)
    }
    enter('1', '192.0.2.1')
    enter('2', '192.0.2.1')
    enter('3', '192.0.2.2')
    expect(() => enter('4', '192.0.2.1')).toThrow(/Too many/)
    enter('5', '192.0.2.3')
    expect(dismissed).toEqual(['1'])
    expect(() => enter('6', '192.0.2.4')).toThrow(/Too many/)
  })

  it.each([
    ['a message that drips', { maxTime: 60_000, window: 100, bytes: 1e8 }],
    ['one that comes steadily, but for ever', { maxTime: 100, window: 6e4, bytes: 60 }],
  ])('%s is cut with 421, and others are served', async (_, pace) => {
    const { olga } = await cast()
    const to = await secretAddress(olga)
    const listener = await listen({ pace })
    const socket = connect(listener.port, '127.0.0.1').setEncoding('utf8')
    const said = collect(socket)
    const closed = once(socket, 'close')
    await expect.poll(said).toMatch(/^220 /)
    const lines = ['EHLO a', 'MAIL FROM:<a@b.example>', `RCPT TO:<${to}>`, 'DATA']
    for (const line of lines) {
      const before = said().length
      socket.write(`${line}\r\n`)
      await expect.poll(() => said().slice(before)).toMatch(/^(250|354) .*\r\n$/m)
    }
    const drip = setInterval(() => socket.write('a: b\r\n'), 10)
    await closed
    clearInterval(drip)
    expect(said()).toMatch(/421 .*[Tt]oo slow/)
    const quick = await listen()
    expect(await send(quick, to, rawMail())).toMatchObject({ rejected: [] })
    expect(await inbox(olga)).toHaveLength(1)
  })
})

function collect(socket: Socket): () => string {
  let said = ''
  socket.on('data', (text: string) => {
    said += text
  })
  socket.on('error', () => {})
  return () => said
}
