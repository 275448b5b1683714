/** The core's refusals as REST answers: code -> status, details -> body (test/spec/01.5). */
import type { Readable } from 'node:stream'
import { type Code, catalogue, type ValidationErrors } from '../src/base/errors.ts'
import { snakeCase } from '../src/base/names.ts'
import { statuses } from '../src/surfaces/http/statuses.ts'

/** An answer of the facade; a null body has zero bytes. */
export interface RestAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
  /** The body's text, if it is too large to be made at once. */
  stream?: Readable
  /** The entity tag of the stream, known once it has ended. */
  tag?: () => string
  /** The entity tag from versions, if the body is complete and follows from them. */
  versionTag?: string
}

/** An answer that consists of a word (test/spec/07). */
export const wordAnswer = (status: number, error: string): RestAnswer => ({
  status,
  body: { success: false, error },
})

/** Refusals with special answers; this 401 does not ask for credentials. */
const ownAnswers: Partial<Record<Code, RestAnswer>> = {
  ALREADY_REGISTERED: wordAnswer(401, 'invalid_already_registered'),
}

/** A failed `If-Match` is a 412; a concurrent request with the same idempotency key, a 409. */
const changed: RestAnswer = { status: 412, body: { detail: catalogue.CONFLICT } }

/** The status of a code in the catalogue; undefined for any other word. */
export const statusOf = (code: string): number | undefined =>
  Object.hasOwn(statuses, code)
    ? ((code === 'CONFLICT' ? changed : ownAnswers[code as Code])?.status ?? statuses[code as Code])
    : undefined

/** Validation errors under their wire names, including those inside lists of objects. */
function onTheWire(validationErrors: ValidationErrors): ValidationErrors {
  return Object.fromEntries(
    Object.entries(validationErrors).map(([field, found]) => [
      snakeCase(field),
      Array.isArray(found)
        ? (found.map((one) => (typeof one === 'string' ? one : onTheWire(one))) as string[])
        : onTheWire(found),
    ]),
  )
}

/** The code of an error thrown by the core; one outside the catalogue is a defect. */
export function restCodeOf(extensions: Record<string, unknown> | undefined): Code {
  const code = extensions?.code
  return typeof code === 'string' && Object.hasOwn(statuses, code)
    ? (code as Code)
    : 'INTERNAL_SERVER_ERROR'
}

/** The answer to a refusal; `extensions` are the GraphQL error's. */
export function restAnswerTo(
  message: string,
  extensions: Record<string, unknown> | undefined,
): RestAnswer {
  const code = restCodeOf(extensions)
  const own = ownAnswers[code]
  if (own) return own
  if (code === 'CONFLICT' && extensions?.retryAfter === undefined) return changed
  const headers: Record<string, string> = {}
  if (code === 'UNAUTHENTICATED') headers['www-authenticate'] = 'Token'
  if (extensions?.retryAfter !== undefined) headers['retry-after'] = String(extensions.retryAfter)
  const body = extensions?.fields
    ? onTheWire(extensions.fields as ValidationErrors)
    : { detail: code === 'INTERNAL_SERVER_ERROR' ? catalogue[code] : message }
  return { status: statuses[code], body, headers }
}
