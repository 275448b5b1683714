/** Requests for favorites. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { mailsTo } from '../mailbox.ts'
import { statementsOf } from '../rest-facade/statements.ts'
import { cast, password, people } from '../world.ts'
import { messages, tooLong } from './answers.ts'
import { befriend, confirm, favoritesOf, request, requestsTo, rowsOf, send } from './favorites.ts'
import { fresh, one } from './persons.ts'

const unknownAddress = () => `${fresh('nobody')}@mail.example`

describe('17 requestFavorite(email)', () => {
  it('known and unknown addresses get the same answer', async () => {
    const { olga, ed } = await cast()
    const unknown = unknownAddress()
    const [known, other] = [await request(olga, ed.email), await request(olga, unknown)]
    const favoriteUser = { id: null, name: '', photoUrl: null }
    const same = { automaticSuggestOnNewTrips: true, pending: true }
    expect(known).toMatchObject({ ...same, favoriteUser: { ...favoriteUser, email: ed.email } })
    expect(other).toMatchObject({ ...same, favoriteUser: { ...favoriteUser, email: unknown } })
    for (const { createdAt, updatedAt } of [known, other]) expect(updatedAt).toBe(createdAt)
  })

  it('known and unknown addresses take the same statements', async () => {
    const [olga, ed, vera] = await people('olga', 'ed', 'vera')
    if (!olga || !ed || !vera) throw new Error('people are missing')
    await request(olga, vera.email)
    const texts = []
    for (const email of [ed.email, unknownAddress()]) {
      const { statements } = await statementsOf(() =>
        as(olga).graphql('mutation ($email: String!) { requestFavorite(email: $email) { id } }', {
          email,
        }),
      )
      texts.push(statements)
    }
    expect(texts[0]).toEqual(texts[1])
    expect(texts[0]?.length).toBeLessThan(9)
  })

  it('a known address gets one mail, which names the requester; an unknown one gets none', async () => {
    const { olga, ed } = await cast()
    const unknown = unknownAddress()
    for (const email of [ed.email, unknown, ed.email, unknown]) await request(olga, email)
    const mails = await mailsTo(ed.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`${olga.name} (${olga.email})`)
    expect(await mailsTo(unknown)).toEqual([])
  })

  it('a name is shown as text in the mail', async () => {
    const { olga, ed } = await cast()
    await as(olga).patch('/v1/me', { name: '<b>Olga</b>\r\nBcc: x@mail.example' })
    await request(olga, ed.email)
    const [mail] = await mailsTo(ed.email)
    expect(mail?.text).toContain('<b>Olga</b> Bcc: x@mail. example (')
    expect(mail?.html).toContain('&lt;b&gt;Olga&lt;/b&gt; Bcc')
    expect(mail?.html).not.toContain('<b>')
  })

  it('a repeated request changes nothing, in any case of the address', async () => {
    const { olga, ed } = await cast()
    for (const email of [ed.email, unknownAddress()]) {
      const first = await request(olga, email)
      expect(await request(olga, ` ${email.toUpperCase()} `)).toEqual(first)
    }
    expect(await favoritesOf(olga)).toHaveLength(2)
    expect(await requestsTo(ed)).toHaveLength(1)
  })

  it('a repeated request, once an account has the address, is bound and mailed and looks alike', async () => {
    const mia = await one()
    const email = unknownAddress()
    const first = await request(mia, email)
    const leo = await as(anonymous).post('/v1/signup', { username: email, password })
    expect([leo.status, await mailsTo(email)]).toEqual([201, []])
    expect(await request(mia, email)).toEqual(first)
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await request(mia, email)).toEqual(first)
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await rowsOf(mia)).toEqual([[mia.id, leo.json.id, true]])
  })

  it('a request to a confirmed favorite returns it, and changes nothing', async () => {
    const { olga, ed } = await cast()
    const [ofOlga, ofEd] = await befriend(olga, ed)
    expect(await request(olga, ed.email)).toEqual(ofOlga)
    expect(await request(ed, olga.email)).toEqual(ofEd)
    expect(await mailsTo(ed.email)).toHaveLength(1)
    expect(await rowsOf(olga, ed)).toHaveLength(2)
  })

  it('a request to somebody whose own request is pending confirms both', async () => {
    const { olga, ed } = await cast()
    const { id } = await request(olga, ed.email)
    const favorite = await request(ed, olga.email)
    const { id: userId, name, email } = olga
    expect(favorite).toMatchObject({ pending: false, favoriteUser: { id: userId, name, email } })
    expect(await favoritesOf(olga)).toMatchObject([
      { id, pending: false, favoriteUser: { id: ed.id } },
    ])
    expect([await requestsTo(olga), await requestsTo(ed)]).toEqual([[], []])
  })

  it("a request confirms one made before the caller's account", async () => {
    const mia = await one()
    const email = unknownAddress()
    await request(mia, email)
    await as(anonymous).post('/v1/signup', { username: email, password })
    const { token } = (await as(anonymous).post('/auth', { username: email, password })).json
    const leo = { ...mia, key: token, email }
    expect((await request(leo, mia.email)).pending).toBe(false)
    expect(await favoritesOf(mia)).toMatchObject([{ pending: false, favoriteUser: { email } }])
  })

  it.each([
    ['no.address', 'Enter a valid email address.'],
    ['a@b', 'Enter a valid email address.'],
    ['a b@mail.example', 'Enter a valid email address.'],
    ['', messages.blank],
    [`${'x'.repeat(250)}@mail.example`, tooLong(255)],
    ['a\0@mail.example', 'Null characters are not allowed.'],
  ])('%j is BAD_USER_INPUT', async (email, message) => {
    const mia = await one()
    const { errors } = await send(mia, 'requestFavorite', { email })
    expect(errors.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'BAD_USER_INPUT', fields: { email: [message] } },
    ])
    expect(await favoritesOf(mia)).toEqual([])
  })

  it("the caller's own address is BAD_USER_INPUT on email", async () => {
    const mia = await one()
    const { errors } = await send(mia, 'requestFavorite', { email: mia.email.toUpperCase() })
    expect(errors.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'BAD_USER_INPUT', fields: { email: [expect.stringMatching(/./)] } },
    ])
    expect(await rowsOf(mia)).toEqual([])
  })

  it('a request to an address now of another account goes to that account', async () => {
    const { olga, ed, stan } = await cast()
    await befriend(olga, ed)
    const before = ed.email
    await as(ed).patch('/v1/me', { email: unknownAddress() })
    await as(stan).patch('/v1/me', { email: before })
    expect(await request(olga, before)).toMatchObject({ pending: true })
    expect((await requestsTo(stan)).map(({ inviter }) => inviter.id)).toEqual([olga.id])
    expect(await favoritesOf(olga)).toHaveLength(2)
  })

  it('two addresses of one person are two entries, and one favorite once confirmed', async () => {
    const { olga, ed } = await cast()
    const first = await request(olga, ed.email)
    const later = unknownAddress()
    await as(ed).patch('/v1/me', { email: later })
    await request(olga, later)
    expect((await favoritesOf(olga)).map(({ favoriteUser }) => favoriteUser.id)).toEqual([
      null,
      null,
    ])
    const [newest] = await requestsTo(ed)
    await confirm(ed, newest?.id ?? 0)
    expect(await favoritesOf(olga)).toMatchObject([{ id: first.id, favoriteUser: { id: ed.id } }])
    expect(await rowsOf(olga, ed)).toHaveLength(2)
  })
})
