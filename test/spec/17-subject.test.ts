/** The subject of Bearer tokens, by which an account is found. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { db, operatorKey, type Person } from '../world.ts'
import { one } from './persons.ts'

const operator = { authorization: `Operator ${operatorKey}` }
const mutation = `mutation ($email: String!, $subject: String) {
  setSubject(email: $email, subject: $subject)
}`

async function setSubject(variables: object, headers: Record<string, string> = operator) {
  const { data, errors } = await as(anonymous).graphql(mutation, variables, headers)
  return data?.setSubject ?? errors[0]?.extensions
}

async function subjectOf({ id }: Person): Promise<string | null | undefined> {
  const text = 'select oauth_subject as subject from account where id = $1'
  return (await db.query<{ subject: string | null }>({ text, values: [id] }))[0]?.subject
}

describe('17 setSubject', () => {
  it('setSubject binds an account to a subject, kept as sent; without one, to none', async () => {
    const mia = await one()
    const subject = `Auth|${mia.id}`
    for (const _ of [1, 2]) expect(await setSubject({ email: mia.email, subject })).toBe(true)
    expect(await subjectOf(mia)).toBe(subject)
    expect(await setSubject({ email: mia.email.toUpperCase() })).toBe(true)
    expect(await subjectOf(mia)).toBeNull()
  })

  it('a subject bound to one account is refused for another', async () => {
    const mia = await one()
    const leo = await one('leo')
    const subject = `auth|${mia.id}`
    await setSubject({ email: mia.email, subject })
    expect(await setSubject({ email: leo.email, subject })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { subject: ['This subject is already bound to another account.'] },
    })
    expect([await subjectOf(mia), await subjectOf(leo)]).toEqual([subject, null])
    await setSubject({ email: mia.email })
    expect(await setSubject({ email: leo.email, subject })).toBe(true)
  })

  it('a subject is neither blank nor longer than 255 characters', async () => {
    const { email } = await one()
    expect(await setSubject({ email, subject: '' })).toMatchObject({
      fields: { subject: ['This field may not be blank.'] },
    })
    expect(await setSubject({ email, subject: 'x'.repeat(256) })).toMatchObject({
      fields: { subject: ['Ensure this field has no more than 255 characters.'] },
    })
    expect(await setSubject({ email, subject: 'x'.repeat(250) + (Date.now() % 1e5) })).toBe(true)
  })

  it('an unknown account is NOT_FOUND; without the operator key it is refused', async () => {
    const mia = await one()
    const variables = { email: mia.email, subject: `auth|${mia.id}` }
    expect(await setSubject({ ...variables, email: 'nobody.at.all@mail.example' })).toEqual({
      code: 'NOT_FOUND',
    })
    expect(await setSubject(variables, {})).toEqual({ code: 'UNAUTHENTICATED' })
    const authorization = `Token ${mia.key}`
    expect(await setSubject(variables, { authorization })).toEqual({ code: 'FORBIDDEN' })
    expect(await subjectOf(mia)).toBeNull()
  })
})
