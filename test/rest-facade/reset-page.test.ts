/** The page behind the link of the password reset mail: `{BASE_URL}/reset/{uid}/{token}`. */
import { describe, expect, it } from 'vitest'
import { anonymous, as, type ClientAnswer } from '../client.ts'
import { mailsTo } from '../mailbox.ts'
import { messages, tooLong } from '../spec/answers.ts'
import { logsIn, next, twice } from '../spec/passwords.ts'
import { db, password } from '../world.ts'
import { asked, deadLink, encoded, page, post, saved, shown } from './reset.ts'

const tooShort = 'This password is too short. It must contain at least 8 characters.'
const differ = 'The two password fields didn’t match.'

/** The error beside each field. */
function errorsShown({ text }: ClientAnswer): Record<string, string | undefined> {
  const found = text.matchAll(/<p class="wrong" id="(\w+)-wrong">([^<]*)<\/p>\s*<input id="\1"/g)
  return Object.fromEntries([...found].map(([, name = '', words]) => [name, words]))
}

function everyField(expected: string) {
  return { new_password1: expected, new_password2: expected }
}

describe('10 the reset page, GET', () => {
  it('the link of the mail leads to it', async () => {
    const { mia, path } = await asked()
    const [mail] = await mailsTo(mia.email)
    expect(mail?.text).toMatch(new RegExp(`^https?://\\S+${path}$`, 'm'))
    expect(await as(anonymous).get(path)).toMatchObject(shown)
  })

  it('it shows two labelled password fields, and has neither script nor token', async () => {
    const { path, token } = await asked()
    const { text } = await as(anonymous).get(path)
    expect(text).toContain('<html lang="en">')
    expect(text).toContain('name="viewport"')
    for (const name of ['new_password1', 'new_password2']) {
      expect(text).toMatch(new RegExp(`<label for="${name}">`))
      const [input = ''] = text.match(new RegExp(`<input id="${name}"[^>]*>`)) ?? []
      for (const attribute of ['type="password"', 'autocomplete="new-password"', 'minlength="8"']) {
        expect(input).toContain(attribute)
      }
    }
    expect(text).not.toMatch(/<script|\son\w+=|javascript:|https?:|action=/i)
    expect(text).not.toContain(token)
  })

  it('it changes nothing: after many GETs and HEADs the link still works', async () => {
    const { mia, path } = await asked()
    for (let count = 0; count < 10; count += 1) {
      expect(
        await as(anonymous).get(`${path}${count % 2 ? '/' : '?new_password1=x'}`),
      ).toMatchObject(shown)
      expect(await as(anonymous).head(path)).toMatchObject({ status: 200, headers: page, text: '' })
    }
    expect((await as(mia).get('/v1/me')).status).toBe(200)
    expect(await post(path, twice(next))).toMatchObject(saved)
  })

  it('it says that an unknown, expired or used link, or of another user, no longer works', async () => {
    const [expired, used, mine, other] = [
      await asked(),
      await asked(),
      await asked(),
      await asked(),
    ]
    await db.query({
      text: `update password_reset set expires_at = now() - interval '1 second' where user_id = $1`,
      values: [expired.mia.id],
    })
    await post(used.path, twice(next))
    const foreign = `/reset/${other.uid}/${mine.token}`
    for (const path of ['/reset/zz/nonsense', expired.path, used.path, foreign]) {
      const answer = await as(anonymous).get(path)
      expect(answer).toMatchObject(deadLink)
      expect(answer.text).not.toContain('<form')
      expect(await as(anonymous).head(path)).toMatchObject({ status: 400, headers: page, text: '' })
    }
    expect(await as(anonymous).get(mine.path)).toMatchObject(shown)
  })
})

describe('10 the reset page, POST', () => {
  it('it sets the password once, and revokes every key of the user', async () => {
    const { mia, path } = await asked()
    expect(await post(path, twice(next))).toMatchObject(saved)
    expect([await logsIn(mia, next), await logsIn(mia, password)]).toEqual([true, false])
    expect((await as(mia).get('/v1/me')).status).toBe(401)
    expect(await post(path, twice('yet another 7'))).toMatchObject(deadLink)
    expect(await logsIn(mia, next)).toBe(true)
  })

  it.each([
    ['differing', { new_password1: next, new_password2: `${next} ` }, { new_password2: differ }],
    ['too short', twice('1234567'), { new_password2: tooShort }],
    ['too long', twice('x'.repeat(129)), everyField(tooLong(128))],
    ['blank', twice(''), everyField(messages.blank)],
    ['absent', { uid: 'a', token: 'b' }, everyField(messages.required)],
    ['NUL', twice('12345678\0'), everyField('Null characters are not allowed.')],
  ])('it shows the error beside the field: %s', async (_case, fields, expected) => {
    const { path, token } = await asked()
    const answer = await post(path, fields as Record<string, string>)
    expect(answer).toMatchObject({ ...shown, status: 400 })
    expect(errorsShown(answer)).toEqual(expected)
    expect(answer.text).toContain('<title>Error: ')
    expect(answer.text.match(/ aria-invalid="true"/g)).toHaveLength(Object.keys(expected).length)
    expect(answer.text.match(/ autofocus/g)).toHaveLength(1)
    expect(answer.text).not.toMatch(/value=/)
    expect(answer.text).not.toContain(token)
    expect(await post(path, twice(next))).toMatchObject(saved)
  })

  it('it accepts the password unchanged', async () => {
    const { mia, path } = await asked()
    const word = '  <pass & wörd+%41=𝄞>  '
    expect(await post(path, twice(word))).toMatchObject(saved)
    expect(await logsIn(mia, word)).toBe(true)
  })

  it('it reads uid and token only from the path, and uses the last of repeated fields', async () => {
    const [mine, other] = [await asked(), await asked()]
    const body = { uid: other.uid, token: other.token, ...twice(next) }
    expect(await post(mine.path, `new_password1=first&${encoded(body)}`)).toMatchObject(saved)
    expect(await logsIn(mine.mia, next)).toBe(true)
    expect(await logsIn(other.mia, password)).toBe(true)
  })

  it("an expired link, an unknown uid and another user's uid no longer work", async () => {
    const { mia, path, uid, token } = await asked()
    const other = await asked()
    for (const link of [`/reset/zzzzzz/${token}`, `/reset/${other.uid}/${token}`]) {
      expect(await post(link, twice(next))).toMatchObject(deadLink)
    }
    await db.query({
      text: `update password_reset set expires_at = now() - interval '1 second' where user_id = $1`,
      values: [mia.id],
    })
    expect(await post(path, twice(next))).toMatchObject(deadLink)
    expect(await logsIn(mia, password)).toBe(true)
    expect(uid).not.toBe(other.uid)
  })
})
