/** 1.10 and 8: the check for a slug and the insert are atomic. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { one } from '../../spec/persons.ts'
import { db } from '../../world.ts'
import { parallel, statuses } from './parallel.ts'

const many = 20
const list = '/v1/categories'

describe('8 POST /v1/categories, 20 equal creates in parallel', () => {
  it('with a slug: one gets 201, the rest an empty 200', async () => {
    const mia = await one()
    const body = { name: 'Tiles', slug: 'tiles' }
    const answers = await parallel(many, () => as(mia).post(list, body))
    expect(statuses(answers)).toEqual({ 200: many - 1, 201: 1 })
    for (const { status, text } of answers) if (status === 200) expect(text).toBe('')
    expect((await as(mia).get(list)).json.results).toHaveLength(1)
  })

  it('with a name: they get 20 different slugs, without a gap', async () => {
    const mia = await one()
    const answers = await parallel(many, () => as(mia).post(list, { name: 'Tiles' }))
    expect(statuses(answers)).toEqual({ 201: many })
    const slugs = answers.map(({ json }) => json.slug).sort()
    const expected = Array.from({ length: many }, (_, n) => (n ? `tiles-${n + 1}` : 'tiles'))
    expect(slugs).toEqual(expected.sort())
    expect((await as(mia).get(list)).json.results).toHaveLength(many)
  })

  it('with a slug, by different people: all are created', async () => {
    const people = [await one(), await one(), await one()]
    const answers = await Promise.all(
      people.map((person) => as(person).post(list, { name: 'Tiles', slug: 'tiles' })),
    )
    expect(statuses(answers)).toEqual({ 201: 3 })
  })
})

describe('8 an account has at most 500 categories', () => {
  const full = { non_field_errors: ['An account has at most 500 categories.'] }
  const fill = async (ownerId: number, count: number) => {
    const text = `insert into category (owner_id, name, slug)
      select $1, 'Tiles', 't' || n from generate_series(1, $2::int) n`
    await db.query({ text, values: [ownerId, count] })
  }

  it('20 creates in parallel of the owner of 499: one gets 201, the rest 400', async () => {
    const mia = await one()
    await fill(mia.id, 499)
    const answers = await parallel(many, () => as(mia).post(list, { name: 'Azulejos' }))
    expect(statuses(answers)).toEqual({ 201: 1, 400: many - 1 })
    for (const { status, json } of answers) if (status === 400) expect(json).toEqual(full)
    expect((await as(mia).get(list)).json.results).toHaveLength(500)
  })

  it('the owner of 500 may repeat a create, not restore; after a delete they may', async () => {
    const mia = await one()
    const { id } = (await as(mia).post(list, { name: 'First', slug: 'first' })).json
    await as(mia).delete(`${list}/${id}`)
    await fill(mia.id, 500)
    expect((await as(mia).post(list, { name: 'Tiles', slug: 't1' })).status).toBe(200)
    const restore = () => as(mia).graphql(`mutation { restore(kind: CATEGORY, id: ${id}) }`)
    const fields = { nonFieldErrors: full.non_field_errors }
    expect((await restore()).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', fields } },
    ])
    const [other] = (await as(mia).get(list)).json.results
    await as(mia).delete(`${list}/${other?.id}`)
    expect((await restore()).data).toEqual({ restore: true })
  })
})

describe('8 PATCH /v1/categories/{id}, 20 in parallel', () => {
  it('to one slug: one gets 200, the rest 400', async () => {
    const mia = await one()
    const made = await parallel(many, () => as(mia).post(list, { name: 'Tiles' }))
    const answers = await parallel(many, (index) =>
      as(mia).patch(`${list}/${made[index]?.json.id}`, { slug: 'azulejos' }),
    )
    expect(statuses(answers)).toEqual({ 200: 1, 400: many - 1 })
  })
})

describe('8 DELETE /v1/categories/{id}, 20 in parallel', () => {
  it('one gets 204, the rest 404', async () => {
    const mia = await one()
    const { id } = (await as(mia).post(list, { name: 'Tiles' })).json
    const answers = await parallel(many, () => as(mia).delete(`${list}/${id}`))
    expect(statuses(answers)).toEqual({ 204: 1, 404: many - 1 })
  })
})
