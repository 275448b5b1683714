/** Writes of categories: fields and defaults. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { cast, type Person } from '../world.ts'
import { exactly, invalid, messages, tooLong } from './answers.ts'
import { one } from './persons.ts'

const list = '/v1/categories'
const at = ({ id }: { id: number }) => `${list}/${id}`

async function made(person: Person, body: object) {
  const answer = await as(person).post(list, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.json
}

const create = `mutation ($input: CategoryInput!) {
  createCategory(input: $input) { ownerId slug name iconName color createdAt }
}`
const update = `mutation ($id: Int!, $input: CategoryInput!) {
  updateCategory(id: $id, input: $input) { slug name iconName color }
}`
const badColor = 'Enter a valid hex color.'

describe('8 POST /v1/categories', () => {
  it('POST is 201 with the category; everything but the name has a default', async () => {
    const mia = await one()
    const answer = await as(mia).post(list, { name: 'Tile hunting' })
    const expected = { owner: mia.id, slug: 'tile-hunting', name: 'Tile hunting' }
    expect(answer).toMatchObject(
      exactly(201, {
        id: answer.json.id,
        ...expected,
        icon_name: 'customicon-star',
        color: '#8E8E93',
      }),
    )
  })

  it('GraphQL returns the category, or null where the slug is taken', async () => {
    const mia = await one()
    const input = { name: 'Tiles', slug: 't', iconName: 'golf', color: 'aabbcc' }
    const first = await as(mia).graphql(create, { input })
    expect(first.errors).toEqual([])
    expect(first.data?.createCategory).toEqual({
      ...input,
      ownerId: mia.id,
      color: '#aabbcc',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
    const second = await as(mia).graphql(create, { input })
    expect([second.errors, second.data]).toEqual([[], { createCategory: null }])
  })

  it('GraphQL returns BAD_USER_INPUT with the same messages by field', async () => {
    const mia = await one()
    const { errors } = await as(mia).graphql(create, { input: { color: 'red', slug: '' } })
    expect(errors.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'BAD_USER_INPUT', fields: { name: [messages.required], color: [badColor] } },
    ])
  })

  it.each([
    ['absent', {}, messages.required],
    ['null', { name: null }, messages.null],
    ['blank', { name: ' ' }, messages.blank],
    ['no text', { name: true }, messages.string],
    ['of 256 characters', { name: 'x'.repeat(256) }, tooLong(255)],
  ])('a name that is %s is 400', async (_, body, message) => {
    const mia = await one()
    expect(await as(mia).post(list, body)).toMatchObject(invalid('name', message))
    expect((await as(mia).get(list)).json.results).toEqual([])
  })

  it('name is trimmed, a number is stored as its text, 255 characters are kept', async () => {
    const mia = await one()
    expect(await made(mia, { name: ' Tiles ' })).toMatchObject({ name: 'Tiles', slug: 'tiles' })
    expect(await made(mia, { name: 7 })).toMatchObject({ name: '7', slug: '7' })
    const long = 'é'.repeat(255)
    expect(await made(mia, { name: long })).toMatchObject({ name: long, slug: 'e'.repeat(255) })
  })

  it('owner, id and unknown fields in a body are ignored', async () => {
    const { stan, olga } = await cast()
    const body = { name: 'x', owner: olga.id, id: 1, created_at: 'y', mood: [] }
    expect(await made(stan, body)).toMatchObject({ owner: stan.id })
  })

  it.each([
    ['customicon-building', 'customicon-building'],
    ['customicon-two-words', 'customicon-two-words'],
    ['golf', 'golf'],
    [' golf ', 'golf'],
    ['', 'customicon-star'],
    [null, 'customicon-star'],
    ['tennis', 'customicon-star'],
    ['customicon-', 'customicon-star'],
    ['customicon-Big', 'customicon-star'],
    ['customicon-a--b', 'customicon-star'],
    [5, 'customicon-star'],
  ])('icon_name %j is stored as %s', async (icon_name, stored) => {
    expect((await made(await one(), { name: 'x', icon_name })).icon_name).toBe(stored)
  })

  it.each([[true], [[]], [{}]])('icon_name %j, not a string, is 400', async (icon_name) => {
    const answer = await as(await one()).post(list, { name: 'x', icon_name })
    expect(answer).toMatchObject(invalid('icon_name', messages.string))
  })

  it.each([
    ['#2E8B57', '#2E8B57'],
    ['AABBCC', '#AABBCC'],
    ['#aaBBcc', '#aaBBcc'],
    [' aabbcc ', '#aabbcc'],
    [123456, '#123456'],
    ['', '#8E8E93'],
    [null, '#8E8E93'],
  ])('color %j is stored as %s', async (color, stored) => {
    expect((await made(await one(), { name: 'x', color })).color).toBe(stored)
  })

  it.each([
    ['red', badColor],
    ['#fff', badColor],
    ['##aabbcc', badColor],
    ['#aabbccdd', badColor],
    ['#aabbcg', badColor],
    [12, badColor],
    [true, messages.string],
    [['#aabbcc'], messages.string],
    [{}, messages.string],
  ])('color %j is 400 %s', async (color, message) => {
    const answer = await as(await one()).post(list, { name: 'x', color })
    expect(answer).toMatchObject(invalid('color', message))
  })
})

describe('8 PUT | PATCH /v1/categories/{id}', () => {
  const full = { name: 'Tiles', slug: 'tiles', icon_name: 'golf', color: '#112233' }

  it.each(['put', 'patch'] as const)('%s changes only the fields that are sent', async (method) => {
    const mia = await one()
    const category = await made(mia, full)
    const steps = [{ name: 'Walks' }, { color: 'AABBCC' }, { icon_name: 'customicon-x' }, {}]
    let expected = category
    for (const step of [...steps, { slug: 'New Slug' }]) {
      const sent = 'color' in step ? { color: '#AABBCC' } : step
      expected = { ...expected, ...sent }
      const answer = await as(mia)[method](at(category), step)
      expect(answer).toMatchObject(exactly(200, expected))
      expect((await as(mia).get(at(category))).json).toEqual(expected)
    }
  })

  it('GraphQL changes only the fields that are sent', async () => {
    const mia = await one()
    const { id } = await made(mia, full)
    const input = { name: 'Walks', iconName: 'tennis', slug: '' }
    const { data, errors } = await as(mia).graphql(update, { id, input })
    const changed = { name: 'Walks', iconName: 'customicon-star', slug: 'tiles', color: '#112233' }
    expect([errors, data]).toEqual([[], { updateCategory: changed }])
  })

  it.each([
    [{ name: null }, 'name', messages.null],
    [{ name: ' ' }, 'name', messages.blank],
    [{ color: 'red' }, 'color', badColor],
    [{ color: false }, 'color', messages.string],
    [{ slug: [] }, 'slug', messages.string],
  ])('%j is 400 and changes nothing', async (body, field, message) => {
    const mia = await one()
    const category = await made(mia, full)
    const answer = await as(mia).patch(at(category), { icon_name: 'customicon-x', ...body })
    expect(answer).toMatchObject(invalid(field, message))
    expect((await as(mia).get(at(category))).json).toEqual(category)
  })

  it('a blank or null color, and an unknown or null icon, restore the default', async () => {
    const mia = await one()
    for (const [blank, icon_name] of [
      ['', 'tennis'],
      [null, null],
    ]) {
      const category = await made(mia, { ...full, slug: '' })
      const { json } = await as(mia).put(at(category), { color: blank, icon_name })
      expect(json).toEqual({ ...category, color: '#8E8E93', icon_name: 'customicon-star' })
    }
  })
})
