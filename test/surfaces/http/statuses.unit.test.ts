/** Both interfaces answer a refusal with the status of one table. */
import { expect, it, test } from 'vitest'
import { restAnswerTo, statusOf } from '../../../rest-facade/errors.ts'
import { type Code, catalogue, Refusal } from '../../../src/base/errors.ts'
import { errorAnswer } from '../../../src/surfaces/graphql/error-answers.ts'
import { statuses } from '../../../src/surfaces/http/statuses.ts'

const codes = Object.keys(catalogue) as Code[]

it.each(codes)('%s has the same status in REST and in GraphQL, but for two in REST', (code) => {
  const { message, extensions } = new Refusal(code)
  const inRest = { ...statuses, ALREADY_REGISTERED: 401, CONFLICT: 412 }[code]
  expect(restAnswerTo(message, extensions).status).toBe(inRest)
  expect(statusOf(code)).toBe(inRest)
  expect(errorAnswer(new Refusal(code)).status).toBe(statuses[code])
})

test('a code outside the catalogue has no status, and an error without one is a defect', () => {
  expect(statusOf('toString')).toBeUndefined()
  expect(restAnswerTo('A secret.', { code: 'toString' })).toMatchObject({
    status: 500,
    body: { detail: 'Internal server error.' },
  })
})

test('the statuses are those that clients know', () => {
  expect(statuses).toEqual({
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
  })
})
