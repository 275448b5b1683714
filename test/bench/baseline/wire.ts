/**
 * From what PostgreSQL sends as text straight to JSON text, without values in between: no Date, no
 * objects, no serializer. Every function takes a column's text (its forms: test/spec/01.3).
 */
export type Column = string | null

/** Neither quotes, backslashes, control characters nor surrogates: nothing that JSON escapes. */
const plain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

export function text(column: string): string {
  return plain.test(column) ? `"${column}"` : JSON.stringify(column)
}

export function textOrNull(column: Column): string {
  return column === null ? 'null' : text(column)
}

/** `2031-01-02 09:00:00.123+00` (the connections speak UTC) -> `"2031-01-02T09:00:00Z"`. */
export function moment(column: Column): string {
  return column === null ? 'null' : `"${column.slice(0, 10)}T${column.slice(11, 19)}Z"`
}

export function flag(column: Column): string {
  return column === 't' ? 'true' : 'false'
}

/** Not the column's own text: PostgreSQL and JSON write large and small numbers differently. */
export function float(column: Column): string {
  return column === null ? 'null' : JSON.stringify(Number(column))
}

/** An answer ready to be sent: `body` is JSON text, or empty. */
export interface WireAnswer {
  status: number
  body: string
}

const detail = (status: number, sentence: string): WireAnswer => ({
  status,
  body: JSON.stringify({ detail: sentence }),
})

export const refusals = {
  noCredentials: detail(401, 'Authentication credentials were not provided.'),
  emptyKey: detail(401, 'Invalid token header. No credentials provided.'),
  spacedKey: detail(401, 'Invalid token header. Token string should not contain spaces.'),
  unknownKey: detail(401, 'Invalid token.'),
  forbidden: detail(403, 'You do not have permission to perform this action.'),
  notFound: detail(404, 'Not found.'),
  invalidPage: detail(404, 'Invalid page.'),
  mediaType: (type: string) => detail(415, `Unsupported media type "${type}" in request.`),
  parseError: (message: string) => detail(400, `JSON parse error - ${message}`),
  invalid: (fields: Record<string, string[]>): WireAnswer => ({
    status: 400,
    body: JSON.stringify(fields),
  }),
}
