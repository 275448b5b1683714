/** The rights of their own that expenses have (test/core/permissions). */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { cast, type Rights } from '../world.ts'
import { forbidden, notAllowed, notFound, unauthenticated } from './answers.ts'
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

describe('18 access to /v1/trip/{trip_id}/expenses and /expense/{id}', () => {
  it.each([
    ['olga', [200, 200, 201, 200, 200, 204], null],
    ['ed', [200, 200, 201, 200, 200, 204], null],
    ['vera', [403, 403, 403, 403, 403, 403], forbidden],
    ['pia', [404, 404, 404, 404, 404, 404], notFound],
    ['stan', [404, 404, 404, 404, 404, 404], notFound],
    ['anonymous', [401, 401, 401, 401, 401, 401], unauthenticated],
  ] as const)(
    '%s: list, read, create, put, patch, delete answer %j',
    async (name, statuses, body) => {
      const { list, one, ...world } = await stage()
      const caller = name === 'anonymous' ? anonymous : world[name]
      const answers = [
        await as(caller).get(list),
        await as(caller).get(one),
        await as(caller).post(list, dinner),
        await as(caller).put(one, {}),
        await as(caller).patch(one, {}),
        await as(caller).delete(one),
      ]
      expect(answers.map(({ status }) => status)).toEqual(statuses)
      for (const answer of answers.filter(({ status }) => status >= 400)) {
        expect(answer).toMatchObject(body ?? {})
      }
    },
  )

  it('without can_see_expenses: 403 for known and unknown ids alike', async () => {
    const { vera, trip, one } = await stage()
    const ids = [
      one,
      `/v1/trip/${trip.id}/expense/2147483647`,
      `/v1/trip/${trip.id}/expense/2147483648`,
    ]
    for (const route of ids) {
      for (const answer of [
        await as(vera).get(route),
        await as(vera).patch(route, {}),
        await as(vera).delete(route),
      ])
        expect(answer).toMatchObject(forbidden)
    }
  })

  it('can_see_expenses alone: reads, and 403 on writes, also of invalid bodies', async () => {
    const { nina, list, one, made } = await stage({ can_edit: true, can_see_expenses: true })
    expect((await as(nina).get(list)).json.results).toEqual([made.json])
    expect((await as(nina).get(one)).text).toBe(made.text)
    for (const answer of [
      await as(nina).post(list, {}),
      await as(nina).put(one, { price: 'x' }),
      await as(nina).patch(one, {}),
      await as(nina).delete(one),
    ])
      expect(answer).toMatchObject(forbidden)
  })

  it('405 with Allow: other methods', async () => {
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
