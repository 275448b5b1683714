/** Which of the stored forms `content` answers, and what a read costs. */
import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { statementsOf } from '../rest-facade/statements.ts'
import { insertEmail } from '../sync.ts'
import { cast, join, trip as newTrip } from '../world.ts'
import { childrenOf, detailKeys, kinds, many, waiting } from './emails.ts'

describe('2.9 Automation email: content', () => {
  test.each([
    ['the HTML body', {}, '<p>Seat 21</p>'],
    ['else the plain text', { html: '' }, 'Seat 21'],
    ['the plain text beside HTML of white space', { html: ' \r\n\t\u00a0' }, 'Seat 21'],
    [
      'the original beside such HTML',
      { html: '\n', text: '', raw: Buffer.from('Subject: x') },
      'Subject: x',
    ],
    ['else the original', { html: '', text: '', raw: Buffer.from('Subject: ž') }, 'Subject: ž'],
    ['else nothing', { html: '', text: '' }, ''],
  ])('%s', async (_, more, content) => {
    const { olga, trip } = await cast()
    const id = await waiting(olga, more)
    expect((await as(olga).get(`/v1/automation/emails/${id}`)).json.content).toBe(content)
    const attached = await insertEmail(olga, { trip_id: trip.id }, more)
    const path = `/v2/trip/${trip.id}/emails/${attached}`
    expect((await as(olga).get(path)).json.content).toBe(content)
    const { json } = await as(olga).get(`/v1/trips/${trip.id}`)
    expect(json.emails).toMatchObject([{ id: attached, content }])
  })
})

describe('2.9 Automation email: the same shape everywhere', () => {
  test('v1 objects, v2 lists and details return the same detail', async () => {
    const { olga, trip } = await cast()
    const ids = await childrenOf(trip, olga)
    for (const kind of kinds) {
      const id = await insertEmail(olga, { [`${kind}_id`]: ids[kind] })
      const detail = (await as(olga).get(`/v1/automation/emails/${id}`)).json
      expect(Object.keys(detail)).toEqual(detailKeys)
      const child = `/v2/trip/${trip.id}/${kind}/${ids[kind]}`
      expect((await as(olga).get(`${child}/emails/${id}`)).json).toEqual(detail)
      expect((await as(olga).get(`${child}/emails`)).json.results).toEqual([detail])
      const v1 = await as(olga).get(`/v1/trip/${trip.id}/${kind}/${ids[kind]}`)
      expect(v1.json.emails).toEqual([detail])
      const { json } = await as(olga).get(`/v2/trip/${trip.id}/emails/${id}`)
      expect(json).toEqual(detail)
    }
  })
})

describe('2.9 the cost of reads of emails', () => {
  test('G5: the trip list costs the same for 3 emails and for 30, parents with owners included', async () => {
    const { olga } = await cast()
    const figures = []
    for (const size of [1, 10]) {
      const trip = await newTrip(olga)
      for (let at = 0; at < size; at += 1) {
        const ids = await childrenOf(trip, olga)
        for (const kind of kinds) await insertEmail(olga, { [`${kind}_id`]: ids[kind] })
      }
      const read = () => as(olga).get(`/v2/trip/${trip.id}/emails`)
      const { json } = await read()
      expect(json.results).toHaveLength(3 * size)
      expect(json.results[0]?.transportations).toMatchObject([{ owner: { id: olga.id } }])
      figures.push((await statementsOf(read)).statements.length)
    }
    expect(figures[1]).toBe(figures[0])
    expect(figures[0]).toBeLessThanOrEqual(16)
  })

  test('columns that a query does not select are not read', async () => {
    const { olga, trip } = await cast()
    await insertEmail(olga, { trip_id: trip.id })
    const query = `{ emails(tripId: ${trip.id}) { results { subject } } }`
    const { statements } = await statementsOf(() => as(olga).graphql(query))
    const reads = statements.filter((text) => /"email"/.test(text))
    expect(reads.filter((text) => /"subject"/.test(text))).toHaveLength(1)
    for (const text of reads) expect(text).not.toMatch(/email_attachment|html|raw/)
  })

  test('GraphQL: emails of several trips show parents and prices by the right on each', async () => {
    const { olga, stan, trip } = await cast()
    const other = await newTrip(olga)
    await join(trip.id, stan, { can_see_documents: true })
    await join(other.id, stan, { can_see_documents: true, can_see_expenses: true })
    for (const place of [trip, other]) {
      const { activity } = await childrenOf(place, olga)
      await insertEmail(olga, { activity_id: activity })
    }
    const list = (id: number) =>
      `emails(tripId: ${id}, first: 5) { results { ${many.activity} { tripId price emails { subject } } } }`
    const { data, errors } = await as(stan).graphql(`{ a: ${list(trip.id)} b: ${list(other.id)} }`)
    const emails = [{ subject: 'Your rail ticket' }]
    const page = (tripId: number, price: number | null) => ({
      results: [{ activities: [{ tripId, price, emails }] }],
    })
    expect(data).toEqual({ a: page(trip.id, null), b: page(other.id, 9) })
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
  })
})
