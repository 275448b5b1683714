/** B4: an answer is given again only while the caller's rights are what they were. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { link } from '../documents.ts'
import { cast, db, type Person } from '../world.ts'
import { withKey } from './keyed.ts'

const memberOf = (tripId: number, { id: userId }: Person) => ({ tripId_userId: { tripId, userId } })
const refused = { status: 403 }
const gone = { status: 404 }

/** ed's answer to a request, and what he gets for it once `change` has happened. */
async function again(
  send: (key: Record<string, string>) => ReturnType<ReturnType<typeof as>['post']>,
  change: () => Promise<unknown>,
) {
  const key = withKey()
  const first = await send(key)
  expect(first.status).toBeLessThan(300)
  await change()
  return { first, second: await send(key) }
}

const permissionsOf = (tripId: number, { id }: Person) =>
  `/v1/trip/${tripId}/collaborator/${id}/permissions`

const importing = `mutation ($content: String!) { importCalendar(input: { content: $content }) {
  emails { subject activities { id price } } } }`

interface Imported {
  importCalendar: { emails: [{ activities: [{ id: number }] }] }
}

/** A calendar with an event in the trip of the cast. */
const visit = (sequence: number) => `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//x//y
BEGIN:VEVENT
UID:visit
SEQUENCE:${sequence}
DTSTAMP:2030010${sequence + 1}T000000Z
DTSTART:20310419T1${sequence}0000Z
DTEND:20310419T150000Z
SUMMARY:Museum visit
LOCATION:Lisboa
END:VEVENT
END:VCALENDAR`

describe('B4 rights since the effect', () => {
  it('ed may no longer see expenses: E-PERM, so that no price comes back', async () => {
    const { ed, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    const data = { canSeeExpenses: false, canEditExpenses: false }
    const { first, second } = await again(
      (key) => as(ed).post(path, { name: 'Walk', price: '12.50' }, key),
      () => db.prisma.member.update({ where: memberOf(trip.id, ed), data }),
    )
    expect(first.json.price).toBe(12.5)
    expect(second).toMatchObject(refused)
    expect(second.text).not.toContain('12.5')
    expect(second.headers).not.toHaveProperty('idempotency-replayed')
  })

  it('ed has left, or the trip is deleted: 404; on routes of documents: E-PERM', async () => {
    const { ed, olga, trip } = await cast()
    const path = `/v1/trip/${trip.id}`
    const leave = () => as(olga).delete(`${path}/collaborator/${ed.id}`)
    const key = withKey()
    const document = await as(ed).post(`${path}/documents`, link, key)
    expect(document.status).toBe(201)
    const { second } = await again((one) => as(ed).post(`${path}/hostings`, {}, one), leave)
    expect(second).toMatchObject(gone)
    expect(await as(ed).post(`${path}/documents`, link, key)).toMatchObject(refused)
    const own = await again(
      (one) => as(ed).post('/v1/trips', { name: 'Porto' }, one),
      async () => {
        const { id } = await db.prisma.trip.findFirstOrThrow({ where: { ownerId: ed.id } })
        await as(ed).delete(`/v1/trips/${id}`)
      },
    )
    expect(own.second).toMatchObject(gone)
  })

  it('the same again once the rights are back, and where others have changed', async () => {
    const { ed, vera, olga, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    const key = withKey()
    const first = await as(ed).post(path, { name: 'Walk' }, key)
    const set = (canSeeExpenses: boolean) =>
      db.prisma.member.update({
        where: memberOf(trip.id, ed),
        data: { canSeeExpenses, canEditExpenses: canSeeExpenses },
      })
    await set(false)
    expect((await as(ed).post(path, { name: 'Walk' }, key)).status).toBe(403)
    await set(true)
    await as(olga).delete(`/v1/trip/${trip.id}/collaborator/${vera.id}`)
    await as(olga).delete(`/v1/trip/${trip.id}/activity/${first.json.id}`)
    const second = await as(ed).post(path, { name: 'Walk' }, key)
    expect(second).toMatchObject({ status: 201, text: first.text })
  })

  it('the effect itself has ended them: olga deletes her trip, ed leaves, pia declines', async () => {
    const { olga, ed, pia, trip } = await cast()
    const path = `/v1/trip/${trip.id}/collaborator/${ed.id}`
    const nothing = async () => {}
    const leaving = await again((key) => as(ed).delete(path, key), nothing)
    expect(leaving.second).toMatchObject({ status: leaving.first.status })
    expect(leaving.second.headers['idempotency-replayed']).toBe('true')
    const query = 'mutation ($trip: Int!) { declineInvitation(tripId: $trip) }'
    const key = withKey()
    for (const isReplayed of [undefined, 'true']) {
      const answer = await as(pia).post('/graphql', { query, variables: { trip: trip.id } }, key)
      expect(answer.json).toEqual({ data: { declineInvitation: true } })
      expect(answer.headers['idempotency-replayed']).toBe(isReplayed)
    }
    const deleting = await again((one) => as(olga).delete(`/v1/trips/${trip.id}`, one), nothing)
    expect(deleting.second).toMatchObject({ status: 204 })
  })

  it('olga is no longer Pro: her document is not shown again', async () => {
    const { olga, trip } = await cast()
    const { second } = await again(
      (key) => as(olga).post(`/v1/trip/${trip.id}/documents`, link, key),
      () => db.prisma.user.update({ where: { id: olga.id }, data: { isPremium: false } }),
    )
    expect(second).toMatchObject(refused)
  })

  it('the answer to ed’s calendar comes back without its price and its email', async () => {
    const { ed, olga, trip } = await cast()
    const sent = (sequence: number) => ({
      query: importing,
      variables: { content: visit(sequence) },
    })
    const { data } = await as(ed).graphql(sent(0).query, sent(0).variables)
    const [{ activities }] = (data as unknown as Imported).importCalendar.emails
    const path = `/v1/trip/${trip.id}/activity/${activities[0].id}`
    await as(olga).patch(path, { price: 99.5, currency: 'EUR' })
    const ways = [
      () => as(olga).patch(permissionsOf(trip.id, ed), { can_see_expenses: false }),
      () => as(olga).delete(`/v1/trip/${trip.id}/collaborator/${ed.id}`),
    ]
    const key = withKey()
    const first = await as(ed).post('/graphql', sent(1), key)
    expect(first.text).toContain('"price":99.5')
    for (const change of ways) {
      await change()
      const { text, headers } = await as(ed).post('/graphql', sent(1), key)
      expect(text).toContain('"data":null')
      expect(headers).not.toHaveProperty('idempotency-replayed')
    }
  })

  it('an imported email alone: it does not come back to ed, who has left', async () => {
    const { ed, olga, trip } = await cast()
    const query = importing.replace(/activities \{[^}]*\}/, '')
    const { first, second } = await again(
      (key) => as(ed).post('/graphql', { query, variables: { content: visit(0) } }, key),
      () => as(olga).delete(`/v1/trip/${trip.id}/collaborator/${ed.id}`),
    )
    expect(first.text).toContain('Museum visit')
    expect(second.text).not.toContain('Museum visit')
  })
})
