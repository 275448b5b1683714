/** Password reset by mail. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { mailsTo, resetValues } from '../mailbox.ts'
import { insert } from '../sync.ts'
import { db, password, sha256 } from '../world.ts'
import { exactly, invalid, invalidToken, messages, tooLong } from './answers.ts'
import {
  differ,
  logsIn,
  next,
  reset,
  resetSent,
  saved,
  session,
  tooShort,
  twice,
} from './passwords.ts'
import { one } from './persons.ts'

const confirmed = exactly(200, { detail: 'Password has been reset with the new password.' })
const wrongUid = invalid('uid', 'Invalid value')
const wrongToken = invalid('token', 'Invalid value')

const confirm = (body: unknown) => as(anonymous).post('/auth/password/reset/confirm/', body)

/** A person who asked for a reset, with the values of the mail. */
async function asked() {
  const mia = await one()
  expect(await reset({ email: mia.email })).toMatchObject(resetSent)
  return { mia, values: await resetValues(mia.email) }
}

describe('10 POST /auth/password/reset/', () => {
  it('a reset is 200, and mails the known primary address, in any case', async () => {
    const mia = await one()
    expect(await reset({ email: mia.email.toUpperCase() })).toMatchObject(resetSent)
    const mails = await mailsTo(mia.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).not.toBe('')
  })

  it('unknown and alternative addresses get the same 200 and no mail (N3)', async () => {
    const mia = await one()
    const alternative = `alternative.${mia.id}@mail.example`
    await insert('alternative_email', {
      user_id: mia.id,
      email: alternative,
      verified: true,
      hash: sha256(alternative),
    })
    for (const email of [`nobody.${mia.id}@mail.example`, alternative]) {
      expect(await reset({ email })).toMatchObject(resetSent)
      expect(await mailsTo(email)).toEqual([])
    }
    expect(await mailsTo(mia.email)).toEqual([])
  })

  it.each([
    [{}, messages.required],
    [{ email: ' ' }, messages.blank],
    [{ email: null }, messages.null],
    [{ email: [] }, messages.string],
    [{ email: 'mia' }, 'Enter a valid email address.'],
  ])('%j is 400', async (body, message) => {
    expect(await reset(body)).toMatchObject(invalid('email', message))
  })

  it('the token is stored hashed (N8)', async () => {
    const { mia, values } = await asked()
    const rows = await db.query<{ row: string }>({
      text: 'select password_reset::text as row from password_reset where user_id = $1',
      values: [mia.id],
    })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(values.token)
    expect(values.token.length).toBeGreaterThanOrEqual(22)
  })
})

describe('10 POST /auth/password/reset/confirm/', () => {
  it('a confirm is 200; the new password works, the old one does not', async () => {
    const { mia, values } = await asked()
    expect(await confirm({ ...values, ...twice(next) })).toMatchObject(confirmed)
    expect([await logsIn(mia, next), await logsIn(mia, password)]).toEqual([true, false])
  })

  it('a confirm revokes every API key of the user, and none of others', async () => {
    const { mia, values } = await asked()
    const keys = [mia, await session(mia)]
    const other = await one()
    await confirm({ ...values, ...twice(next) })
    for (const key of keys) expect(await as(key).get('/v1/me')).toMatchObject(invalidToken)
    expect((await as(other).get('/v1/me')).status).toBe(200)
  })

  it('the token works once', async () => {
    const { mia, values } = await asked()
    await confirm({ ...values, ...twice(next) })
    expect(await confirm({ ...values, ...twice('yet another 7') })).toMatchObject(wrongToken)
    expect(await logsIn(mia, next)).toBe(true)
  })

  it('a refused confirm does not use up the token', async () => {
    const { values } = await asked()
    const bodies = [
      { ...values, new_password1: next, new_password2: `${next} ` },
      { ...values, ...twice('1234567') },
      { ...values },
    ]
    for (const body of bodies) expect((await confirm(body)).status).toBe(400)
    expect(await confirm({ ...values, ...twice(next) })).toMatchObject(confirmed)
  })

  it('two tokens work until one of them is used', async () => {
    const { mia, values } = await asked()
    await reset({ email: mia.email })
    const later = await resetValues(mia.email)
    expect(later.token).not.toBe(values.token)
    expect(await confirm({ ...later, ...twice(next) })).toMatchObject(confirmed)
    for (const old of [values, later]) {
      expect(await confirm({ ...old, ...twice('yet another 7') })).toMatchObject(wrongToken)
    }
  })

  it('the token is void after a password change', async () => {
    const { mia, values } = await asked()
    expect(await as(mia).post('/auth/password/change/', twice(next))).toMatchObject(saved)
    expect(await confirm({ ...values, ...twice('yet another 7') })).toMatchObject(wrongToken)
    expect(await logsIn(mia, next)).toBe(true)
  })

  it('the token is void after an email change, not after other changes', async () => {
    const { mia, values } = await asked()
    await as(mia).patch('/v1/me', { name: 'Mia', email: mia.email.toUpperCase() })
    expect(await confirm({ ...values, ...twice(next) })).toMatchObject(confirmed)
    const leo = await one('leo')
    await reset({ email: leo.email })
    const left = await resetValues(leo.email)
    await as(leo).patch('/v1/me', { email: `new.${leo.email}` })
    expect(await confirm({ ...left, ...twice(next) })).toMatchObject(wrongToken)
    expect(await logsIn(leo, password)).toBe(true)
  })

  it('the token expires after 60 minutes', async () => {
    const { mia, values } = await asked()
    const [row] = await db.query<{ minutes: number }>({
      text: `select extract(epoch from expires_at - now())::float8 / 60 as minutes
        from password_reset where user_id = $1`,
      values: [mia.id],
    })
    expect(row?.minutes).toBeGreaterThan(58)
    expect(row?.minutes).toBeLessThanOrEqual(60.1)
    await db.query({
      text: `update password_reset set expires_at = now() - interval '1 second' where user_id = $1`,
      values: [mia.id],
    })
    expect(await confirm({ ...values, ...twice(next) })).toMatchObject(wrongToken)
  })

  it("another user's token is refused", async () => {
    const { mia, values } = await asked()
    const other = await asked()
    const body = { uid: values.uid, token: other.values.token, ...twice(next) }
    expect(await confirm(body)).toMatchObject(wrongToken)
    expect(await logsIn(mia, password)).toBe(true)
  })

  it('the checks come in order: uid, token, passwords differ, too short', async () => {
    const { values } = await asked()
    const bad = { new_password1: 'short', new_password2: 'other' }
    const { uid, token } = values
    for (const unknown of ['zzzzzz', '0', '99999999999', 'OTk5OTk5OTk5OTk', '../1']) {
      expect(await confirm({ uid: unknown, token: 'x', ...bad })).toMatchObject(wrongUid)
    }
    for (const wrong of ['x', `${token}x`, token.slice(0, -1), token.toUpperCase() + token]) {
      expect(await confirm({ uid, token: wrong, ...bad })).toMatchObject(wrongToken)
    }
    expect(await confirm({ uid, token, ...bad })).toMatchObject(differ)
    expect(await confirm({ uid, token, ...twice('short') })).toMatchObject(tooShort)
  })

  it('each field is required and non-blank; passwords have at most 128 characters', async () => {
    const every = (message: string) => ({
      uid: [message],
      token: [message],
      new_password1: [message],
      new_password2: [message],
    })
    expect(await confirm({})).toMatchObject({ status: 400, json: every(messages.required) })
    const blank = { uid: '', token: '', ...twice('') }
    expect(await confirm(blank)).toMatchObject({ status: 400, json: every(messages.blank) })
    const { values } = await asked()
    expect(await confirm({ ...values, ...twice('x'.repeat(129)) })).toMatchObject({
      status: 400,
      json: { new_password1: [tooLong(128)], new_password2: [tooLong(128)] },
    })
    expect(await confirm({ ...values, ...twice('x'.repeat(128)) })).toMatchObject(confirmed)
  })

  it('the new password is not trimmed', async () => {
    const { mia, values } = await asked()
    await confirm({ ...values, ...twice('  padded word  ') })
    const tries = [await logsIn(mia, '  padded word  '), await logsIn(mia, 'padded word')]
    expect(tries).toEqual([true, false])
  })
})

describe('10 isResetLinkValid, whether a link works before a password is typed', () => {
  const ask = (uid: string, token: string) =>
    as(anonymous).graphql(
      'query ($uid: String!, $token: String!) { isResetLinkValid(uid: $uid, token: $token) }',
      { uid, token },
    )

  it('it is true for the values of an open reset, and does not use them up', async () => {
    const mia = await one()
    await reset({ email: mia.email })
    const { uid, token } = await resetValues(mia.email)
    const answers = [await ask(uid, token), await ask(uid, token)]
    expect(answers).toEqual(
      answers.map(() => ({ status: 200, data: { isResetLinkValid: true }, errors: [] })),
    )
    for (const [otherUid, otherToken] of [
      [uid, 'x'],
      [uid, ''],
      ['zzzzzzz', token],
      ['', token],
    ] as const) {
      expect((await ask(otherUid, otherToken)).data).toEqual({ isResetLinkValid: false })
    }
  })
})
