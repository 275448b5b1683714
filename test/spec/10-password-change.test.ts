/** Password change. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { password } from '../world.ts'
import { invalid, invalidToken, messages, tooLong, unauthenticated } from './answers.ts'
import { differ, logsIn, next, saved, session, tooShort, twice } from './passwords.ts'
import { one } from './persons.ts'

const wrongOld = invalid(
  'old_password',
  'Your old password was entered incorrectly. Please enter it again.',
)

describe('10 POST /auth/password/change/', () => {
  const change = (person: { key: string }, body: unknown) =>
    as(person).post('/auth/password/change/', body)

  it('a change is 200 and revokes every other key of the user, not that of the request', async () => {
    const mia = await one()
    const other = await session(mia)
    const stranger = await one()
    expect(await change(mia, twice(next))).toMatchObject(saved)
    expect((await as(mia).get('/v1/me')).status).toBe(200)
    expect(await as(other).get('/v1/me')).toMatchObject(invalidToken)
    expect((await as(stranger).get('/v1/me')).status).toBe(200)
    expect([await logsIn(mia, next), await logsIn(mia, password)]).toEqual([true, false])
  })

  it('old_password is optional and, when sent, must be right', async () => {
    const mia = await one()
    for (const old of ['wrong', ` ${password}`]) {
      expect(await change(mia, { ...twice(next), old_password: old })).toMatchObject(wrongOld)
    }
    expect(await logsIn(mia, password)).toBe(true)
    expect(await change(mia, { ...twice(next), old_password: password })).toMatchObject(saved)
  })

  it('missing, differing, too short and too long passwords are 400', async () => {
    const mia = await one()
    expect(await change(mia, {})).toMatchObject({
      status: 400,
      json: {
        new_password1: [messages.required],
        new_password2: [messages.required],
      },
    })
    expect(await change(mia, { new_password1: next, new_password2: 'x' })).toMatchObject(differ)
    expect(await change(mia, twice('1234567'))).toMatchObject(tooShort)
    expect(await change(mia, twice('x'.repeat(129)))).toMatchObject({
      status: 400,
      json: {
        new_password1: [tooLong(128)],
        new_password2: [tooLong(128)],
      },
    })
    expect(await logsIn(mia, password)).toBe(true)
  })

  it('a common or numeric password is accepted', async () => {
    const mia = await one()
    expect(await change(mia, twice('12345678'))).toMatchObject(saved)
  })

  it('a change without credentials is 401', async () => {
    expect(await as(anonymous).post('/auth/password/change/', twice(next))).toMatchObject(
      unauthenticated,
    )
  })
})
