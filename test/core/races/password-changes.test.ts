/**
 * 10: a password change or reset ends everything begun with the old password or a revoked key, and
 * resets that were requested at an address that is no longer the account's.
 */
import { describe, expect, it } from 'vitest'
import { anonymous, as, type ClientAnswer } from '../../client.ts'
import { resetValues } from '../../mailbox.ts'
import { invalid, invalidToken } from '../../spec/answers.ts'
import { logsIn, next, saved, session, twice } from '../../spec/passwords.ts'
import { one } from '../../spec/persons.ts'
import { db, type Person, password } from '../../world.ts'
import { parallel, statuses } from './parallel.ts'

const many = 20
/** Few enough to stay under the limit of failed logins. */
const few = 8

/** Another network for each, so that logins wait for hashing, not for the rate limit. */
const elsewhere = (index: number) => `203.0.${index}.7`

const change = (person: { key: string }, body: object) =>
  as(person).post('/auth/password/change/', body)

/** The keys of successful logins. */
const keysOf = (answers: readonly ClientAnswer[]) =>
  answers.filter(({ status }) => status === 200).map(({ json }) => ({ key: json.token }))

/** Logins with the old password around `act`: those before it, and as many after it. */
async function loginsAround(person: Person, act: () => Promise<ClientAnswer>) {
  const login = (index: number) =>
    as(anonymous, elsewhere(index)).post('/auth', { username: person.username, password })
  const before = parallel(many, login)
  const acted = act()
  const after = parallel(many, (index) => login(many + index))
  return { acted: await acted, logins: [...(await before), ...(await after)] }
}

async function expectAllDead(logins: ClientAnswer[]): Promise<void> {
  for (const answer of logins) {
    if (answer.status === 200) continue
    expect(answer).toMatchObject(
      invalid('non_field_errors', 'Unable to log in with provided credentials.'),
    )
  }
  for (const key of keysOf(logins)) expect(await as(key).get('/v1/me')).toMatchObject(invalidToken)
}

describe('10 logins in progress with the old password', () => {
  it('have no valid key after a password change', async () => {
    const mia = await one()
    const { acted, logins } = await loginsAround(mia, () => change(mia, twice(next)))
    expect(acted).toMatchObject(saved)
    expect((await as(mia).get('/v1/me')).status).toBe(200)
    await expectAllDead(logins)
  })

  it('have no valid key after a password reset', async () => {
    const mia = await one()
    await as(anonymous).post('/auth/password/reset/', { email: mia.email })
    const values = await resetValues(mia.email)
    const { acted, logins } = await loginsAround(mia, () =>
      as(anonymous).post('/auth/password/reset/confirm/', { ...values, ...twice(next) }),
    )
    expect(acted.status).toBe(200)
    await expectAllDead(logins)
  })
})

describe('10 password changes in parallel', () => {
  const word = (index: number) => `new password ${index}`

  it('by different keys: one succeeds and revokes the others, which get 401', async () => {
    const mia = await one()
    const keys = await Promise.all(Array.from({ length: many }, () => session(mia)))
    const answers = await parallel(many, (index) => change(keys[index] ?? mia, twice(word(index))))
    expect(statuses(answers)).toEqual({ 200: 1, 401: many - 1 })
    for (const answer of answers) {
      if (answer.status === 401) expect(answer).toMatchObject(invalidToken)
    }
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(await logsIn(mia, word(winner))).toBe(true)
    expect((await as(keys[winner] ?? mia).get('/v1/me')).status).toBe(200)
  })

  it('by one key with old_password: one succeeds, for the others it is wrong by then', async () => {
    const mia = await one()
    const answers = await parallel(few, (index) =>
      change(mia, { ...twice(word(index)), old_password: password }),
    )
    expect(statuses(answers)).toEqual({ 200: 1, 400: few - 1 })
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(await logsIn(mia, word(winner))).toBe(true)
  })

  it('with a reset: a revoked key changes nothing after it', async () => {
    const mia = await one()
    await as(anonymous).post('/auth/password/reset/', { email: mia.email })
    const values = await resetValues(mia.email)
    const thief = await session(mia)
    const confirming = as(anonymous).post('/auth/password/reset/confirm/', {
      ...values,
      ...twice(next),
    })
    const answers = await parallel(many, async (index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 5))
      return change(thief, twice(word(index)))
    })
    const confirmed = await confirming
    // Either the reset was first, and the thief's key is dead, or a change has voided its token.
    expect([200, 400]).toContain(confirmed.status)
    if (confirmed.status === 400) expect(confirmed.json).toEqual({ token: ['Invalid value'] })
    expect(await logsIn(mia, next)).toBe(confirmed.status === 200)
    const thiefLives = (await as(thief).get('/v1/me')).status === 200
    expect(thiefLives).toBe(confirmed.status === 400)
    expect(answers.every(({ status }) => [200, 401].includes(status))).toBe(true)
  })
})

describe('10 a reset requested while the address changes', () => {
  /** Locks the account with its new address until `meanwhile` waits for it or is done. */
  async function whileMoving(
    person: Person,
    meanwhile: () => Promise<ClientAnswer>,
  ): Promise<ClientAnswer> {
    let asked: Promise<ClientAnswer> | undefined
    await db.transaction(async (tx) => {
      await tx.query({
        text: 'update account set email = $2 where id = $1',
        values: [person.id, `new.${person.email}`],
      })
      await tx.query({
        text: 'delete from password_reset where user_id = $1',
        values: [person.id],
      })
      asked = meanwhile()
      await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 500))])
    })
    if (!asked) throw new Error('no one has asked')
    return await asked
  }

  it('leaves neither a token nor a mail', async () => {
    const mia = await one()
    const answer = await whileMoving(mia, () =>
      as(anonymous).post('/auth/password/reset/', { email: mia.email }),
    )
    expect(answer.status).toBe(200)
    const left = await db.query({
      text: `select id from password_reset where user_id = $1
        union all select id from outgoing_mail where recipient = $2`,
      values: [mia.id, mia.email],
    })
    expect(left).toEqual([])
  })

  it('has a void token after each of 20 races with PATCH /v1/me', async () => {
    for (let round = 0; round < many; round += 1) {
      const mia = await one()
      await Promise.all([
        as(anonymous).post('/auth/password/reset/', { email: mia.email }),
        as(mia).patch('/v1/me', { email: `new.${mia.email}` }),
      ])
      const left = await db.query({
        text: 'select id from password_reset where user_id = $1',
        values: [mia.id],
      })
      expect(left).toEqual([])
    }
  })
})
