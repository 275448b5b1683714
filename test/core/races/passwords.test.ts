/**
 * A reset token works once, also under parallel confirms; limits hold under parallel
 * tries.
 */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../../client.ts'
import { resetValues } from '../../mailbox.ts'
import { one } from '../../spec/persons.ts'
import { parallel, statuses } from './parallel.ts'

const many = 20

describe('10 password reset, 20 confirmations of one token in parallel (N8)', () => {
  it('one succeeds, the rest get 400 {"token":["Invalid value"]}', async () => {
    const mia = await one()
    await as(anonymous).post('/auth/password/reset/', { email: mia.email })
    const values = await resetValues(mia.email)
    const word = (index: number) => `new password ${index}`
    const answers = await parallel(many, (index) =>
      as(anonymous).post('/auth/password/reset/confirm/', {
        ...values,
        new_password1: word(index),
        new_password2: word(index),
      }),
    )
    expect(statuses(answers)).toEqual({ 200: 1, 400: many - 1 })
    for (const { status, json } of answers) {
      if (status === 400) expect(json).toEqual({ token: ['Invalid value'] })
    }
    const winner = answers.findIndex(({ status }) => status === 200)
    const login = await as(anonymous).post('/auth', {
      username: mia.username,
      password: word(winner),
    })
    expect(login.status).toBe(200)
  })
})

describe('1.3 failed logins, 20 in parallel', () => {
  it('five are verified, the rest are throttled (N4)', async () => {
    const mia = await one()
    const answers = await parallel(many, () =>
      as(anonymous, '198.51.100.7').post('/auth', { username: mia.username, password: 'wrong' }),
    )
    expect(statuses(answers)).toEqual({ 400: 5, 429: many - 5 })
  })

  it('successful ones are all answered', async () => {
    const mia = await one()
    const answers = await parallel(many, () =>
      as(anonymous, '198.51.101.7').post('/auth', {
        username: mia.username,
        password: mia.password,
      }),
    )
    expect(statuses(answers)).toEqual({ 200: many })
    expect(new Set(answers.map(({ json }) => json.token)).size).toBe(many)
  })
})

describe('10 logout, 20 with one key in parallel (N7)', () => {
  it('each gets 200 or 401, and the key is invalid afterwards', async () => {
    const mia = await one()
    const answers = await parallel(many, () => as(mia).post('/auth/logout/'))
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect((await as(mia).get('/v1/me')).status).toBe(401)
  })
})
