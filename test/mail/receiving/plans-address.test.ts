/**
 * 17 Inbound mail: the shared address, `plans@<INBOUND_DOMAIN>`, takes what its sender is proved to
 * have sent, for the account with that address.
 */
import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { afterEach, describe, expect, it } from 'vitest'
import { openIntake } from '../../../src/mail/ingest.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { anonymous, as } from '../../client.ts'
import { alternative, deliver, delivered, inbox, secretAddress } from '../../spec/inbound.ts'
import { app, cast, db, inboundDomain, type Person } from '../../world.ts'
import { filedAt, objectsIn, whereIs } from '../parsed-messages.ts'
import { rawMail } from '../raw-mails.ts'
import { closeListeners, listen, refusalOf, send } from './listening.ts'
import { flightFrom, resolver, signedBy, storedAs } from './signing.ts'

afterEach(closeListeners)

const shared = `plans@${inboundDomain}`
const signed = signedBy('mail.example')

/** The reply to the sender, word for word. */
async function replyTo(port: number, to: string, raw: Buffer, more: object): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, ...more })
  const envelope = { from: 'booking@air.example', to }
  try {
    const info = (await transport.sendMail({ envelope, raw })) as unknown as {
      rejectedErrors?: { response: string }[]
      response: string
    }
    return info.rejectedErrors?.[0]?.response ?? info.response
  } catch (error) {
    return (error as { response?: string }).response ?? ''
  } finally {
    transport.close()
  }
}

/** From whom, and how signed, a message to the shared address is refused. */
const strangers: [string, (person: Person) => Promise<string> | string, object][] = [
  ['an unsigned From of a user', ({ email }) => email, {}],
  ['an unsigned From of nobody', () => 'nobody@mail.example', {}],
  ['a user signed for by another domain', ({ email }) => email, signedBy('evil.example')],
  ['a proved sender who is nobody', () => 'nobody@mail.example', signed],
  [
    'an alternative address that is not verified',
    (person) => alternative(person, false),
    signedBy('work.example'),
  ],
  ['a user and another in one From', ({ email }) => `${email}, x@mail.example`, signed],
  ['another and a user in one From', ({ email }) => `x@mail.example, ${email}`, signed],
  ['a user in a group', ({ email }) => `Friends: ${email};`, signed],
  ['no one', () => '', signed],
]

describe.each(['smtp', 'lmtp'])('17 Inbound mail: the shared address over %s', (protocol) => {
  const listening = () => listen({ resolver, settings: { INBOUND_PROTOCOL: protocol } })
  const over = (more: object) => ({ ...more, lmtp: protocol === 'lmtp' })

  it.each([shared, `PLANS@${inboundDomain.toUpperCase()}`])(
    'a message from a verified sender to %s is filed in the trip of the sender',
    async (to) => {
      const { olga, trip } = await cast()
      const { messageId, raw } = flightFrom(`Olga <${olga.email.toUpperCase()}>`)
      const answer = await send(await listening(), to, raw, over(signed))
      expect(answer).toMatchObject({ rejected: [] })
      const [stored, ...others] = await storedAs(messageId)
      expect([stored?.owner, others]).toEqual([olga.id, []])
      const [made] = await objectsIn(trip.id, 'transportation')
      expect(await whereIs(stored?.id as number)).toEqual(
        filedAt({ transportationId: made?.id as number }),
      )
    },
  )

  it('a verified alternative address counts if its own domain has signed', async () => {
    const { stan } = await cast()
    const { messageId, raw } = flightFrom(await alternative(stan, true))
    const answer = await send(await listening(), shared, raw, over(signedBy('work.example')))
    expect(answer).toMatchObject({ rejected: [] })
    expect(await storedAs(messageId)).toMatchObject([{ owner: stan.id }])
  })

  it.each(strangers)('%s is refused with advice in the reply', async (_, fromOf, signing) => {
    const { olga } = await cast()
    const { messageId, raw } = flightFrom(await fromOf(olga))
    const { port } = await listening()
    // The same words for all: they tell nothing of who has an account.
    expect(await replyTo(port, shared, raw, over(signing))).toBe(
      '550 5.7.1 Sender not verified by DKIM as an address of an account; ' +
        'send the message to the secret address in your profile instead',
    )
    expect(await storedAs(messageId)).toEqual([])
    expect(await inbox(olga)).toEqual([])
  })

  it('the header From determines the sender, not Sender or Resent-From', async () => {
    const { olga } = await cast()
    const listener = await listening()
    for (const name of ['Sender', 'Resent-From', 'Reply-To']) {
      const { messageId, raw } = flightFrom('x@mail.example', [`${name}: ${olga.email}`])
      expect([name, refusalOf(await send(listener, shared, raw, over(signed)))]).toEqual([
        name,
        550,
      ])
      expect(await storedAs(messageId)).toEqual([])
    }
  })

  it('a secret address in the headers has no effect there', async () => {
    const { olga, stan } = await cast()
    const headers = [`Delivered-To: ${await secretAddress(stan)}`]
    const { messageId, raw } = flightFrom(olga.email, headers)
    expect(await send(await listening(), shared, raw, over(signed))).toMatchObject({ rejected: [] })
    expect(await storedAs(messageId)).toMatchObject([{ owner: olga.id }])
  })

  it('a message to it and to secret addresses is stored once for each account', async () => {
    const { olga, stan } = await cast()
    const { messageId, raw } = flightFrom(olga.email)
    const to = [shared, await secretAddress(olga), await secretAddress(stan)]
    const answer = await send(await listening(), to, raw, over(signed))
    expect(answer).toMatchObject({ rejected: [] })
    const owners = (await storedAs(messageId)).map(({ owner }) => owner)
    expect(owners.sort()).toEqual([olga.id, stan.id].sort())
  })

  it('replies 451 while the name servers are unavailable, even if it was stored for a secret address', async () => {
    const { olga, stan } = await cast()
    const { messageId, raw } = flightFrom(olga.email)
    const away = () => Promise.reject(Object.assign(new Error('away'), { code: 'ETIMEOUT' }))
    const settings = { INBOUND_PROTOCOL: protocol }
    const listener = await listen({ resolver: away, settings })
    const to = [await secretAddress(stan), shared]
    expect(refusalOf(await send(listener, to, raw, over(signed)))).toBe(451)
    expect(await storedAs(messageId)).toMatchObject([{ owner: stan.id }])
  })
})

describe('17 Inbound mail: the shared address over LMTP', () => {
  it('each recipient has a separate reply', async () => {
    const { olga, stan } = await cast()
    const { messageId, raw } = flightFrom(olga.email)
    const settings = { INBOUND_PROTOCOL: 'lmtp' }
    const secret = await secretAddress(stan)
    const answer = await send(await listen({ resolver, settings }), [shared, secret], raw, {
      lmtp: true,
    })
    expect(answer).toMatchObject({ accepted: [secret], rejected: [shared] })
    expect(await storedAs(messageId)).toMatchObject([{ owner: stan.id }])
  })
})

describe('17 Inbound mail: the shared address, by an operator', () => {
  it('the sender counts as verified', async () => {
    const { olga, stan } = await cast()
    const raw = rawMail({ from: olga.email, to: await secretAddress(stan) })
    for (const recipient of [shared, ` Plans@${inboundDomain} `]) {
      const answer = delivered(await deliver(raw, { recipient }))
      expect(await inbox(olga)).toEqual([(answer as { id: number }).id])
    }
    expect(await inbox(stan)).toEqual([])
  })

  it('an alternative address counts once it is verified', async () => {
    const { olga, ed, stan } = await cast()
    const to = await secretAddress(stan)
    const handIn = async (from: string) =>
      delivered(await deliver(rawMail({ from, to }), { recipient: shared }))
    expect(await handIn(await alternative(ed, false))).toBe('NOT_FOUND')
    const { id } = (await handIn(await alternative(olga, true))) as { id: number }
    expect([await inbox(olga), await inbox(ed), await inbox(stan)]).toEqual([[id], [], []])
  })

  it('the first one of several senders counts; one without an account is NOT_FOUND', async () => {
    const { olga, stan } = await cast()
    const from = `${stan.email}, ${olga.email}`
    await deliver(rawMail({ from }), { recipient: shared })
    expect([await inbox(olga), await inbox(stan)]).toMatchObject([[], [expect.any(Number)]])
    const stranger = rawMail({ from: 'nobody@mail.example' })
    expect(delivered(await deliver(stranger, { recipient: shared }))).toBe('NOT_FOUND')
  })
})

describe('17 Inbound mail: INBOUND_SHARED', () => {
  const settings = { INBOUND_DOMAIN: 'In.Trips.example' }

  it('names the address, plans by default; empty or without INBOUND_DOMAIN, it does not exist', () => {
    const sharedBy = (more: Record<string, string>, file = '') =>
      readConfig(more, file).inbound.shared
    expect(sharedBy(settings)).toBe('plans@in.trips.example')
    expect(sharedBy({ ...settings, INBOUND_SHARED: 'Trips.2' })).toBe('trips.2@in.trips.example')
    expect(sharedBy({ ...settings, INBOUND_SHARED: '' })).toBeUndefined()
    expect(sharedBy(settings, 'INBOUND_SHARED=')).toBeUndefined()
    expect(sharedBy({ INBOUND_SHARED: 'plans' })).toBeUndefined()
  })

  it('is never a secret address: those begin with anon_, and are random', async () => {
    const username = `u${randomUUID()}`.slice(0, 30)
    const account = { username, email: `${username}@mail.example`, password: 'correct horse 9' }
    expect((await as(anonymous).post('/v1/signup', account)).status).toBe(201)
    const [made] = await db.query<{ secret: string }>({
      text: 'select anonymous_email_identifier as secret from account where username = $1',
      values: [username],
    })
    expect(made?.secret).toMatch(/^anon_[0-9a-f]{20}$/)
    for (const name of [made?.secret, 'Anon_x', 'a@b', 'two words', '.a', 'a\r\nb']) {
      const wrong = { ...settings, INBOUND_SHARED: name }
      expect(() => readConfig(wrong)).toThrow(/INBOUND_SHARED: must/)
    }
  })

  it('is absent: the address is unknown', async () => {
    const { olga } = await cast()
    const refused = () => Promise.reject(new Error('was parsed'))
    const parser = { parse: refused, splitCalendar: refused }
    const log = { warn: () => {} }
    const options = { db, log, clock: () => new Date(), parser, shared: undefined }
    const intake = { ...app.intake, ...openIntake({ ...options, domain: inboundDomain }) }
    const { messageId, raw } = flightFrom(olga.email)
    expect(await send(await listen({ intake, resolver }), shared, raw, signed)).toBe(550)
    const byOperator = { bytes: raw, source: 'operator', recipient: shared, proven: 'any' } as const
    await expect(intake.ingest(byOperator)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await storedAs(messageId)).toEqual([])
  })

  it('an unverified or unknown sender is refused before parsing', async () => {
    const refused = () => Promise.reject(new Error('was parsed'))
    const parser = { parse: refused, splitCalendar: refused }
    const log = { warn: () => {} }
    const options = { db, log, clock: () => new Date(), parser, shared, domain: inboundDomain }
    const { ingest } = openIntake(options)
    const { olga } = await cast()
    for (const proven of [[], ['nobody@mail.example']]) {
      const bytes = rawMail({ from: olga.email })
      const mail = { bytes, source: 'smtp', recipient: shared, proven }
      await expect(ingest(mail)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })
})
