/** Reads and deletes: who sees, changes and deletes a category. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { statementsOf } from '../rest-facade/statements.ts'
import { insert } from '../sync.ts'
import { cast, db, join, type Person } from '../world.ts'
import { empty200, exactly, forbidden, gone204, notFound, unauthenticated } from './answers.ts'
import { one } from './persons.ts'

const list = '/v1/categories'

/** A category made by the person, in its REST form. */
async function made(person: Person, body: object = { name: 'Tile hunting' }) {
  const answer = await as(person).post(list, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.json
}

const idsOf = async (person: Person) =>
  (await as(person).get(list)).json.results.map(({ id }) => id)

const codes = (errors: { extensions: { code: string } }[]) =>
  errors.map(({ extensions }) => extensions.code)

const update = 'mutation ($id: Int!) { updateCategory(id: $id, input: {name: "x"}) { name } }'
const remove = 'mutation ($id: Int!) { deleteCategory(id: $id) }'
const read = 'query ($id: Int!) { category(id: $id) { id ownerId slug name iconName color } }'

describe('8 GET /v1/categories', () => {
  it('the list is 200 {"results":[...]}, not paginated, by id ascending', async () => {
    const { stan } = await cast()
    expect(await as(stan).get(list)).toMatchObject(exactly(200, { results: [] }))
    const first = await made(stan, { name: 'b', slug: 'b' })
    const second = await made(stan, { name: 'a', slug: 'a' })
    expect(await as(stan).get(list)).toMatchObject(exactly(200, { results: [first, second] }))
  })

  it('the list has the categories of the caller and of all joined members of shared trips', async () => {
    const { olga, ed, vera, pia, stan } = await cast()
    const [ofOlga, ofEd, ofVera] = [await made(olga), await made(ed), await made(vera)]
    const [ofPia, ofStan] = [await made(pia), await made(stan)]
    const shared = [ofOlga.id, ofEd.id, ofVera.id]
    for (const person of [olga, ed, vera]) expect(await idsOf(person)).toEqual(shared)
    expect(await idsOf(pia), 'a pending invitee has no access, and is not seen').toEqual([ofPia.id])
    expect(await idsOf(stan)).toEqual([ofStan.id])
  })

  it('a category is listed once, however many trips are shared', async () => {
    const { olga, ed } = await cast()
    const second = await as(olga).post('/v1/trips', { name: 'Porto' })
    await join(second.json.id, ed)
    const { id } = await made(olga)
    expect(await idsOf(ed)).toEqual([id])
  })

  it('a category is visible only while its owner and the caller share an active trip', async () => {
    const { olga, ed, vera, trip } = await cast()
    const [ofOlga, ofEd] = [await made(olga), await made(ed)]
    await db.query({ text: 'delete from member where user_id = $1', values: [ed.id] })
    expect(await idsOf(ed)).toEqual([ofEd.id])
    expect(await as(ed).get(`${list}/${ofOlga.id}`)).toMatchObject(notFound)
    expect(await idsOf(vera)).toEqual([ofOlga.id])
    await as(olga).delete(`/v1/trips/${trip.id}`)
    expect(await idsOf(vera)).toEqual([])
    expect(await as(vera).get(`${list}/${ofOlga.id}`)).toMatchObject(notFound)
    expect(await idsOf(olga)).toEqual([ofOlga.id])
  })

  it('the list takes two statements beside that for the key, however many categories it has', async () => {
    const { olga, ed } = await cast()
    for (const count of [1, 10]) {
      const row = { owner_id: olga.id, name: 'x' }
      for (const n of Array(count).keys())
        await insert('category', { ...row, slug: `${count}-${n}` })
      const { answer, statements } = await statementsOf(() => as(ed).get(list))
      expect([answer.status, statements.length]).toEqual([200, 3])
    }
  })

  it('fields, deleted and page are ignored', async () => {
    const { stan } = await cast()
    const category = await made(stan)
    const { id } = await made(stan)
    await as(stan).delete(`${list}/${id}`)
    for (const query of ['fields=id', 'fields!=name', 'deleted=true', 'page=2', 'page=x']) {
      const answer = await as(stan).get(`${list}?${query}`)
      expect(answer).toMatchObject(exactly(200, { results: [category] }))
    }
  })

  it('every route without credentials is 401', async () => {
    for (const path of [list, `${list}/1`]) {
      expect(await as(anonymous).get(path)).toMatchObject(unauthenticated)
    }
    expect(await as(anonymous).post(list, { name: 'x' })).toMatchObject(unauthenticated)
    expect(await as(anonymous).patch(`${list}/1`, {})).toMatchObject(unauthenticated)
    expect(await as(anonymous).delete(`${list}/1`)).toMatchObject(unauthenticated)
  })
})

describe('8 GET /v1/categories/{id}', () => {
  it('the detail is 200 with the six keys of 2.10 in this order', async () => {
    const { olga, ed } = await cast()
    const body = { name: 'Tiles', slug: 'tiles', icon_name: 'customicon-building' }
    const { id } = await made(olga, { ...body, color: '2E8B57' })
    const category = { id, owner: olga.id, slug: 'tiles', name: 'Tiles' }
    const expected = { ...category, icon_name: 'customicon-building', color: '#2E8B57' }
    for (const person of [olga, ed]) {
      expect(await as(person).get(`${list}/${id}`)).toMatchObject(exactly(200, expected))
      const { data, errors } = await as(person).graphql(read, { id })
      const { owner: ownerId, icon_name: iconName, ...rest } = expected
      expect([errors, data?.category]).toEqual([[], { ...rest, ownerId, iconName }])
    }
  })

  it('an invisible, deleted or unknown category is 404', async () => {
    const { olga, ed, pia, stan } = await cast()
    const { id } = await made(olga)
    for (const person of [pia, stan]) {
      expect(await as(person).get(`${list}/${id}`)).toMatchObject(notFound)
      expect(codes((await as(person).graphql(read, { id })).errors)).toEqual(['NOT_FOUND'])
    }
    await as(olga).delete(`${list}/${id}`)
    for (const person of [olga, ed]) {
      expect(await as(person).get(`${list}/${id}`)).toMatchObject(notFound)
    }
    for (const unknown of [0, 2_000_000_000, '99999999999']) {
      expect(await as(olga).get(`${list}/${unknown}`)).toMatchObject(notFound)
    }
  })
})

describe('8 PUT | PATCH /v1/categories/{id}, access', () => {
  it("another's visible category is 403, also with an invalid body", async () => {
    const { olga, ed, vera } = await cast()
    const category = await made(olga)
    for (const person of [ed, vera]) {
      for (const body of [{ name: 'x' }, { name: '', color: 'red' }, {}]) {
        expect(await as(person).patch(`${list}/${category.id}`, body)).toMatchObject(forbidden)
        expect(await as(person).put(`${list}/${category.id}`, body)).toMatchObject(forbidden)
      }
      const { errors } = await as(person).graphql(update, { id: category.id })
      expect(codes(errors)).toEqual(['FORBIDDEN'])
    }
    expect((await as(olga).get(`${list}/${category.id}`)).json).toEqual(category)
  })

  it('an invisible, deleted or unknown category is 404', async () => {
    const { olga, ed, pia, stan } = await cast()
    const category = await made(olga)
    for (const person of [pia, stan]) {
      expect(await as(person).patch(`${list}/${category.id}`, { name: '' })).toMatchObject(notFound)
      expect(codes((await as(person).graphql(update, { id: category.id })).errors)).toEqual([
        'NOT_FOUND',
      ])
    }
    await as(olga).delete(`${list}/${category.id}`)
    for (const person of [olga, ed]) {
      expect(await as(person).put(`${list}/${category.id}`, { name: 'x' })).toMatchObject(notFound)
    }
    expect(await as(olga).patch(`${list}/2000000000`, {})).toMatchObject(notFound)
  })
})

describe('8 DELETE /v1/categories/{id}', () => {
  it('DELETE by the owner is 204, and on repeat 404', async () => {
    const mia = await one()
    const { id } = await made(mia)
    expect(await as(mia).delete(`${list}/${id}`)).toMatchObject(gone204)
    expect(await as(mia).delete(`${list}/${id}`)).toMatchObject(notFound)
    expect(await idsOf(mia)).toEqual([])
  })

  it("DELETE of another's visible category is 403, of any other 404", async () => {
    const { olga, ed, pia, stan } = await cast()
    const { id } = await made(olga)
    expect(await as(ed).delete(`${list}/${id}`)).toMatchObject(forbidden)
    expect(codes((await as(ed).graphql(remove, { id })).errors)).toEqual(['FORBIDDEN'])
    for (const person of [pia, stan]) {
      expect(await as(person).delete(`${list}/${id}`)).toMatchObject(notFound)
      expect(codes((await as(person).graphql(remove, { id })).errors)).toEqual(['NOT_FOUND'])
    }
    expect(await as(olga).delete(`${list}/2000000000`)).toMatchObject(notFound)
    expect(await idsOf(ed)).toEqual([id])
  })

  it('GraphQL returns true, and on repeat NOT_FOUND, also within one document', async () => {
    const mia = await one()
    const { id } = await made(mia)
    const twice = 'mutation ($id: Int!) { deleteCategory(id: $id) again: deleteCategory(id: $id) }'
    const { errors } = await as(mia).graphql(twice, { id })
    expect(errors.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['again'], 'NOT_FOUND'],
    ])
  })

  it('DELETE keeps the row, and activities keep the slug', async () => {
    const { olga, trip } = await cast()
    const { id, slug } = await made(olga)
    const activities = `/v1/trip/${trip.id}/activities`
    const activity = await as(olga).post(activities, { activity_type: slug })
    await as(olga).delete(`${list}/${id}`)
    const answer = await as(olga).get(`/v1/trip/${trip.id}/activity/${activity.json.id}`)
    expect(answer.json.activity_type).toBe(slug)
    const [row] = await db.query<{ deleted_at: string | null }>({
      text: 'select deleted_at from category where id = $1',
      values: [id],
    })
    expect(row?.deleted_at).toEqual(expect.any(String))
  })

  it('DELETE frees the slug', async () => {
    const mia = await one()
    const body = { name: 'Tiles', slug: 'tiles' }
    const { id } = await made(mia, body)
    expect(await as(mia).post(list, body)).toMatchObject(empty200)
    await as(mia).delete(`${list}/${id}`)
    expect((await made(mia, body)).slug).toBe('tiles')
    expect((await made(mia, { name: 'Tiles' })).slug).toBe('tiles-2')
  })
})
