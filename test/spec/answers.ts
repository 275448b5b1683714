/** The answers that the specification spells out, to be compared byte for byte (test/spec/01.5). */

/** Status and exact text of a JSON answer, for `expect(answer).toMatchObject(...)`. */
export function exactly(status: number, body: unknown): { status: number; text: string } {
  return { status, text: JSON.stringify(body) }
}

export const notFound = exactly(404, { detail: 'Not found.' })
export const invalidPage = exactly(404, { detail: 'Invalid page.' })
export const forbidden = exactly(403, {
  detail: 'You do not have permission to perform this action.',
})
export const unauthenticated = exactly(401, {
  detail: 'Authentication credentials were not provided.',
})
export const invalidToken = exactly(401, { detail: 'Invalid token.' })
/** "Empty `200`" (test/spec/01.3). */
export const empty200 = { status: 200, text: '', headers: { 'content-length': '0' } }
export const gone204 = { status: 204, text: '' }

export const messages = {
  required: 'This field is required.',
  null: 'This field may not be null.',
  blank: 'This field may not be blank.',
  string: 'Not a valid string.',
  integer: 'A valid integer is required.',
  number: 'A valid number is required.',
  boolean: 'Must be a valid boolean.',
  datetime:
    'Datetime has wrong format. Use one of these formats instead: ' +
    'YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  date: 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
}

export function tooLong(characters: number): string {
  return `Ensure this field has no more than ${characters} characters.`
}

export function notAllowed(method: string): { status: number; text: string } {
  return exactly(405, { detail: `Method "${method}" not allowed.` })
}

/** E-VALID for one field. */
export function invalid(field: string, message: string): { status: number; text: string } {
  return exactly(400, { [field]: [message] })
}
