/** What a request is answered that went well (test/spec/01.1). */
import type { Route } from '../routes.ts'
import type { Schema } from './values.ts'

/** The envelope of pages (test/spec/01.6) around a body of `count` and `results`. */
function envelope(body: Schema): Schema {
  const { count, results } = body.properties as Record<string, Schema>
  const link = { type: ['string', 'null'], format: 'uri' }
  return {
    type: 'object',
    properties: { count, next: link, previous: link, results },
    required: ['count', 'next', 'previous', 'results'],
  }
}

/** The answer of a route that went well, by its status; `bodies` are the forms it may have. */
export function successOf(row: Route, bodies: Schema[]): Record<string, Schema> {
  const { status = 200, emptyWhenNull, empty, page, paged } = row
  if (empty) return { [status]: { description: 'Done. Zero bytes.' } }
  if (page) {
    const content = { 'text/html; charset=utf-8': { schema: { type: 'string' } } }
    return { [status]: { description: 'A page for people.', content } }
  }
  if (status === 204) return { 204: { description: 'Done. No body.' } }
  const answered = paged ? bodies.map(envelope) : bodies
  const schema = answered.length > 1 ? { anyOf: answered } : answered[0]
  const moved = emptyWhenNull && status === 200
  return {
    ...(emptyWhenNull &&
      status !== 200 && { 200: { description: 'Nothing is created. Zero bytes.' } }),
    [status]: {
      description: moved ? 'Success; zero bytes if the object was moved away.' : 'Success.',
      content: { 'application/json': { schema } },
    },
  }
}
