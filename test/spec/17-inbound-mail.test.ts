/** Inbound mail: `deliverEmail`, whose message it is, and that it is stored once. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { flightHtml, rawMail } from '../mail/raw-mails.ts'
import { cast, db, inboundDomain } from '../world.ts'
import {
  alternative,
  type Delivered,
  deliver,
  delivered,
  inbox,
  operator,
  secretAddress,
} from './inbound.ts'

const idOf = (answer: Delivered | string) => (typeof answer === 'string' ? answer : answer.id)
const take = async (...args: Parameters<typeof deliver>) => delivered(await deliver(...args))

const countOf = async (ownerId: number) =>
  (await db.query({ text: 'select id from email where owner_id = $1', values: [ownerId] })).length

describe('17 Inbound mail: the owner of a message', () => {
  it('the owner is the given one, by primary address, before anything else', async () => {
    const { olga, ed, stan } = await cast()
    const to = { owner: ed.email.toUpperCase(), recipient: await secretAddress(stan) }
    const id = idOf(await take(rawMail({ from: olga.email }), to))
    expect(await inbox(ed)).toEqual([id])
    expect(await inbox(stan)).toEqual([])
    expect(await inbox(olga)).toEqual([])
  })

  it('is else the given recipient, of the form <anonymous_email_identifier>@<INBOUND_DOMAIN>', async () => {
    const { olga, ed } = await cast()
    const recipient = (await secretAddress(ed)).toUpperCase()
    const id = idOf(await take(rawMail({ from: olga.email }), { recipient }))
    expect(await inbox(ed)).toEqual([id])
  })

  it('an unknown owner or recipient is refused, and nothing else is tried', async () => {
    const { olga } = await cast()
    const secret = await secretAddress(olga)
    const raw = rawMail({ from: olga.email, to: secret })
    const strange = [
      { owner: 'nobody@mail.example' },
      { owner: 'nobody@mail.example', recipient: secret },
      { owner: '' },
      { recipient: `anon_0000@${inboundDomain}` },
      { recipient: olga.email },
      { recipient: secret.replace(inboundDomain, 'elsewhere.example') },
      { recipient: '' },
    ]
    for (const to of strange) expect([to, await take(raw, to)]).toEqual([to, 'NOT_FOUND'])
    expect(await countOf(olga.id)).toBe(0)
  })

  it.each(['Delivered-To', 'X-Original-To', 'To', 'Cc'])(
    'is else the address in %s',
    async (name) => {
      const { olga, stan } = await cast()
      const secret = await secretAddress(stan)
      const headers = [`${name}: Plans <${secret}>, nobody@${inboundDomain}`]
      const id = idOf(await take(rawMail({ from: olga.email, headers })))
      expect(await inbox(stan)).toEqual([id])
      expect(await inbox(olga)).toEqual([])
    },
  )

  it('is the first known one of several addresses, Delivered-To before To', async () => {
    const { ed, stan } = await cast()
    const headers = [`Delivered-To: ${await secretAddress(stan)}`]
    const to = `anon_1@${inboundDomain}, ${await secretAddress(ed)}`
    const id = idOf(await take(rawMail({ to, headers })))
    expect(await inbox(stan)).toEqual([id])
    const second = idOf(await take(rawMail({ to })))
    expect(await inbox(ed)).toEqual([second])
  })

  it('is else the sender, by a primary or verified alternative address', async () => {
    const { olga, ed, stan } = await cast()
    const id = idOf(await take(rawMail({ from: `Olga <${olga.email.toUpperCase()}>` })))
    expect(await inbox(olga)).toEqual([id])
    const second = idOf(await take(rawMail({ from: await alternative(ed, true) })))
    expect(await inbox(ed)).toEqual([second])
    expect(await take(rawMail({ from: await alternative(stan, false) }))).toBe('NOT_FOUND')
  })

  it('a message without a known owner is refused and never stored', async () => {
    expect(await take(rawMail())).toBe('NOT_FOUND')
    const rows = await db.query({ text: "select id from email where subject = 'of nobody'" })
    expect(await take(rawMail({ subject: 'of nobody' }))).toBe('NOT_FOUND')
    expect(await db.query({ text: "select id from email where subject = 'of nobody'" })).toEqual(
      rows,
    )
  })
})

describe('17 Inbound mail: deliverEmail', () => {
  it('deliverEmail returns the stored email', async () => {
    const { olga } = await cast()
    const answer = await take(rawMail({ subject: 'Seat 21 – Lisboa' }), { owner: olga.email })
    expect(answer).toMatchObject({
      uniqueParserIdentifier: expect.stringMatching(/^operator:[0-9a-f]+$/),
      date: '2031-03-01T07:45:00Z',
      subject: 'Seat 21 – Lisboa',
      bodyPreview: 'Seat 21',
      parsedSuccessfully: false,
      reason: expect.stringMatching(/^No machine-readable booking/),
      attachmentsCount: 0,
      hostings: [],
    })
    expect((answer as Delivered).content).toContain('<p>Seat 21</p>')
  })

  it('a flight is filed, and returned to the operator', async () => {
    const { olga, trip } = await cast()
    const raw = rawMail({ html: flightHtml() })
    const answer = (await take(raw, { owner: olga.email })) as Delivered
    expect(answer).toMatchObject({
      parsedSuccessfully: true,
      reason: '',
      transportations: [{ departureAt: '2031-04-18T07:10:00Z', owner: { email: olga.email } }],
    })
    const [leg] = answer.transportations
    const { json } = await as(olga).get(`/v1/trip/${trip.id}/transportation/${leg?.id}`)
    expect(json).toMatchObject({ transport_number: 'AP123', owner: { id: olga.id } })
    expect(await inbox(olga)).toEqual([])
  })

  it.each(['', 'not base64!', 'YQ', 'YQ==\n', 'YR==', '_-_-', 'YQ==YQ=='])(
    'raw %j is BAD_USER_INPUT',
    async (raw) => {
      const { olga } = await cast()
      const { errors } = await deliver(raw, { owner: olga.email })
      expect(errors[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { raw: [expect.any(String)] },
      })
      expect(await countOf(olga.id)).toBe(0)
    },
  )

  it('a message of 20 MiB and invalid bytes are accepted', async () => {
    const { olga } = await cast()
    const large = rawMail({ html: `<p>${'Seat 21 '.repeat(2_700_000)}</p>` })
    expect(large.length).toBeGreaterThan(20 * 1024 * 1024)
    const to = { owner: olga.email }
    const query = `mutation ($raw: String!, $owner: String) {
      deliverEmail(raw: $raw, owner: $owner) { id } }`
    const variables = { raw: large.toString('base64'), ...to }
    const { errors } = await as(olga).graphql(query, variables, operator)
    expect(errors).toEqual([])
    expect(await take(Buffer.from([0xff, 0, 0xfe]), to)).toMatchObject({
      parsedSuccessfully: false,
    })
    expect(await countOf(olga.id)).toBe(2)
  })

  it('deliverEmail is for operators only', async () => {
    const { olga } = await cast()
    const raw = rawMail({ from: olga.email })
    expect(await take(raw, {}, { authorization: `Token ${olga.key}` })).toBe('FORBIDDEN')
    expect(await take(raw, {}, { authorization: 'Operator wrong' })).toBe('UNAUTHENTICATED')
    expect(await take(raw, {}, {})).toBe('UNAUTHENTICATED')
    expect(await countOf(olga.id)).toBe(0)
  })
})

describe('17 Inbound mail: the same message again', () => {
  it('a message is stored once by its Message-ID, whatever else differs', async () => {
    const { olga } = await cast()
    const messageId = `<${olga.username}.once@air.example>`
    const to = { owner: olga.email }
    const first = await take(rawMail({ messageId }), to)
    const again = await take(rawMail({ messageId, subject: 'Fwd: Your booking' }), to)
    expect(again).toEqual(first)
    expect(await inbox(olga)).toEqual([idOf(first)])
  })

  it('a message without a Message-ID is stored once by its bytes', async () => {
    const { olga } = await cast()
    const to = { owner: olga.email }
    const first = await take(rawMail({ messageId: null }), to)
    expect(await take(rawMail({ messageId: null }), to)).toEqual(first)
    await take(rawMail({ messageId: null, subject: 'Another' }), to)
    expect(await countOf(olga.id)).toBe(2)
  })

  it('a moved or deleted message does not return to the inbox', async () => {
    const { olga, trip } = await cast()
    const [moved, gone] = [rawMail(), rawMail()]
    const to = { owner: olga.email }
    const ids = [idOf(await take(moved, to)), idOf(await take(gone, to))]
    await as(olga).patch(`/v1/automation/emails/${ids[0]}`, { trip_id: trip.id })
    await as(olga).delete(`/v1/automation/emails/${ids[1]}`)
    expect(idOf(await take(moved, to))).toBe(ids[0])
    expect(idOf(await take(gone, to))).toBe(ids[1])
    expect(await inbox(olga)).toEqual([])
    expect(await countOf(olga.id)).toBe(2)
  })
})
