/** Inbound mail: the SMTP and LMTP listener, with nodemailer as the client. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { fail } from '../../../src/base/errors.ts'
import type { Intake } from '../../../src/core/intake.ts'
import { inbox, secretAddress } from '../../spec/inbound.ts'
import { app, cast, db, inboundDomain } from '../../world.ts'
import { rawMail } from '../raw-mails.ts'
import { closeListeners, forget, listen, send } from './listening.ts'

afterEach(closeListeners)

const countOf = async (ownerId: number) =>
  (await db.query({ text: 'select id from email where owner_id = $1', values: [ownerId] })).length

describe('17 Inbound mail: SMTP', () => {
  it('the secret address reaches its owner for any sender', async () => {
    const { olga, stan } = await cast()
    const listener = await listen()
    const answer = await send(listener, await secretAddress(stan), rawMail({ from: olga.email }))
    expect(answer).toMatchObject({ response: '250 OK: message stored' })
    expect(await inbox(stan)).toHaveLength(1)
    expect(await inbox(olga)).toEqual([])
    const [row] = await db.query<{ name: string }>({
      text: 'select unique_parser_identifier as name from email where owner_id = $1',
      values: [stan.id],
    })
    expect(row?.name).toMatch(/^smtp:/)
  })

  it('an unknown recipient is refused with 550, whatever the headers say', async () => {
    const { olga } = await cast()
    const listener = await listen()
    const raw = rawMail({ from: olga.email, to: await secretAddress(olga) })
    for (const to of [`anon_0@${inboundDomain}`, olga.email, 'someone@elsewhere.example']) {
      expect([to, await send(listener, to, raw)]).toEqual([to, 550])
    }
    expect(await countOf(olga.id)).toBe(0)
  })

  it('stores the message for each recipient with an account, and reports the unknown ones', async () => {
    const { olga, ed } = await cast()
    const unknown = `anon_0@${inboundDomain}`
    const to = [await secretAddress(olga), unknown, await secretAddress(ed)]
    const answer = await send(await listen(), to, rawMail())
    expect(answer).toMatchObject({ rejected: [unknown] })
    expect([await countOf(olga.id), await countOf(ed.id)]).toEqual([1, 1])
  })

  it('the same message again is stored once', async () => {
    const { olga } = await cast()
    const listener = await listen()
    const to = await secretAddress(olga)
    const raw = rawMail()
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(listener, to, raw)))
    for (const answer of answers) expect(answer).toMatchObject({ rejected: [] })
    expect(await countOf(olga.id)).toBe(1)
  })

  it('announces its maximum size; a larger message is 552, announced or not', async () => {
    const { olga } = await cast()
    const listener = await listen({ maxBytes: 100_000 })
    const to = await secretAddress(olga)
    const large = rawMail({ html: 'x'.repeat(150_000) })
    expect(await send(listener, to, large)).toBe(552)
    const said: string[] = []
    const socket = connect(listener.port, '127.0.0.1').setEncoding('utf8')
    socket.on('data', (text: string) => said.push(text))
    await once(socket, 'data')
    const lines = ['EHLO a', 'MAIL FROM:<a@air.example>', `RCPT TO:<${to}>`, 'DATA']
    for (const line of lines) {
      socket.write(`${line}\r\n`)
      await expect.poll(() => said.join('')).toMatch(/\n$/)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    socket.write(`${large.toString()}\r\n.\r\nQUIT\r\n`)
    await once(socket, 'close')
    expect(said.join('')).toContain('SIZE 100000')
    expect(said.join('')).not.toMatch(/STARTTLS|AUTH/)
    expect(said.join('')).toMatch(/354 [\s\S]*552 [\s\S]*221 /)
    expect(await countOf(olga.id)).toBe(0)
  })

  it('replies 451 while storage is unavailable, and 452 when it is full', async () => {
    const codes = [
      ['SERVICE_UNAVAILABLE', 451],
      ['INSUFFICIENT_STORAGE', 452],
      ['INTERNAL_SERVER_ERROR', 451],
    ] as const
    for (const [code, status] of codes) {
      const intake: Intake = { ...app.intake, ingest: async () => fail(code) }
      const listener = await listen({ intake: { ...intake, isSecretAddress: async () => true } })
      expect(await send(listener, `a@${inboundDomain}`, rawMail())).toBe(status)
      const away = { ...app.intake, isSecretAddress: async () => fail(code) }
      expect(await send(await listen({ intake: away }), 'a@b.example', rawMail())).toBe(status)
    }
  })

  it('limits messages and guessed addresses per client', async () => {
    const { olga } = await cast()
    const settings = { LIMIT_INBOUND_MAIL: '3' }
    await db.query({ text: `delete from attempt where "limit" = 'inboundMail'` })
    const listener = await listen({ settings })
    const to = await secretAddress(olga)
    expect(await send(listener, to, rawMail())).toMatchObject({ rejected: [] })
    // One for the message, one for the guess.
    expect(await send(listener, `anon_0@${inboundDomain}`, rawMail())).toBe(550)
    expect(await send(listener, to, rawMail())).toBe(451)
    await db.query({ text: `delete from attempt where "limit" = 'inboundMail'` })
  })

  it('accepts twenty connections from one address', async () => {
    const listener = await listen()
    const sockets = Array.from({ length: 21 }, () => connect(listener.port, '127.0.0.1'))
    const greetings = await Promise.all(
      sockets.map(async (socket) => String((await once(socket, 'data'))[0]).slice(0, 3)),
    )
    for (const socket of sockets) socket.destroy()
    expect(greetings.sort().slice(-2)).toEqual(['220', '421'])
    await expect
      .poll(async () => {
        const socket = connect(listener.port, '127.0.0.1')
        const [greeting] = await once(socket, 'data')
        socket.destroy()
        return String(greeting).slice(0, 3)
      })
      .toBe('220')
  })

  it('closing stores and answers the message in progress, and accepts no other', async () => {
    const { olga } = await cast()
    let arrived = () => {}
    let go = () => {}
    const under = new Promise<void>((resolve) => (arrived = resolve))
    const gate = new Promise<void>((resolve) => (go = resolve))
    const ingest: Intake['ingest'] = async (mail) => {
      arrived()
      await gate
      return app.intake.ingest(mail)
    }
    const listener = await listen({ intake: { ...app.intake, ingest } })
    expect(listener.isListening()).toBe(true)
    const idle = connect(listener.port, '127.0.0.1').resume()
    await once(idle, 'connect')
    const answer = send(listener, await secretAddress(olga), rawMail())
    await under
    const closed = listener.close()
    expect(listener.isListening()).toBe(false)
    await once(idle, 'close')
    go()
    expect(await answer).toMatchObject({ response: '250 OK: message stored' })
    await closed
    expect(await countOf(olga.id)).toBe(1)
    forget(listener)
  })
})

describe('17 Inbound mail: without INBOUND_DOMAIN, the verified sender determines the account', () => {
  it('a message with an unsigned From is refused', async () => {
    const { olga } = await cast()
    const intake: Intake = { ...app.intake, domain: undefined }
    const raw = rawMail({ from: olga.email })
    expect(await send(await listen({ intake }), 'plans@trips.example', raw)).toBe(550)
    expect(await countOf(olga.id)).toBe(0)
  })
})

describe('17 Inbound mail: LMTP', () => {
  it('replies for each recipient', async () => {
    const { olga, ed } = await cast()
    const full = await secretAddress(ed)
    const ingest: Intake['ingest'] = async (mail) =>
      mail.recipient === full ? fail('INSUFFICIENT_STORAGE') : app.intake.ingest(mail)
    const listener = await listen({
      settings: { INBOUND_PROTOCOL: 'lmtp' },
      intake: { ...app.intake, ingest },
    })
    const to = [await secretAddress(olga), full]
    const answer = await send(listener, to, rawMail(), { lmtp: true })
    expect(answer).toMatchObject({ accepted: [to[0]], rejected: [full] })
    expect([await countOf(olga.id), await countOf(ed.id)]).toEqual([1, 0])
  })
})
