/** 6.2, 11.2, 17: invitations created, answered and withdrawn at the same time. */
import { describe, expect, it } from 'vitest'
import { anonymous, as, type ClientAnswer } from '../../client.ts'
import { mailsTo } from '../../mailbox.ts'
import { form } from '../../rest-facade/reset.ts'
import { acquaintances, invited, inviteTo, membership, waiting } from '../../spec/invitations.ts'
import { allRights, type Cast, join } from '../../world.ts'
import { parallel, statuses } from './parallel.ts'

const many = 50

const press = (path: string, answer: string) => as(anonymous).post(path, `answer=${answer}`, form)

/** The code of a GraphQL mutation on the trip, or `OK`. */
async function answerOf(person: Cast['ed'], field: string, trip: Cast['trip']): Promise<string> {
  const query = `mutation { ${field}(tripId: ${trip.id})${field.startsWith('a') ? ' { id }' : ''} }`
  const { errors } = await as(person).graphql(query)
  return errors[0]?.extensions.code ?? 'OK'
}

const count = (words: string[]) =>
  Object.fromEntries(
    [...new Set(words)].sort().map((word) => [word, words.filter((one) => one === word).length]),
  )

describe('17 one invitation, 50 answers in parallel', () => {
  it('by its link: one joins, the rest find it used', async () => {
    const { path, trip, cleo, olga } = await waiting()
    const answers = await parallel(many, () => press(path, 'accept'))
    expect(statuses(answers)).toEqual({ 200: 1, 400: many - 1 })
    expect(await membership(trip.id, cleo)).toMatchObject({ joined: true, invitation_hash: null })
    expect((await as(olga).get(`/v1/trips/${trip.id}`)).json.collaborators).toBe(4)
  })

  it('by acceptInvitation: all succeed, joined once', async () => {
    const { trip, cleo, olga } = await waiting()
    const work = Array.from({ length: many }, () => answerOf(cleo, 'acceptInvitation', trip))
    expect(count(await Promise.all(work))).toEqual({ OK: many })
    expect((await as(olga).get(`/v1/trips/${trip.id}`)).json.collaborators).toBe(4)
  })

  it('accepted and declined: one of the two succeeds', async () => {
    const { path, trip, cleo } = await waiting()
    const words = ['accept', 'decline']
    const answers = await parallel(many, (index) => press(path, words[index % 2] as string))
    expect(statuses(answers)).toEqual({ 200: 1, 400: many - 1 })
    const winner = answers.find(({ status }) => status === 200) as ClientAnswer
    const stored = await membership(trip.id, cleo)
    expect(stored?.joined).toBe(winner.text.includes('have joined') ? true : undefined)
  })

  it('by declineInvitation: one declines, the rest find nothing', async () => {
    const { trip, cleo } = await waiting()
    const work = Array.from({ length: many }, () => answerOf(cleo, 'declineInvitation', trip))
    expect(count(await Promise.all(work))).toEqual({ NOT_FOUND: many - 1, OK: 1 })
  })
})

describe('11.2 one person, 50 invitations in parallel', () => {
  it('a companion gets one pending membership, and one mail', async () => {
    const { olga, cleo, trip } = await acquaintances()
    const answers = await parallel(many, () => inviteTo(trip.id, olga, cleo))
    for (const answer of answers) expect(answer).toMatchObject(invited)
    expect(await membership(trip.id, cleo)).toMatchObject({ joined: false })
    expect(await mailsTo(cleo.email)).toHaveLength(1)
  })

  it('a favorite joins once, without a mail', async () => {
    const { olga, fay, trip } = await acquaintances()
    const answers = await parallel(many, () => inviteTo(trip.id, olga, fay))
    for (const answer of answers) expect(answer).toMatchObject(invited)
    expect((await as(olga).get(`/v1/trips/${trip.id}`)).json.collaborators).toBe(4)
    expect(await mailsTo(fay.email)).toEqual([])
  })
})

describe('11.5 an invitation withdrawn while it is answered', () => {
  const remove = (olga: Cast['olga'], trip: Cast['trip'], { id }: Cast['ed']) =>
    as(olga).delete(`/v1/trip/${trip.id}/collaborator/${id}`)

  it('removal wins in the end: no 5xx, and neither is left on the trip', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { path, trip, cleo, olga } = await waiting()
      const answers = await parallel(20, (index) =>
        index % 2 ? press(path, 'accept') : remove(olga, trip, cleo),
      )
      for (const { status } of answers) expect([200, 400]).toContain(status)
      expect(statuses(answers)[200]).toBeLessThanOrEqual(11)
      expect(await membership(trip.id, cleo)).toBeUndefined()
      expect((await as(cleo).get(`/v1/trips/${trip.id}`)).status).toBe(404)
    }
  })

  it('an inviter removed while inviting has invited before, or is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { trip, cleo, olga, ed } = await acquaintances()
      await join(trip.id, ed, allRights)
      const { id } = (await as(ed).post('/v1/trips', {})).json
      await join(id, cleo)
      const answers = await parallel(20, (index) =>
        index === 10 ? remove(olga, trip, ed) : inviteTo(trip.id, ed, cleo),
      )
      for (const { status } of answers) expect([200, 403, 404]).toContain(status)
      const accepted = answers.filter(({ text }) => text === invited.text).length
      const stored = await membership(trip.id, cleo)
      expect(stored?.joined).toBe(accepted > 0 ? false : undefined)
      expect(await mailsTo(cleo.email)).toHaveLength(accepted > 0 ? 1 : 0)
    }
  })
})

describe('6.2 one new trip, 50 creates with guests in parallel', () => {
  it('create one trip, with its guests joined and invited once', async () => {
    const { olga, stan, fay } = await acquaintances()
    const guest_invites = [stan, fay].map(({ id }) => ({ user_id: id }))
    const body = { internal_identifier: 'porto-2031', guest_invites }
    const answers = await parallel(many, () => as(olga).post('/v1/trips', body))
    expect(statuses(answers)).toEqual({ 200: many - 1, 201: 1 })
    expect(await mailsTo(stan.email)).toHaveLength(1)
    expect((await as(fay).get('/v2/trips')).json.count).toBe(1)
  })
})
