/** Slugs: supplied, generated, changed. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { cast, type Person } from '../world.ts'
import { empty200, invalid, messages, tooLong } from './answers.ts'
import { one } from './persons.ts'

const list = '/v1/categories'
const at = ({ id }: { id: number }) => `${list}/${id}`

async function made(person: Person, body: object) {
  const answer = await as(person).post(list, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.json
}

describe('8 POST /v1/categories, the slug', () => {
  it('a slug that the caller already has returns an empty 200 and creates nothing', async () => {
    const mia = await one()
    const category = await made(mia, { name: 'Tiles', slug: 'my slug' })
    const again = { name: 'Other', slug: ' my slug ', color: '#000000' }
    expect(await as(mia).post(list, again)).toMatchObject(empty200)
    expect((await as(mia).get(list)).json.results).toEqual([category])
  })

  it('an invalid body is 400 even if its slug is taken', async () => {
    const mia = await one()
    await made(mia, { name: 'Tiles', slug: 's' })
    const answer = await as(mia).post(list, { slug: 's' })
    expect(answer).toMatchObject(invalid('name', messages.required))
  })

  it("a slug may equal a built-in type or another user's slug", async () => {
    const { olga, ed } = await cast()
    for (const slug of ['museum', 'general', 'tiles']) {
      for (const person of [olga, ed])
        expect((await made(person, { name: 'x', slug })).slug).toBe(slug)
    }
  })

  it('a slug is kept as sent after trimming', async () => {
    expect((await made(await one(), { name: 'x', slug: ' Älter & Kühn ' })).slug).toBe(
      'Älter & Kühn',
    )
  })

  it.each([[undefined], [null], ['  ']])('a slug of %j counts as omitted', async (slug) => {
    expect((await made(await one(), { name: 'Tiles', slug })).slug).toBe('tiles')
  })

  it.each([
    [true, messages.string],
    ['x'.repeat(256), tooLong(255)],
  ])('a slug of %j is 400', async (slug, message) => {
    const answer = await as(await one()).post(list, { name: 'x', slug })
    expect(answer).toMatchObject(invalid('slug', message))
  })

  it.each([
    ['Tile hunting', 'tile-hunting'],
    ['  Cafés & Bars!  ', 'cafes-bars'],
    ['ÅNGSTRÖM', 'angstrom'],
    ['İstanbul', 'istanbul'],
    ['--a__b--', 'a-b'],
    ['3 Sterne', '3-sterne'],
    ['музеи', 'category'],
    ['🎉', 'category'],
    ['-', 'category'],
  ])('the slug generated from %j is %s', async (name, slug) => {
    expect((await made(await one(), { name })).slug).toBe(slug)
  })

  it('a generated slug that the caller already has gets -2, -3, …', async () => {
    const { olga, ed } = await cast()
    await made(ed, { name: 'Tiles' })
    const slugs = []
    for (const name of ['Tiles', 'tiles', 'TILES!']) slugs.push((await made(olga, { name })).slug)
    expect(slugs).toEqual(['tiles', 'tiles-2', 'tiles-3'])
    await made(olga, { name: 'x', slug: 'walks-2' })
    slugs.length = 0
    for (const name of ['Walks', 'Walks']) slugs.push((await made(olga, { name })).slug)
    expect(slugs).toEqual(['walks', 'walks-3'])
  })

  it('a generated slug stays within 255 characters', async () => {
    const mia = await one()
    const name = 'x'.repeat(255)
    const slugs = [await made(mia, { name }), await made(mia, { name })].map(({ slug }) => slug)
    expect(slugs).toEqual([name, `${'x'.repeat(253)}-2`])
  })
})

describe('8 PUT | PATCH /v1/categories/{id}, the slug', () => {
  const taken = 'You already have a category with this slug.'

  it('a slug of another active category of the caller is 400 and changes nothing', async () => {
    const mia = await one()
    const [first, second] = [await made(mia, { name: 'a' }), await made(mia, { name: 'b' })]
    for (const method of ['put', 'patch'] as const) {
      const answer = await as(mia)[method](at(second), { slug: ' a ', name: 'c' })
      expect(answer).toMatchObject(invalid('slug', taken))
    }
    const change = 'mutation ($id: Int!) { updateCategory(id: $id, input: {slug: "a"}) { id } }'
    const { errors } = await as(mia).graphql(change, { id: second.id })
    expect(errors.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'BAD_USER_INPUT', fields: { slug: [taken] } },
    ])
    expect((await as(mia).get(list)).json.results).toEqual([first, second])
  })

  it("the own slug, another user's and a deleted category's are 200", async () => {
    const { olga, ed } = await cast()
    await made(ed, { name: 'ed' })
    const gone = await made(olga, { name: 'gone' })
    await as(olga).delete(at(gone))
    const category = await made(olga, { name: 'own' })
    for (const slug of ['own', 'ed', 'gone']) {
      const answer = await as(olga).patch(at(category), { slug })
      expect([answer.status, answer.json.slug]).toEqual([200, slug])
    }
  })

  it.each([[''], ['  '], [null]])('a slug of %j keeps the stored one', async (slug) => {
    const mia = await one()
    const category = await made(mia, { name: 'a' })
    const alone = await as(mia).put(at(category), { slug })
    expect([alone.status, alone.json]).toEqual([200, category])
    const renamed = await as(mia).patch(at(category), { slug, name: 'b' })
    expect([renamed.status, renamed.json]).toEqual([200, { ...category, name: 'b' }])
  })

  it('a changed slug leaves activities as they are', async () => {
    const { olga, trip } = await cast()
    const category = await made(olga, { name: 'Tiles' })
    const activity = { activity_type: 'tiles' }
    const { json } = await as(olga).post(`/v1/trip/${trip.id}/activities`, activity)
    await as(olga).patch(at(category), { slug: 'azulejos' })
    const answer = await as(olga).get(`/v1/trip/${trip.id}/activity/${json.id}`)
    expect(answer.json).toEqual(json)
  })
})
