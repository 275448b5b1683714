/** Requests for favorites are listed, confirmed and removed. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { mailsTo } from '../mailbox.ts'
import { cast, db } from '../world.ts'
import {
  befriend,
  codes,
  confirm,
  favoritesOf,
  remove,
  request,
  requestsTo,
  rowsOf,
  send,
} from './favorites.ts'
import { fresh, one } from './persons.ts'

const unknownAddress = () => `${fresh('nobody')}@mail.example`

describe('17 favoriteRequests', () => {
  it('incoming pending requests are listed, newest first, with their inviter', async () => {
    const { olga, ed, vera } = await cast()
    const first = await request(olga, ed.email)
    const second = await request(vera, ed.email)
    await request(ed, unknownAddress())
    const [{ id, name, email }] = [olga]
    const oldest = { id: first.id, inviter: { id, name, email, photoUrl: null } }
    expect(await requestsTo(ed)).toEqual([
      expect.objectContaining({ id: second.id }),
      { ...oldest, createdAt: first.createdAt },
    ])
    const paged = '{ favoriteRequests(first: 1, page: 2) { count results { id } } }'
    const { data } = await as(ed).graphql(paged)
    expect(data?.favoriteRequests).toEqual({ count: 2, results: [{ id: first.id }] })
    expect(await requestsTo(olga)).toEqual([])
  })
})

describe('17 the rules of favorites', () => {
  it('every operation without credentials is UNAUTHENTICATED', async () => {
    const caller = { ...(await one()), key: 'f'.repeat(40) }
    const asked = [
      await send(caller, 'favorites'),
      await send(caller, 'favoriteRequests'),
      await send(caller, 'requestFavorite', { email: caller.email }),
      await send(caller, 'confirmFavorite', { id: 1 }),
      await send(caller, 'removeFavorite', { id: 1 }),
    ]
    expect(asked.map(codes)).toEqual(asked.map(() => ['UNAUTHENTICATED']))
  })

  it('a request that is not addressed to the caller cannot be confirmed: NOT_FOUND', async () => {
    const { olga, ed, stan } = await cast()
    const { id } = await request(olga, ed.email)
    const unbound = await request(olga, unknownAddress())
    for (const person of [olga, stan]) {
      expect(codes(await send(person, 'confirmFavorite', { id }))).toEqual(['NOT_FOUND'])
    }
    for (const other of [unbound.id, 0, 2_000_000_000]) {
      expect(codes(await send(ed, 'confirmFavorite', { id: other }))).toEqual(['NOT_FOUND'])
    }
    expect(await rowsOf(olga, ed)).toEqual([
      [olga.id, ed.id, true],
      [olga.id, null, true],
    ])
  })

  it('a favorite of others cannot be removed: NOT_FOUND', async () => {
    const { olga, ed, stan } = await cast()
    const [ofOlga, ofEd] = await befriend(olga, ed)
    for (const { id } of [ofOlga, ofEd]) {
      expect(codes(await send(stan, 'removeFavorite', { id }))).toEqual(['NOT_FOUND'])
    }
    expect(await rowsOf(olga, ed)).toHaveLength(2)
  })
})

describe('17 confirmFavorite(id)', () => {
  it('a confirmation makes it mutual, keeps the ids, and on repeat returns the same', async () => {
    const { olga, ed } = await cast()
    const { id, createdAt } = await request(olga, ed.email)
    const favorite = await confirm(ed, id)
    expect(favorite).toMatchObject({ pending: false, favoriteUser: { id: olga.id } })
    expect(await favoritesOf(ed)).toEqual([favorite])
    expect(await favoritesOf(olga)).toMatchObject([{ id, createdAt, pending: false }])
    expect(await confirm(ed, id)).toEqual(favorite)
    expect(await requestsTo(ed)).toEqual([])
    expect(await mailsTo(olga.email)).toEqual([])
  })
})

describe('17 removeFavorite(id)', () => {
  it('a confirmed favorite is removed from both sides, and on repeat NOT_FOUND', async () => {
    const { olga, ed, vera } = await cast()
    const [, ofEd] = await befriend(olga, ed)
    await befriend(olga, vera)
    expect(await remove(ed, ofEd.id)).toBe(true)
    expect(codes(await send(ed, 'removeFavorite', { id: ofEd.id }))).toEqual(['NOT_FOUND'])
    expect(await favoritesOf(ed)).toEqual([])
    expect(await favoritesOf(olga)).toMatchObject([{ favoriteUser: { id: vera.id } }])
  })

  it('a request may be removed by its requester and by its addressee', async () => {
    const { olga, ed } = await cast()
    for (const person of [olga, ed]) {
      const { id } = await request(olga, ed.email)
      expect(await remove(person, id)).toBe(true)
      expect([await favoritesOf(olga), await requestsTo(ed)]).toEqual([[], []])
    }
    const { id } = await request(olga, unknownAddress())
    expect(await remove(olga, id)).toBe(true)
    expect(await rowsOf(olga)).toEqual([])
  })

  it('a favorite may be removed by the id of the other side too', async () => {
    const { olga, ed } = await cast()
    const [ofOlga] = await befriend(olga, ed)
    expect(await remove(ed, ofOlga.id)).toBe(true)
    expect(await rowsOf(olga, ed)).toEqual([])
  })
})

describe('17 the database', () => {
  it('a person can be a confirmed favorite of another only once', async () => {
    const { olga, ed } = await cast()
    await befriend(olga, ed)
    const text = `insert into favorite (user_id, email, favorite_user_id, pending)
      values ($1, 'x@mail.example', $2, false)`
    await expect(db.query({ text, values: [olga.id, ed.id] })).rejects.toThrow(/unique/)
  })
})
