/**
 * What the routes of expenses check, in which order; who may do what:
 * test/core/permissions/matrix.
 */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { cast, type Rights } from '../world.ts'
import { forbidden, notAllowed } from './answers.ts'
import { member } from './persons.ts'

const dinner = { title: 'Dinner', date: '2031-04-19T19:30:00Z', price: 62.4, currency: 'EUR' }

/** A trip with one expense of ed's, and nina, who has the given rights there. */
async function stage(rights: Rights = {}) {
  const world = await cast()
  const nina = await member(world.trip.id, rights)
  const list = `/v1/trip/${world.trip.id}/expenses`
  const made = await as(world.ed).post(list, dinner)
  const one = `/v1/trip/${world.trip.id}/expense/${made.json.id}`
  return { ...world, nina, list, made, one }
}

describe('1.1 checks of /v1/trip/{trip_id}/expenses and /expense/{id}', () => {
  it('rights are checked before fields: an invalid write without the right is 403', async () => {
    const { nina, list, one } = await stage({ can_edit: true, can_see_expenses: true })
    for (const answer of [
      await as(nina).post(list, {}),
      await as(nina).put(one, { price: 'x' }),
      await as(nina).patch(one, {}),
      await as(nina).delete(one),
    ])
      expect(answer).toMatchObject(forbidden)
  })

  it('other methods are 405 with Allow', async () => {
    const { ed, list, one } = await stage()
    for (const [method, route] of [
      ['DELETE', list],
      ['PATCH', list],
      ['POST', one],
    ] as const) {
      const answer = await as(ed).send(method, route, {})
      expect(answer).toMatchObject(notAllowed(method))
      expect(answer.headers.allow).toContain('GET')
    }
  })
})
