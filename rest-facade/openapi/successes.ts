/** Responses to successful requests (test/spec/01.1). */
import type { Route } from '../routes/route.ts'
import { headersWith } from './headers.ts'
import type { Schema } from './values.ts'

/** The forms of a body, and the member of its media type that holds examples of each. */
export interface Forms {
  schemas: Schema[]
  examples: Schema
}

/** The successful responses of a route, by status. */
export function successOf(
  row: Route,
  { schemas, examples }: Forms,
  isReplayable: boolean,
): Record<string, Schema> {
  const { status = 200, emptyWhenNull, empty, page } = row
  const headers = isReplayable ? headersWith('IdempotencyReplayed') : headersWith()
  if (empty) return { [status]: { description: 'Success with an empty body.', headers } }
  if (page) {
    const content = { 'text/html; charset=utf-8': { schema: { type: 'string' } } }
    return { [status]: { description: 'HTML page.', headers, content } }
  }
  if (status === 204) return { 204: { description: 'Success without a body.', headers } }
  const schema = schemas.length > 1 ? { anyOf: schemas } : schemas[0]
  const isMove = emptyWhenNull && status === 200
  return {
    ...(emptyWhenNull &&
      status !== 200 && {
        200: { description: 'Duplicate: nothing was created. The body is empty.', headers },
      }),
    [status]: {
      description: isMove ? moved : 'Success.',
      headers: row.route.startsWith('GET ') ? headersWith('ETag') : headers,
      content: { 'application/json': { schema, ...(isMove ? withMoved(examples) : examples) } },
    },
  }
}

/** Only a description can say whether there is a body. */
const moved =
  'Success: the object as it is now. If `update_trip` named a trip, the object has been moved ' +
  'there (unless it was there already), and the body is empty: zero bytes, without a media type.'

/** An example in name only, because JSON cannot be empty. */
const withMoved = ({ examples }: Schema): Schema => ({
  examples: { ...(examples as Schema), Moved: { summary: 'Moved: the body is empty.' } },
})
