/** What the tests of the reset page share. */
import { expect } from 'vitest'
import { anonymous, as, type ClientAnswer } from '../client.ts'
import { resetValues } from '../mailbox.ts'
import { reset } from '../spec/passwords.ts'
import { one } from '../spec/persons.ts'

export const form = { 'content-type': 'application/x-www-form-urlencoded' }
export const page = { 'content-type': 'text/html; charset=utf-8' }
export const shown = {
  status: 200,
  headers: page,
  text: expect.stringContaining('<form method="post">'),
}
export const saved = {
  status: 200,
  headers: page,
  text: expect.stringContaining('Your password has been changed'),
}
export const deadLink = {
  status: 400,
  headers: page,
  text: expect.stringContaining('no longer works'),
}

/** The text of a page, without its markup. */
export const wordsOf = (markup: string) =>
  (markup.split('<main')[1] ?? '').replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')

export const encoded = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

/** Sends the form: fields, or a whole body. */
export function post(path: string, fields: Record<string, string> | string): Promise<ClientAnswer> {
  return as(anonymous).post(path, typeof fields === 'string' ? fields : encoded(fields), form)
}

/** A person who asked for a reset: the path of the link in the mail, and its values. */
export async function asked() {
  const mia = await one()
  await reset({ email: mia.email })
  const { uid, token } = await resetValues(mia.email)
  return { mia, uid, token, path: `/reset/${uid}/${token}` }
}
