/** The HTTP status of every refusal (test/spec/01.5, test/surfaces/graphql/errors). */
import type { Code } from '../../base/errors.ts'

export const statuses: Readonly<Record<Code, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID_PAGE: 404,
  BAD_USER_INPUT: 400,
  ALREADY_REGISTERED: 409,
  CONFLICT: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  THROTTLED: 429,
  TOO_COMPLEX: 400,
  SERVICE_UNAVAILABLE: 503,
  INSUFFICIENT_STORAGE: 507,
  INTERNAL_SERVER_ERROR: 500,
}

/**
 * Whether a failure of this code would deny an effect: below the root field of a mutation, what the
 * mutation does is stored, and only its answer could not be read. Answered as SERVICE_UNAVAILABLE,
 * which leaves open what has happened.
 */
export const deniesEffect = (code: string, path: readonly unknown[] = []) =>
  path.length > 1 && (code === 'INTERNAL_SERVER_ERROR' || code === 'INSUFFICIENT_STORAGE')
