/** Responses to successful requests (test/spec/01.1). */
import type { Route } from '../routes/route.ts'
import type { Schema } from './values.ts'

/** The envelope of pages (test/spec/01.6) around a body of `count` and `results`. */
function envelope(body: Schema): Schema {
  const { count, results } = body.properties as Record<string, Schema>
  const linkTo = (which: string, end: string) => ({
    type: ['string', 'null'],
    format: 'uri',
    description: `URL of the ${which} page; null on the ${end} page.`,
  })
  return {
    type: 'object',
    properties: {
      count,
      next: linkTo('next', 'last'),
      previous: linkTo('previous', 'first'),
      results,
    },
    required: ['count', 'next', 'previous', 'results'],
  }
}

/** To a read that names the entity tag of what would be returned. */
const notModified = {
  304: {
    description:
      'Unchanged: the response to `If-None-Match` that names the current `ETag`. No body.',
    headers: { ETag: { description: 'Entity tag of the body.', schema: { type: 'string' } } },
  },
}

/** The successful responses of a route by status; `bodies` are the forms of their bodies. */
export function successOf(row: Route, bodies: Schema[]): Record<string, Schema> {
  return { ...withBody(row, bodies), ...(row.route.startsWith('GET ') && notModified) }
}

function withBody(row: Route, bodies: Schema[]): Record<string, Schema> {
  const { status = 200, emptyWhenNull, empty, page, paged } = row
  if (empty) return { [status]: { description: 'Success with an empty body.' } }
  if (page) {
    const content = { 'text/html; charset=utf-8': { schema: { type: 'string' } } }
    return { [status]: { description: 'HTML page.', content } }
  }
  if (status === 204) return { 204: { description: 'Success without a body.' } }
  const answered = paged ? bodies.map(envelope) : bodies
  const schema = answered.length > 1 ? { anyOf: answered } : answered[0]
  const moved = emptyWhenNull && status === 200
  return {
    ...(emptyWhenNull &&
      status !== 200 && {
        200: { description: 'Duplicate: nothing was created. The body is empty.' },
      }),
    [status]: {
      description: moved ? 'Success. The body is empty if `update_trip` was sent.' : 'Success.',
      content: { 'application/json': { schema } },
    },
  }
}
