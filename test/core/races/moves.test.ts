/** 12.3: moves at the same time. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { byList, byWord, path } from '../../itinerary.cases.ts'
import { cast, trip as newTrip } from '../../world.ts'
import { during, parallel, statuses } from './parallel.ts'

const many = 20

describe('12.3 moves in parallel (C7)', () => {
  it.each(byList)(
    'opposite moves of %s: no 5xx, every object ends in the other trip',
    async (_, kind) => {
      const { olga, trip } = await cast()
      const other = await newTrip(olga, {})
      const places = await Promise.all(
        Array.from({ length: many }, async (_, index) => {
          const [from, to] = index % 2 ? [trip.id, other.id] : [other.id, trip.id]
          const made = await as(olga).post(path('v1', kind, from), kind.least)
          return { id: made.json.id, from, to }
        }),
      )
      const answers = await parallel(many, (index) => {
        const { id, from, to } = places[index] ?? { id: 0, from: 0, to: 0 }
        return as(olga).patch(path('v1', kind, from, id), { update_trip: to })
      })
      expect(statuses(answers)).toEqual({ 200: many })
      for (const { id, to } of places) {
        expect((await as(olga).get(path('v1', kind, to, id))).json.trip).toBe(to)
      }
    },
  )

  it.each(byWord)('moved to two trips, it ends in exactly one, %s', async (_, kind) => {
    const { olga, trip } = await cast()
    const others = [await newTrip(olga, {}), await newTrip(olga, {})]
    const made = await as(olga).post(path('v1', kind, trip.id), kind.least)
    const one = path('v1', kind, trip.id, made.json.id)
    const answers = await parallel(many, (index) =>
      as(olga).patch(one, { update_trip: others[index % 2]?.id }),
    )
    for (const { status } of answers) expect([200, 404]).toContain(status)
    const counts = []
    for (const { id } of [trip, ...others]) {
      counts.push((await as(olga).get(path('v1', kind, id))).json.count)
    }
    expect(counts.sort()).toEqual([0, 0, 1])
  })

  it.each(byWord)('moved while it is deleted, %s: no 5xx, it stays deleted', async (_, kind) => {
    const { olga, trip } = await cast()
    const other = await newTrip(olga, {})
    const made = await as(olga).post(path('v1', kind, trip.id), kind.least)
    const one = path('v1', kind, trip.id, made.json.id)
    const answers = await parallel(many, (index) =>
      index % 2 ? as(olga).delete(one) : as(olga).patch(one, { update_trip: other.id }),
    )
    for (const { status } of answers) expect([200, 204, 404]).toContain(status)
    const deleted = answers.filter(({ status }) => status === 204).length
    expect(deleted).toBeLessThanOrEqual(1)
    const left = await as(olga).get(path('v1', kind, trip.id))
    const moved = await as(olga).get(path('v1', kind, other.id))
    expect(left.json.count + moved.json.count).toBe(1 - deleted)
  })

  it.each(byWord)('%s moved while its assignee is removed from its old trip', async (_, kind) => {
    const { olga, ed, trip } = await cast()
    const other = await newTrip(olga, {})
    const made = await as(olga).post(path('v1', kind, trip.id), kind.least)
    const one = path('v1', kind, trip.id, made.json.id)
    const member = {
      text: 'select from member where trip_id = $1 and user_id = $2 for update',
      values: [trip.id, ed.id],
    }
    // Fails where a holder of the item waits for the member.
    const text = `select from ${kind.one} where id = $1 for update nowait`
    const body = { update_trip: other.id, assigned_users: [ed.id] }
    const send = () => as(olga).patch(one, body)
    const { status } = await during(member, send, { text, values: [made.json.id] })
    expect(status).toBe(200)
  })
})
