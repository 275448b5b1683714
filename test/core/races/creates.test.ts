/** 1.10: the check for a duplicate and the insert are atomic; 9: so are signups. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../../client.ts'
import { byList, path } from '../../itinerary.cases.ts'
import { cast, db, password, people } from '../../world.ts'
import { parallel, statuses } from './parallel.ts'

const many = 20

describe('1.10 duplicate internal_identifier, 20 equal creates in parallel (C5)', () => {
  it('POST /v1/trips: one 201, the rest empty 200', async () => {
    const { stan } = await cast()
    const body = { internal_identifier: 'lx-2031', name: 'Lisbon' }
    const answers = await parallel(many, () => as(stan).post('/v1/trips', body))
    expect(statuses(answers)).toEqual({ 200: many - 1, 201: 1 })
    for (const { status, text } of answers) if (status === 200) expect(text).toBe('')
    expect((await as(stan).get('/v2/trips')).json.count).toBe(1)
  })

  it.each(byList)('POST /v1/trip/{trip_id}/%s: one 201, the rest empty 200', async (_, kind) => {
    const { olga, ed, trip } = await cast()
    const list = path('v1', kind, trip.id)
    const body = { ...kind.least, internal_identifier: 'x' }
    const answers = await parallel(many, (index) => as(index % 2 ? olga : ed).post(list, body))
    expect(statuses(answers)).toEqual({ 200: many - 1, 201: 1 })
    for (const { status, text } of answers) if (status === 200) expect(text).toBe('')
    expect((await as(ed).get(list)).json.count).toBe(1)
  })

  it('different identifiers in parallel: all are created', async () => {
    const { ed, trip } = await cast()
    const list = `/v1/trip/${trip.id}/activities`
    const answers = await parallel(many, (index) =>
      as(ed).post(list, { internal_identifier: `leg-${index}` }),
    )
    expect(statuses(answers)).toEqual({ 201: many })
  })
})

describe('1.5 writes when their trip or right ends', () => {
  it.each(byList)('%s: a write after the trip is deleted gets 404, never 403', async (_, kind) => {
    const { olga, ed, trip } = await cast()
    const list = path('v1', kind, trip.id)
    const answers = await parallel(many, (index) =>
      index === many / 2 ? as(olga).delete(`/v1/trips/${trip.id}`) : as(ed).post(list, kind.least),
    )
    for (const { status } of answers) expect([201, 204, 404]).toContain(status)
    expect((await as(ed).post(list, kind.least)).status).toBe(404)
  })

  it('a write after the right is revoked gets 403', async () => {
    const { ed, trip } = await cast()
    const edit = () => as(ed).patch(`/v1/trips/${trip.id}`, { name: 'Porto' })
    const text = 'update member set can_edit = false where trip_id = $1 and user_id = $2'
    const writes = parallel(many, edit)
    await db.query({ text, values: [trip.id, ed.id] })
    for (const { status } of await writes) expect([200, 403]).toContain(status)
    expect((await edit()).status).toBe(403)
  })
})

describe('9 signup, 20 in parallel', () => {
  it('with the same username: one gets 201', async () => {
    const username = `race.${process.pid}`
    const answers = await parallel(many, (index) =>
      as(anonymous).post('/v1/signup', {
        username,
        password,
        email: `${username}.${index}@mail.example`,
      }),
    )
    expect(statuses(answers)).toEqual({ 201: 1, 400: many - 1 })
    for (const { status, json } of answers) {
      if (status !== 400) continue
      expect(json).toEqual({ username: ['A user with this username already exists.'] })
    }
  })

  it('with the same email: one gets 201', async () => {
    const email = `race.${process.pid}@mail.example`
    const answers = await parallel(many, (index) =>
      as(anonymous).post('/v1/signup', {
        username: `race.${process.pid}.${index}`,
        password,
        email,
      }),
    )
    expect(statuses(answers)).toEqual({ 201: 1, 400: many - 1 })
  })
})

describe('9 PATCH /v1/me, 20 in parallel', () => {
  it('to the same email and username: one succeeds for each, the rest get 400', async () => {
    const crowd = await people(...Array.from({ length: many }, (_, index) => `racer${index}`))
    const email = `prize.${process.pid}@mail.example`
    const emails = await parallel(many, (index) =>
      as(crowd[index] ?? anonymous).patch('/v1/me', { email }),
    )
    expect(statuses(emails)).toEqual({ 200: 1, 400: many - 1 })
    const username = `prize.${process.pid}`
    const names = await parallel(many, (index) =>
      as(crowd[index] ?? anonymous).patch('/v1/me', { username }),
    )
    expect(statuses(names)).toEqual({ 200: 1, 400: many - 1 })
  })
})
