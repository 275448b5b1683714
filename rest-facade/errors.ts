/** The core's refusals as REST answers: code -> status, details -> body (test/spec/01.5). */
import type { Readable } from 'node:stream'
import { type Code, catalogue, type ValidationErrors } from '../src/base/errors.ts'
import { snakeCase } from '../src/base/names.ts'
import { statuses } from '../src/surfaces/http/statuses.ts'

/** An answer of the facade: a body that is null is zero bytes. */
export interface RestAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
  /** The body's text, in place of it, where it is too large to be made at once. */
  stream?: Readable
  /** The entity tag of the stream, once it has ended. */
  tag?: () => string
  /** The entity tag by versions, if the body is whole and follows from them. */
  versionTag?: string
}

/** The answer that is only a word (test/spec/07). */
export const wordAnswer = (status: number, error: string): RestAnswer => ({
  status,
  body: { success: false, error },
})

/** Refusals with a special answer; this 401 requests no credentials. */
const ownAnswers: Partial<Record<Code, RestAnswer>> = {
  ALREADY_REGISTERED: wordAnswer(401, 'invalid_already_registered'),
}

/** `If-Match` is a 412; a request that runs with the same idempotency key is a 409. */
const changed: RestAnswer = { status: 412, body: { detail: catalogue.CONFLICT } }

/** The status of a code of the catalogue; undefined for any other word. */
export const statusOf = (code: string): number | undefined =>
  Object.hasOwn(statuses, code)
    ? ((code === 'CONFLICT' ? changed : ownAnswers[code as Code])?.status ?? statuses[code as Code])
    : undefined

/** Validation errors under their wire names, also those inside lists of objects. */
export function onTheWire(validationErrors: ValidationErrors): ValidationErrors {
  return Object.fromEntries(
    Object.entries(validationErrors).map(([field, found]) => [
      snakeCase(field),
      Array.isArray(found)
        ? (found.map((one) => (typeof one === 'string' ? one : onTheWire(one))) as string[])
        : onTheWire(found),
    ]),
  )
}

/** The code of anything the core may throw; any other than the catalogue's is a defect. */
export function restCodeOf(extensions: Record<string, unknown> | undefined): Code {
  const code = extensions?.code
  return typeof code === 'string' && Object.hasOwn(statuses, code)
    ? (code as Code)
    : 'INTERNAL_SERVER_ERROR'
}

/** The answer to a refusal; `extensions` are those of the GraphQL error. */
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
