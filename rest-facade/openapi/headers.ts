/** Headers of responses and of conditional requests, as OpenAPI components. */
import type { Schema } from './values.ts'

const entityTag = { type: 'string', pattern: '^"[^"]*"$' }

export const headerComponents = {
  Allow: {
    description: 'Methods that the path supports.',
    required: true,
    schema: { type: 'string' },
  },
  CurrentETag: {
    description: 'Version that is still current.',
    required: true,
    schema: entityTag,
  },
  ETag: {
    description:
      'Version of the response, for `If-None-Match`. A large response that is sent in parts has ' +
      'it as a trailer instead.',
    schema: entityTag,
  },
  IdempotencyReplayed: {
    description: 'The response is that of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  RequestId: {
    description: 'ID of the request, for questions to the operator of the service.',
    required: true,
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  WwwAuthenticate: {
    description: 'Authentication scheme.',
    schema: { type: 'string', const: 'Token' },
  },
} satisfies Record<string, Schema>

export type HeaderComponent = keyof typeof headerComponents

/** Header names by component. */
const names: Readonly<Record<HeaderComponent, string>> = {
  Allow: 'Allow',
  CurrentETag: 'ETag',
  ETag: 'ETag',
  IdempotencyReplayed: 'Idempotency-Replayed',
  RequestId: 'X-Request-Id',
  RetryAfter: 'Retry-After',
  WwwAuthenticate: 'WWW-Authenticate',
}

/** The headers of one response: the given ones and the common ones. */
export function headersWith(...components: HeaderComponent[]): Schema {
  const all = [...components, 'RequestId'] as const
  return Object.fromEntries(
    all.map((component) => [names[component], { $ref: `#/components/headers/${component}` }]),
  )
}

export const notModified: Schema = {
  description: 'The version in `If-None-Match` is still current. No body.',
  headers: headersWith('CurrentETag'),
}
