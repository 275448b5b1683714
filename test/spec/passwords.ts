/** What the tests of password reset and password change share (test/spec/10). */
import { expect } from 'vitest'
import { anonymous, as, type ClientAnswer } from '../client.ts'
import { type Person, password } from '../world.ts'
import { exactly, invalid } from './answers.ts'

export const resetSent = exactly(200, { detail: 'Password reset e-mail has been sent.' })
export const saved = exactly(200, { detail: 'New password has been saved.' })
export const differ = invalid('new_password2', 'The two password fields didn’t match.')
export const tooShort = invalid(
  'new_password2',
  'This password is too short. It must contain at least 8 characters.',
)
/** A new password. */
export const next = 'another horse 8'

/** The body that sets a password. */
export function twice(word: string): { new_password1: string; new_password2: string } {
  return { new_password1: word, new_password2: word }
}

export function reset(body: unknown): Promise<ClientAnswer> {
  return as(anonymous).post('/auth/password/reset/', body)
}

/** Whether the person can log in with this password. */
export async function logsIn(person: Person, word: string): Promise<boolean> {
  const answer = await as(anonymous).post('/auth', { username: person.username, password: word })
  expect([200, 400]).toContain(answer.status)
  return answer.status === 200
}

/** Another key of the person, whose password is still that of all. */
export async function session(person: Person): Promise<{ key: string }> {
  const { json } = await as(anonymous).post('/auth', { username: person.username, password })
  return { key: json.token }
}
