/** 7: emails and addresses at the same time. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../../client.ts'
import { mailsTo } from '../../mailbox.ts'
import { childrenOf, stateOf, waiting } from '../../spec/emails.ts'
import { fresh, one } from '../../spec/persons.ts'
import { insertEmail } from '../../sync.ts'
import { cast, db, join, trip as newTrip } from '../../world.ts'
import { during, parallel, statuses } from './parallel.ts'

const many = 20
const at = (id: number) => `/v1/automation/emails/${id}`

/** The places an email is in. */
async function placesOf(id: number): Promise<string[]> {
  const { subject: _, deleted, ...places } = (await stateOf(id)) ?? {}
  const named = Object.keys(places).filter((key) => places[key] !== null)
  return deleted ? ['deleted', ...named] : named
}

describe('7 alternative addresses in parallel', () => {
  it('20 verifications of one link: all get 200, and it is verified', async () => {
    const mia = await one()
    const email = `${fresh('work')}@mail.example`
    await as(mia).post('/v1/emails/add', { email })
    const [mail] = await mailsTo(email)
    const link = mail?.text.match(/\/v1\/emails\/\S+$/m)?.[0] ?? ''
    expect(statuses(await parallel(many, () => as(anonymous).get(link)))).toEqual({ 200: many })
    const { json } = await as(mia).get('/v1/emails')
    expect(json.results).toMatchObject([{ verified: true }])
  })

  it('20 adds of one address by two users: one gets 201, with one mail', async () => {
    const [mia, nora] = [await one(), await one('nora')]
    const email = `${fresh('work')}@mail.example`
    const answers = await parallel(10, (index) =>
      as(index % 2 ? mia : nora).post('/v1/emails/add', { email }),
    )
    expect(statuses(answers)).toEqual({ 201: 1, 401: 9 })
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('an address that signs up while it is added belongs to one account', async () => {
    const mia = await one()
    const email = `${fresh('both')}@mail.example`
    await parallel(6, (index) =>
      index % 2
        ? as(mia).post('/v1/emails/add', { email })
        : as(anonymous).post('/v1/signup', { username: email, password: 'correct horse 9' }),
    )
    const text = `select (select count(*)::int from account where email = $1)
      + (select count(*)::int from alternative_email where email = $1) as owners`
    expect(await db.query({ text, values: [email] })).toEqual([{ owners: 1 }])
  })
})

describe('7 moves in parallel', () => {
  it('from the inbox to many places: the email ends in exactly one', async () => {
    const { olga, trip } = await cast()
    const { hosting, activity, transportation } = await childrenOf(trip, olga)
    const id = await waiting(olga)
    const targets = [
      { trip_id: trip.id },
      { hosting_id: hosting },
      { activity_id: activity },
      { transportation_id: transportation },
    ]
    const answers = await parallel(many, (index) => as(olga).patch(at(id), targets[index % 4]))
    expect(statuses(answers)).toEqual({ 200: many })
    expect(await placesOf(id)).toHaveLength(1)
  })

  it('opposite moves between children that are being edited: no 5xx', async () => {
    const { olga, ed, trip } = await cast()
    const { hosting, activity } = await childrenOf(trip, olga)
    const ids = await Promise.all(
      Array.from({ length: many }, (_, index) =>
        insertEmail(olga, index % 2 ? { hosting_id: hosting } : { activity_id: activity }),
      ),
    )
    const answers = await parallel(2 * many, (index) => {
      const id = ids[index] ?? 0
      if (index < many) {
        const to = index % 2 ? { activity_id: activity } : { hosting_id: hosting }
        return as(ed).patch(at(id), to)
      }
      const child = index % 2 ? `hosting/${hosting}` : `activity/${activity}`
      return as(olga).patch(`/v1/trip/${trip.id}/${child}`, { name: `${index}` })
    })
    expect(statuses(answers)).toEqual({ 200: 2 * many })
    for (const [index, id] of ids.entries()) {
      expect(await placesOf(id)).toEqual([index % 2 ? 'activity_id' : 'hosting_id'])
    }
  })

  it('while the right is revoked: it is moved before, or not at all', async () => {
    const { olga, ed, trip } = await cast()
    const { hosting } = await childrenOf(trip, olga)
    const ids = await Promise.all(Array.from({ length: many }, () => waiting(ed)))
    const answers = await parallel(many + 1, async (index) => {
      if (index < many) return as(ed).patch(at(ids[index] ?? 0), { hosting_id: hosting })
      await join(trip.id, ed, { can_edit_documents: false })
      return as(ed).get('/v1/me')
    })
    const moved = []
    for (const [index, id] of ids.entries()) {
      const places = await placesOf(id)
      expect(places).toEqual(answers[index]?.status === 200 ? ['hosting_id'] : [])
      expect([200, 403]).toContain(answers[index]?.status)
      moved.push(...places)
    }
    expect(await as(ed).patch(at(ids[0] ?? 0), { trip_id: trip.id })).toMatchObject({ status: 403 })
    const { json } = await as(olga).get(`/v2/trip/${trip.id}/hosting/${hosting}/emails`)
    expect(json.count).toBe(moved.length)
  })

  it("somebody else's email, moved by its owner to another trip: it stays out of reach", async () => {
    const { olga, ed, trip } = await cast()
    const other = await newTrip(olga)
    const { hosting } = await childrenOf(trip, olga)
    const id = await insertEmail(olga, { trip_id: trip.id })
    const answers = await parallel(many, (index) =>
      index === many / 2
        ? as(olga).patch(at(id), { trip_id: other.id })
        : as(ed).patch(at(id), { hosting_id: hosting }),
    )
    expect(answers[many / 2]?.status).toBe(200)
    for (const { status } of answers) expect([200, 403]).toContain(status)
    expect(await stateOf(id)).toMatchObject({ trip_id: other.id, hosting_id: null })
  })

  it('while it is deleted: no 5xx, and it stays deleted', async () => {
    const { olga, trip } = await cast()
    const id = await waiting(olga)
    const answers = await parallel(many, (index) =>
      index % 2 ? as(olga).delete(at(id)) : as(olga).patch(at(id), { trip_id: trip.id }),
    )
    for (const [index, { status }] of answers.entries()) {
      expect(index % 2 ? [200] : [200, 403]).toContain(status)
    }
    expect((await placesOf(id))[0]).toBe('deleted')
    expect((await as(olga).get(`/v2/trip/${trip.id}/emails`)).json.count).toBe(0)
  })
})

describe('7.3 an email moves from a trip to a hosting of another', () => {
  const holding = 'select from trip where id = $1 for update'
  it.each([
    ['the older', 0, 1],
    ['the newer', 1, 0],
  ])('olga: from %s trip, a wait for the older never holds the newer', async (_, a, b) => {
    const { olga, trip } = await cast()
    const trips = [trip.id, (await newTrip(olga)).id]
    const { hosting } = await childrenOf({ id: trips[b] ?? 0 }, olga)
    const id = await insertEmail(olga, { trip_id: trips[a] })
    const { status } = await during(
      { text: holding, values: [trips[0]] },
      () => as(olga).patch(at(id), { hosting_id: hosting }),
      // Fails where the row is locked.
      { text: `${holding} nowait`, values: [trips[1]] },
    )
    expect(status).toBe(200)
    expect(await placesOf(id)).toEqual(['hosting_id'])
  })
})
