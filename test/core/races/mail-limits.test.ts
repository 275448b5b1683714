/** 1.3: the limits on mail hold under parallel requests. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { mailsTo } from '../../mailbox.ts'
import { request } from '../../spec/favorites.ts'
import { one } from '../../spec/persons.ts'
import { db, type Person } from '../../world.ts'
import { parallel, statuses } from './parallel.ts'

const several = (count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => one(`p${at}-`)))

describe('1.3 mails caused in parallel', () => {
  it('60 trips with two guests each cause 60 mails of one account', async () => {
    const mia = await one()
    const guests = await several(20)
    const invites = (at: number) => ({ user_id: guests[at % guests.length]?.id })
    const answers = await parallel(60, (at) =>
      as(mia).post('/v1/trips', { guest_invites: [invites(at), invites(at + 7)] }),
    )
    expect(statuses(answers)).toEqual({ 201: 60 })
    const text = 'select id from outgoing_mail where caused_by = $1'
    expect(await db.query({ text, values: [mia.id] })).toHaveLength(60)
  })

  it('20 accounts writing to the same two people cause ten mails to each', async () => {
    const [leo, ann] = [await one('leo'), await one('ann')]
    const senders = await several(20)
    const both = [leo, ann]
    const asking = senders.map((sender, at) => request(sender, both[at % 2]?.email ?? ''))
    await Promise.all(asking)
    const answers = await parallel(20, (at) => {
      const guest_invites = (at % 2 ? both : [...both].reverse()).map(({ id }) => ({ user_id: id }))
      return as(senders[at] as Person).post('/v1/trips', { guest_invites })
    })
    expect(statuses(answers)).toEqual({ 201: 20 })
    for (const { email } of both) expect(await mailsTo(email)).toHaveLength(10)
  })
})
