/**
 * How much mail one account causes, and how much one recipient gets. Beyond the limit
 * requests are answered and stored as before; only the mail is not written.
 */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { mailsTo } from '../mailbox.ts'
import { db, type Person, people, trip } from '../world.ts'
import { remove, request } from './favorites.ts'
import { companions, invited, inviteTo, membership } from './invitations.ts'
import { fresh, one } from './persons.ts'

const causedBy = async ({ id }: Person): Promise<number> => {
  const text = 'select count(*)::int as mails from outgoing_mail where caused_by = $1'
  const [row] = await db.query<{ mails: number }>({ text, values: [id] })
  return row?.mails ?? 0
}

/** Dates the mails of one account further back. */
const wait = (interval: string, { id }: Person) =>
  db.query({
    text: 'update outgoing_mail set created_at = created_at - $1::interval where caused_by = $2',
    values: [interval, id],
  })

/** Unrelated accounts, made by one statement. */
async function strangers(count: number): Promise<{ id: number; email: string }[]> {
  const word = fresh('stranger')
  const text = `insert into account
      (username, email, password_hash, calendar_identifier, anonymous_email_identifier)
    select name || '@mail.example', name || '@mail.example', '', name, name
    from (select $1 || n as name from generate_series(1, $2::int) n) names returning id, email`
  return db.query({ text, values: [word, count] })
}

const createTrip = (person: Person, guests: { id: number }[]) =>
  as(person).post('/v1/trips', { guest_invites: guests.map(({ id }) => ({ user_id: id })) })

describe('1.3 an account causes 60 mails an hour', () => {
  it('6.2 a hundred guests are all invited, and 60 are mailed', async () => {
    const mia = await one()
    const guests = await strangers(100)
    const { status, json } = await createTrip(mia, guests)
    expect(status).toBe(201)
    const text = 'select from member where trip_id = $1 and not joined'
    expect(await db.query({ text, values: [json.id] })).toHaveLength(100)
    expect(await causedBy(mia)).toBe(60)
    expect((await createTrip(mia, guests.slice(0, 10))).status).toBe(201)
    expect(await causedBy(mia)).toBe(60)
    await wait('61 minutes', mia)
    expect((await createTrip(mia, guests.slice(0, 10))).status).toBe(201)
    expect(await causedBy(mia)).toBe(70)
  })

  it('all mails of an account count together, and none of others', async () => {
    const [mia, leo, ann] = [await one(), await one('leo'), await one('ann')]
    const { id } = await trip(mia)
    await createTrip(mia, await strangers(59))
    await companions(mia, leo)
    await companions(mia, ann)
    expect(await inviteTo(id, mia, leo)).toMatchObject(invited)
    expect(await inviteTo(id, mia, ann)).toMatchObject(invited)
    expect(await membership(id, ann)).toMatchObject({ joined: false })
    expect((await as(ann).post(`/v1/emails/add`, { email: mail() })).status).toBe(201)
    expect(await request(mia, ann.email)).toMatchObject({ pending: true })
    expect([await mailsTo(leo.email), await mailsTo(ann.email)]).toMatchObject([[{}], []])
    expect(await causedBy(mia)).toBe(60)
    await request(leo, ann.email)
    expect(await mailsTo(ann.email)).toHaveLength(1)
  })

  it('7 an alternative address that cannot be mailed is 429 and not stored', async () => {
    const mia = await one()
    await createTrip(mia, await strangers(60))
    const answer = await as(mia).post('/v1/emails/add', { email: mail() })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3_600)
    expect((await as(mia).get('/v1/emails')).json.count).toBe(0)
  })

  it('10 a password reset is mailed beyond the limit', async () => {
    const mia = await one()
    await createTrip(mia, await strangers(60))
    await as(anonymous).post('/auth/password/reset/', { email: mia.email })
    expect(await mailsTo(mia.email)).toHaveLength(1)
  })
})

const mail = () => `${fresh('second')}@mail.example`

describe('1.3 a recipient gets 10 mails a day from all accounts', () => {
  it('11 twelve invitations after removals send only ten mails', async () => {
    const [mia, leo] = [await one(), await one('leo')]
    const { id } = await trip(mia)
    await companions(mia, leo)
    for (let round = 0; round < 12; round += 1) {
      expect(await inviteTo(id, mia, leo)).toMatchObject(invited)
      expect(await membership(id, leo)).toMatchObject({ joined: false })
      expect((await as(mia).delete(`/v1/trip/${id}/collaborator/${leo.id}`)).status).toBe(200)
    }
    expect(await mailsTo(leo.email)).toHaveLength(10)
    await wait('25 hours', mia)
    await inviteTo(id, mia, leo)
    expect(await mailsTo(leo.email)).toHaveLength(11)
  })

  it('mails of all senders and kinds count together, but not a password reset', async () => {
    const [leo, ...senders] = await people('leo', 'ann', 'ben', 'cai', 'dan', 'eve')
    if (!leo) throw new Error('people are missing')
    for (const sender of senders) {
      for (const _ of [1, 2]) await remove(sender, (await request(sender, leo.email)).id)
      await createTrip(sender, [leo])
    }
    expect(await mailsTo(leo.email)).toHaveLength(10)
    await as(anonymous).post('/auth/password/reset/', { email: leo.email })
    expect((await mailsTo(leo.email)).map(({ subject }) => subject)).toContain(
      'Reset your password',
    )
  })

  it('7 verifications count too; one beyond the limit is 429 and not stored', async () => {
    const [mia, leo] = [await one(), await one('leo')]
    const email = mail()
    for (let round = 0; round < 10; round += 1) {
      const person = round < 9 ? mia : leo
      expect((await as(person).post('/v1/emails/add', { email })).status).toBe(201)
      const id = (await as(person).get('/v1/emails')).json.results[0]?.id
      await as(person).delete(`/v1/emails/${id}`)
    }
    const answer = await as(leo).post('/v1/emails/add', { email: email.toUpperCase() })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(86_000)
    expect(await mailsTo(email)).toHaveLength(10)
    expect((await as(leo).get('/v1/emails')).json.count).toBe(0)
  })
})
