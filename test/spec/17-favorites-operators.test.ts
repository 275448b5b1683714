/** `setFavorite`, for operators. */
import { describe, expect, it } from 'vitest'
import { mailsTo } from '../mailbox.ts'
import { cast } from '../world.ts'
import { befriend, codes, favoritesOf, request, requestsTo, rowsOf, set } from './favorites.ts'
import { fresh, one } from './persons.ts'

describe('17 setFavorite(email, favorite, pending)', () => {
  it('pending false stores both rows, and returns that of email', async () => {
    const { olga, ed } = await cast()
    const variables = { email: olga.email, favorite: ed.email, pending: false }
    const { data, errors } = await set(variables)
    expect(errors).toEqual([])
    const { id, name, email } = ed
    const favoriteUser = { id, name, email, photoUrl: null }
    expect(data?.setFavorite).toMatchObject({ pending: false, favoriteUser })
    expect(await favoritesOf(olga)).toEqual([data?.setFavorite])
    expect(await favoritesOf(ed)).toMatchObject([{ favoriteUser: { id: olga.id } }])
    expect((await set(variables)).data).toEqual(data)
    expect(await rowsOf(olga, ed)).toHaveLength(2)
  })

  it('pending true stores one pending row, which shows only the address', async () => {
    const { olga, ed } = await cast()
    const { data } = await set({ email: olga.email, favorite: ed.email, pending: true })
    const favoriteUser = { id: null, name: '', email: ed.email, photoUrl: null }
    expect(data?.setFavorite).toMatchObject({ pending: true, favoriteUser })
    expect(await rowsOf(olga, ed)).toEqual([[olga.id, ed.id, true]])
    expect(await requestsTo(ed)).toMatchObject([{ inviter: { id: olga.id } }])
  })

  it('a change keeps the id of the record; the mirrored row is added and removed', async () => {
    const { olga, ed } = await cast()
    const [{ id }] = await befriend(olga, ed)
    for (const pending of [true, false, true]) {
      const answer = await set({ email: olga.email, favorite: ed.email, pending })
      expect(answer.data?.setFavorite).toMatchObject({ id, pending })
      expect(await rowsOf(olga, ed)).toHaveLength(pending ? 1 : 2)
      expect((await favoritesOf(ed)).length).toBe(pending ? 0 : 1)
    }
  })

  it('pending false confirms a request of either side', async () => {
    const { olga, ed } = await cast()
    const { id } = await request(ed, olga.email)
    await set({ email: olga.email, favorite: ed.email, pending: false })
    expect(await favoritesOf(ed)).toMatchObject([{ id, pending: false }])
    expect(await rowsOf(olga, ed)).toHaveLength(2)
  })

  it('pending true replaces a request from the other side', async () => {
    const { olga, ed } = await cast()
    await request(ed, olga.email)
    await set({ email: olga.email, favorite: ed.email, pending: true })
    expect(await rowsOf(olga, ed)).toEqual([[olga.id, ed.id, true]])
  })

  it('setFavorite sends no mail', async () => {
    const { olga, ed } = await cast()
    for (const pending of [true, false]) {
      await set({ email: olga.email, favorite: ed.email, pending })
    }
    expect([await mailsTo(olga.email), await mailsTo(ed.email)]).toEqual([[], []])
  })

  it('email and favorite are primary addresses in any case', async () => {
    const { olga, ed } = await cast()
    const upper = { email: ` ${olga.email.toUpperCase()}`, favorite: ed.email.toUpperCase() }
    expect((await set({ ...upper, pending: false })).errors).toEqual([])
    expect(await rowsOf(olga, ed)).toHaveLength(2)
  })

  it('an unknown account on either side is NOT_FOUND', async () => {
    const mia = await one()
    const unknown = `${fresh('nobody')}@mail.example`
    for (const pending of [true, false]) {
      for (const [email, favorite] of [
        [mia.email, unknown],
        [unknown, mia.email],
        [mia.email, ''],
      ] as const) {
        expect(codes(await set({ email, favorite, pending }))).toEqual(['NOT_FOUND'])
      }
    }
    expect(await rowsOf(mia)).toEqual([])
  })

  it('an account as its own favorite is BAD_USER_INPUT on favorite', async () => {
    const mia = await one()
    const { errors } = await set({ email: mia.email, favorite: mia.email, pending: false })
    expect(errors.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'BAD_USER_INPUT', fields: { favorite: [expect.stringMatching(/./)] } },
    ])
  })

  it("no key or a wrong one is UNAUTHENTICATED, a user's key FORBIDDEN", async () => {
    const { olga, ed } = await cast()
    const variables = { email: olga.email, favorite: ed.email, pending: false }
    const ask = async (authorization: string) => codes(await set(variables, { authorization }))
    expect(await ask('')).toEqual(['UNAUTHENTICATED'])
    expect(await ask('Operator wrong')).toEqual(['UNAUTHENTICATED'])
    expect(await ask(`Token ${olga.key}`)).toEqual(['FORBIDDEN'])
    expect(await rowsOf(olga, ed)).toEqual([])
  })
})
