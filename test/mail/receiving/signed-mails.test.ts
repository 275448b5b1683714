/**
 * Inbound mail: over SMTP and LMTP a sender counts only with a DKIM signature that verifies and
 * aligns with From; a forged From reaches no one. The messages are signed by nodemailer, and the
 * names of the keys are known to the listener alone.
 */
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Intake } from '../../../src/core/intake.ts'
import { alternative, inbox, secretAddress } from '../../spec/inbound.ts'
import { app, cast, inboundDomain, type Person } from '../../world.ts'
import { filedAt, objectsIn, whereIs } from '../parsed-messages.ts'
import { closeListeners, listen, refusalOf, send } from './listening.ts'
import { flightFrom, resolver, signedBy, storedAs } from './signing.ts'

afterEach(closeListeners)

/** Whose From each message is, and why it is not believed. */
const forgeries: [string, (person: Person) => Promise<string> | string, object][] = [
  ['an unsigned From', ({ email }) => email, {}],
  ['a signature of another domain', ({ email }) => email, signedBy('evil.example')],
  ['a domain that ends alike', ({ email }) => email, signedBy('xmail.example')],
  [
    'a key other than the published one',
    ({ email }) => email,
    {
      dkim: {
        ...signedBy('mail.example').dkim,
        privateKey: generateKeyPairSync('rsa', {
          modulusLength: 2048,
          publicKeyEncoding: { type: 'spki', format: 'pem' },
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        }).privateKey,
      },
    },
  ],
  [
    'an alternative address that is not verified',
    (person) => alternative(person, false),
    signedBy('work.example'),
  ],
  ['an address that is nobody’s', () => 'nobody@mail.example', signedBy('mail.example')],
]

describe.each(['smtp', 'lmtp'])('17 Inbound mail: the sender over %s', (protocol) => {
  /** Without INBOUND_DOMAIN the sender decides alone. */
  const listening = (intake: Intake = { ...app.intake, domain: undefined }) =>
    listen({ intake, resolver, settings: { INBOUND_PROTOCOL: protocol } })
  const over = (more: object) => ({ ...more, lmtp: protocol === 'lmtp' })
  const to = 'plans@trips.example'

  it('whose signature is aligned has the message filed in a trip', async () => {
    const { olga, trip } = await cast()
    const { messageId, raw } = flightFrom(`Olga <${olga.email}>`)
    const answer = await send(await listening(), to, raw, over(signedBy('mail.example')))
    expect(answer).toMatchObject({ accepted: [to], rejected: [] })
    const [stored, ...others] = await storedAs(messageId)
    expect(others).toEqual([])
    expect(stored).toMatchObject({ owner: olga.id })
    expect(stored?.name).toMatch(new RegExp(`^${protocol}:[0-9a-f]{32}$`))
    const [made] = await objectsIn(trip.id, 'transportation')
    const place = { transportationId: made?.id as number }
    expect(await whereIs(stored?.id as number)).toEqual(filedAt(place))
  })

  it('with a verified alternative address, of its own domain, has it in the inbox', async () => {
    const { stan } = await cast()
    const { messageId, raw } = flightFrom(await alternative(stan, true))
    const answer = await send(await listening(), to, raw, over(signedBy('work.example')))
    expect(answer).toMatchObject({ rejected: [] })
    expect(await inbox(stan)).toEqual([(await storedAs(messageId))[0]?.id])
  })

  it('who sends it again still has it once', async () => {
    const { olga } = await cast()
    const listener = await listening()
    const { messageId, raw } = flightFrom(olga.email)
    for (const _ of [1, 2]) {
      const answer = await send(listener, to, raw, over(signedBy('mail.example')))
      expect(answer).toMatchObject({ rejected: [] })
    }
    expect(await storedAs(messageId)).toHaveLength(1)
  })

  it.each(forgeries)('%s gets 550, and nothing is stored', async (_, fromOf, signing) => {
    const { olga, trip } = await cast()
    const { messageId, raw } = flightFrom(await fromOf(olga))
    expect(refusalOf(await send(await listening(), to, raw, over(signing)))).toBe(550)
    expect(await storedAs(messageId)).toEqual([])
    expect(await inbox(olga)).toEqual([])
    expect(await objectsIn(trip.id, 'transportation')).toEqual([])
  })

  it('who signed more than 30 days ago gets 550, unless the setting says otherwise', async () => {
    const { olga } = await cast()
    const { messageId, raw } = flightFrom(olga.email)
    const text = raw
      .toString('latin1')
      .replace(/^Date: .*$/m, 'Date: Sat, 1 Mar 2025 08:45:00 +0100')
    const old = Buffer.from(text, 'latin1')
    const signing = over(signedBy('mail.example'))
    expect(refusalOf(await send(await listening(), to, old, signing))).toBe(550)
    expect(await storedAs(messageId)).toEqual([])
    const patient = await listen({
      intake: { ...app.intake, domain: undefined },
      resolver,
      settings: { INBOUND_PROTOCOL: protocol, INBOUND_SIGNATURE_DAYS: '0' },
    })
    expect(await send(patient, to, old, signing)).toMatchObject({ rejected: [] })
    expect(await storedAs(messageId)).toHaveLength(1)
  })

  it('gets 451 while the name servers are away, and may send again', async () => {
    const { olga } = await cast()
    const { messageId, raw } = flightFrom(olga.email)
    const timedOut = Object.assign(new Error('away'), { code: 'ETIMEOUT' })
    const listener = await listen({
      intake: { ...app.intake, domain: undefined },
      resolver: () => Promise.reject(timedOut),
      settings: { INBOUND_PROTOCOL: protocol },
    })
    const answer = await send(listener, to, raw, over(signedBy('mail.example')))
    expect(refusalOf(answer)).toBe(451)
    expect(await storedAs(messageId)).toEqual([])
  })

  it('a recipient that is nobody is refused, although the sender is proved', async () => {
    const { olga } = await cast()
    const { messageId, raw } = flightFrom(olga.email)
    const unknown = `anon_0@${inboundDomain}`
    expect(
      await send(await listening(app.intake), unknown, raw, over(signedBy('mail.example'))),
    ).toBe(550)
    expect(await storedAs(messageId)).toEqual([])
  })

  it('the secret address goes before a proved sender, and needs no proof', async () => {
    const { olga, stan } = await cast()
    const listener = await listening(app.intake)
    const secret = await secretAddress(stan)
    for (const signing of [signedBy('mail.example'), {}]) {
      const { messageId, raw } = flightFrom(olga.email)
      expect(await send(listener, secret, raw, over(signing))).toMatchObject({ rejected: [] })
      expect(await storedAs(messageId)).toMatchObject([{ owner: stan.id }])
    }
    expect(await inbox(olga)).toEqual([])
  })
})
