/**
 * What is shown of a child: assigned users, prices (test/core/permissions), `fields`
 * (test/spec/01.7).
 */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { byList, type KindCase, path, unpriced } from '../itinerary.cases.ts'
import { cast, type Rights } from '../world.ts'
import { member } from './persons.ts'

/** A trip with one object of the kind, and a member with the given rights. */
async function stage(kind: KindCase, body: object = {}, rights: Rights = {}) {
  const world = await cast()
  const nina = await member(world.trip.id, rights)
  const list = path('v1', kind, world.trip.id)
  const made = await as(world.ed).post(list, { ...kind.least, ...body })
  return { ...world, nina, list, made, one: path('v1', kind, world.trip.id, made.json.id) }
}

describe.each(byList)('2 assigned_users of %s', (_, kind) => {
  const assigned = '?fields=assigned_users'

  it('joined members are kept, ids also as digit strings; others are left out', async () => {
    const { olga, ed, vera, pia, stan, list, one } = await stage(kind)
    const sent = [vera.id, `${ed.id}`, pia.id, stan.id, 2147483647, 99999999999]
    for (const answer of [
      await as(ed).patch(one + assigned, { assigned_users: sent }),
      await as(ed).post(list + assigned, { ...kind.least, assigned_users: sent }),
    ])
      expect(answer.json).toEqual({ assigned_users: [vera.id, ed.id] })
    const answer = await as(ed).put(one + assigned, { assigned_users: [olga.id] })
    expect(answer.json).toEqual({ assigned_users: [olga.id] })
    const empty = await as(ed).put(one + assigned, { assigned_users: [] })
    expect(empty.json).toEqual({ assigned_users: [] })
  })

  it('a value that is not a list of ids is 400', async () => {
    const { ed, one } = await stage(kind)
    const answer = await as(ed).patch(one, { assigned_users: 'ed' })
    expect([answer.status, answer.json]).toEqual([
      400,
      { assigned_users: ['Expected a list of items but got type "str".'] },
    ])
    const elements = await as(ed).patch(one, { assigned_users: ['ed'] })
    expect([elements.status, Object.keys(elements.json)]).toEqual([400, ['assigned_users']])
  })
})

describe.each(byList)('1.9 price and currency of %s', (_, kind) => {
  const money = { price: 31.5, currency: 'CHF' }

  it('they are left out for a caller without can_see_expenses, in answers to writes too', async () => {
    const { nina, list, one } = await stage(kind, money, { can_edit: true })
    for (const answer of [
      await as(nina).get(one),
      await as(nina).patch(one, {}),
      await as(nina).post(list, kind.least),
      await as(nina).put(one, { name: 'x' }),
    ])
      expect(Object.keys(answer.json)).toEqual(unpriced(kind.v1))
    const { json } = await as(nina).get(list)
    for (const item of json.results) expect(Object.keys(item)).toEqual(unpriced(kind.v1))
  })

  it('they cannot be revealed by fields (1.7)', async () => {
    const { vera, list, one } = await stage(kind, money)
    expect((await as(vera).get(`${one}?fields=price,currency`)).json).toEqual({})
    expect((await as(vera).get(`${one}?fields=name,price`)).json).toEqual({ name: '' })
    expect((await as(vera).get(`${list}?fields=price`)).json.results).toEqual([{}])
  })

  it.each([
    ['neither see nor edit', { can_edit: true }],
    ['see, but not edit', { can_edit: true, can_see_expenses: true }],
  ])('they are ignored in a write by a caller who may %s them', async (_, rights) => {
    const { olga, nina, trip, list, one } = await stage(kind, money, rights)
    const changed = await as(nina).patch(one, { name: 'mine', price: 1, currency: 'EUR' })
    expect(changed.status).toBe(200)
    expect((await as(olga).get(one)).json).toMatchObject({ ...money, name: 'mine' })
    await as(nina).patch(one, { price: null, currency: null })
    expect((await as(olga).get(one)).json).toMatchObject(money)
    const made = await as(nina).post(list, { ...kind.least, price: 1, currency: 'EUR' })
    expect(made.status).toBe(201)
    const { json } = await as(olga).get(path('v1', kind, trip.id, made.json.id))
    expect(json).toMatchObject({ price: null, currency: '' })
  })

  it('they are ignored whatever their value where the caller may not edit them', async () => {
    const { olga, nina, one } = await stage(kind, money, { can_edit: true, can_see_expenses: true })
    const answer = await as(nina).patch(one, { name: 'mine', price: 'much', currency: [] })
    expect(answer.status).toBe(200)
    expect((await as(olga).get(one)).json).toMatchObject({ ...money, name: 'mine' })
  })
})

describe.each(byList)('1.7 fields on %s', (_, kind) => {
  const keep = '?fields=name,id,name%20,unknown'

  it('fields keeps its keys in lists, details and the answers to POST, PUT and PATCH', async () => {
    const { ed, list, one, made } = await stage(kind)
    const kept = { id: made.json.id, name: '' }
    expect((await as(ed).get(one + keep)).json).toEqual(kept)
    expect((await as(ed).get(list + keep)).json.results).toEqual([kept])
    expect((await as(ed).patch(one + keep, {})).json).toEqual(kept)
    expect((await as(ed).put(one + keep, {})).json).toEqual(kept)
    const created = await as(ed).post(list + keep, kind.least)
    expect(created.json).toEqual({ id: expect.any(Number), name: '' })
    expect((await as(ed).delete(one + keep)).status).toBe(204)
  })

  it.each([
    '?fields!=emails,owner,documents',
    '?fields%21=emails%2Cowner',
    '?fields%21=emails&fields!=owner',
  ])('%s removes its keys', async (query) => {
    const { ed, list, one } = await stage(kind)
    const left = kind.v1.filter((key) => key !== 'emails' && key !== 'owner')
    expect(Object.keys((await as(ed).get(one + query)).json)).toEqual(left)
    expect(Object.keys((await as(ed).post(list + query, kind.least)).json)).toEqual(left)
    const { json } = await as(ed).get(list + query)
    expect(Object.keys(json)).toEqual(['count', 'next', 'previous', 'results'])
    for (const item of json.results) expect(Object.keys(item)).toEqual(left)
  })

  it('fields applies before fields!; repeated keys are merged; empty counts as absent', async () => {
    const { ed, one, made } = await stage(kind)
    const both = await as(ed).get(`${one}?fields=id,name&fields=trip&fields!=name`)
    expect(both.json).toEqual({ id: made.json.id, trip: made.json.trip })
    expect((await as(ed).get(`${one}?fields=&fields!=`)).text).toBe(made.text)
  })
})
