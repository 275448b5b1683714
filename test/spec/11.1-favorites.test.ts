/** The list of favorites. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { insert } from '../sync.ts'
import { cast, db } from '../world.ts'
import { exactly, invalidPage, notAllowed, unauthenticated } from './answers.ts'
import { befriend, favoritesOf, request } from './favorites.ts'
import { fresh, one } from './persons.ts'

const list = '/v1/guests/favorites'

describe('11.1 GET /v1/guests/favorites', () => {
  it('the list is 200 with an envelope, empty at first', async () => {
    const answer = await as(await one()).get(list)
    expect(answer).toMatchObject(
      exactly(200, { count: 0, next: null, previous: null, results: [] }),
    )
  })

  it('a confirmed favorite shows its user, and is mutual: each side lists the other', async () => {
    const { olga, ed } = await cast()
    await db.query({
      text: `update account set photo_url = 'https://cdn.example/ed.jpg' where id = $1`,
      values: [ed.id],
    })
    const [ofOlga, ofEd] = await befriend(olga, ed)
    const shown = { automatic_suggest_on_new_trips: true, pending: false }
    const expected = [
      [olga, ofOlga, ed, 'https://cdn.example/ed.jpg'],
      [ed, ofEd, olga, null],
    ] as const
    for (const [person, record, other, photo_url] of expected) {
      const { id, name, email } = other
      const answer = await as(person).get(list)
      expect(answer.status).toBe(200)
      const { created_at, updated_at } = answer.json.results[0] ?? {}
      const times = { created_at: record.createdAt, updated_at: record.updatedAt }
      expect({ created_at, updated_at }).toEqual(times)
      const favorite = { id: record.id, favorite_user: { id, name, email, photo_url } }
      const results = [{ ...favorite, ...shown, ...times }]
      expect(answer).toMatchObject(exactly(200, { count: 1, next: null, previous: null, results }))
    }
  })

  it('a pending favorite shows only the typed address, whether or not it has an account', async () => {
    const { olga, ed } = await cast()
    const unknown = `${fresh('nobody')}@mail.example`
    for (const email of [ed.email, unknown]) await request(olga, email)
    const { json } = await as(olga).get(list)
    const users = json.results.map(({ favorite_user, pending }) => [favorite_user, pending])
    expect(users).toEqual(
      [unknown, ed.email].map((email) => [{ id: null, name: '', email, photo_url: null }, true]),
    )
    const keys = json.results.map((favorite) => Object.keys(favorite))
    expect(keys[0]).toEqual(keys[1])
    expect((await as(ed).get(list)).json.count, 'incoming requests are not listed').toBe(0)
  })

  it('the newest favorite is first', async () => {
    const { olga, ed, vera } = await cast()
    await befriend(olga, ed)
    await request(olga, 'nobody.at.all@mail.example')
    await befriend(vera, olga)
    const { json } = await as(olga).get(list)
    const emails = json.results.map(
      ({ favorite_user }) => (favorite_user as { email: string }).email,
    )
    expect(emails).toEqual([vera.email, 'nobody.at.all@mail.example', ed.email])
    await db.query({
      text: `update favorite set created_at = '2099-01-01' where user_id = $1 and email = $2`,
      values: [olga.id, ed.email],
    })
    expect((await favoritesOf(olga))[0]?.favoriteUser.email).toBe(ed.email)
  })

  it('a page has 100 favorites; past the last one is 404', async () => {
    const mia = await one()
    await db.query({
      text: `insert into favorite (user_id, email)
        select $1, n || '@mail.example' from generate_series(1, 101) n`,
      values: [mia.id],
    })
    const first = await as(mia).get(list)
    expect([first.json.count, first.json.results.length]).toEqual([101, 100])
    expect(first.json.next).toMatch(/\/v1\/guests\/favorites\?page=2$/)
    const last = await as(mia).get(`${list}?page=last`)
    expect(last.json.results.map(({ favorite_user }) => favorite_user)).toMatchObject([
      { email: '1@mail.example' },
    ])
    expect(await as(mia).get(`${list}?page=3`)).toMatchObject(invalidPage)
  })

  it("others' favorites are not listed; without credentials 401; POST is 405", async () => {
    const { olga, ed, stan } = await cast()
    await befriend(olga, ed)
    expect((await as(stan).get(list)).json.results).toEqual([])
    expect(await as(anonymous).get(list)).toMatchObject(unauthenticated)
    expect(await as(stan).post(list, {})).toMatchObject(notAllowed('POST'))
  })

  it('the name and address shown are the current ones', async () => {
    const { olga, ed } = await cast()
    await befriend(olga, ed)
    const email = `${fresh('ed')}@mail.example`
    await as(ed).patch('/v1/me', { name: 'Edmund', email })
    const [favorite] = await favoritesOf(olga)
    expect(favorite?.favoriteUser).toMatchObject({ name: 'Edmund', email })
  })

  it('an unconfirmed row shows only the typed address, even if bound to an account', async () => {
    const { olga, ed } = await cast()
    const row = { user_id: olga.id, email: 'old@mail.example', favorite_user_id: ed.id }
    await insert('favorite', row)
    const [favorite] = await favoritesOf(olga)
    expect(favorite?.favoriteUser).toEqual({
      id: null,
      name: '',
      email: 'old@mail.example',
      photoUrl: null,
    })
  })
})
