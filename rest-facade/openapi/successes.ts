/** Responses to successful requests (test/spec/01.1). */
import type { Route } from '../routes/route.ts'
import { headersWith } from './headers.ts'
import type { Schema } from './values.ts'

/** The forms of a body, and the member of its media type that gives an example of each. */
export interface Forms {
  schemas: Schema[]
  examples: Schema
}

/** The successful responses of a route by status. */
export function successOf(row: Route, { schemas, examples }: Forms): Record<string, Schema> {
  const { status = 200, emptyWhenNull, empty, page } = row
  const headers = headersWith()
  if (empty) return { [status]: { description: 'Success with an empty body.', headers } }
  if (page) {
    const content = { 'text/html; charset=utf-8': { schema: { type: 'string' } } }
    return { [status]: { description: 'HTML page.', headers, content } }
  }
  if (status === 204) return { 204: { description: 'Success without a body.', headers } }
  const schema = schemas.length > 1 ? { anyOf: schemas } : schemas[0]
  const moved = emptyWhenNull && status === 200
  return {
    ...(emptyWhenNull &&
      status !== 200 && {
        200: { description: 'Duplicate: nothing was created. The body is empty.', headers },
      }),
    [status]: {
      description: moved ? 'Success. The body is empty if `update_trip` was sent.' : 'Success.',
      headers: row.route.startsWith('GET ') ? headersWith('ETag') : headers,
      content: { 'application/json': { schema, ...examples } },
    },
  }
}
