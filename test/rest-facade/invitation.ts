/** What the tests of the invitation page share: its states, and how its form is sent. */
import { expect } from 'vitest'
import { page, post } from './reset.ts'

export const shown = {
  status: 200,
  headers: page,
  text: expect.stringContaining('<form method="post">'),
}
export const joined = { status: 200, headers: page, text: expect.stringContaining('have joined') }
export const declined = {
  status: 200,
  headers: page,
  text: expect.stringContaining('have declined'),
}
export const deadLink = {
  status: 400,
  headers: page,
  text: expect.stringContaining('no longer works'),
}

export const accept = (path: string) => post(path, { answer: 'accept' })
export const decline = (path: string) => post(path, { answer: 'decline' })
