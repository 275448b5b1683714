/**
 * The error catalogue: every refusal of the core, by code, with its sentence. Its HTTP status is in
 * surfaces/http/statuses.ts; GraphQL clients read `extensions.code` (test/spec/01.5,
 * test/surfaces/graphql/errors).
 */
import { GraphQLError } from 'graphql'

export const catalogue = {
  UNAUTHENTICATED: 'Authentication credentials were not provided.',
  FORBIDDEN: 'You do not have permission to perform this action.',
  NOT_FOUND: 'Not found.',
  INVALID_PAGE: 'Invalid page.',
  BAD_USER_INPUT: 'The input is invalid: see `extensions.fields`.',
  ALREADY_REGISTERED: 'This email address is already registered.',
  CONFLICT: 'The object has changed.',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key belongs to another request.',
  THROTTLED: 'Request was throttled.',
  TOO_COMPLEX: 'The operation exceeds a limit.',
  SERVICE_UNAVAILABLE: 'Service unavailable. Try again later.',
  INSUFFICIENT_STORAGE: 'Storage is full.',
  INTERNAL_SERVER_ERROR: 'Internal server error.',
} as const

export type Code = keyof typeof catalogue

/**
 * Validation errors of an input, by field: its messages, or for a list of objects one map per
 * element.
 */
export type ValidationErrors = { [field: string]: string[] | ValidationErrors[] | ValidationErrors }

export interface Details {
  /**
   * Replaces the catalogue's sentence where the specification gives several, e.g. `Invalid token.`.
   */
  message?: string
  /** With BAD_USER_INPUT: what is wrong, by field in camelCase; `nonFieldErrors` for the rest. */
  fields?: ValidationErrors
  /** With CONFLICT: the object's current version. */
  version?: number | undefined
  /**
   * Seconds after which to retry; with THROTTLED, SERVICE_UNAVAILABLE, and the CONFLICT of a
   * request that is still running.
   */
  retryAfter?: number
  /** The underlying error; logged, never answered. */
  cause?: unknown
}

/**
 * A refusal from the catalogue. Any other error that is thrown is a defect, and is masked in the
 * answer.
 */
export class Refusal extends GraphQLError {
  readonly code: Code

  constructor(code: Code, details: Details = {}) {
    const { message = catalogue[code], fields, version, retryAfter, cause } = details
    const more = { ...(fields && { fields }), ...(version && { version }) }
    super(message, { extensions: { code, ...more, ...(retryAfter && { retryAfter }) } })
    this.code = code
    if (cause !== undefined) this.cause = cause
  }
}

/** A valid Bearer token without any of the required scopes (test/outside/oauth/scopes). */
export class InsufficientScope extends Refusal {
  constructor() {
    super('FORBIDDEN')
  }
}

/** Throws the refusal `code`; returns `never`, so that it can be used in expressions. */
export function fail(code: Code, details?: Details): never {
  throw new Refusal(code, details)
}

/** The refusal of a viewer without an account; `message` says why the credentials are invalid. */
export const unauthenticated = ({ message }: { kind: string; message?: string }): Refusal =>
  new Refusal('UNAUTHENTICATED', message ? { message } : {})

/** The error for a write that is stored, at least in part: any other would deny that. */
export const unknownOutcome = {
  message: catalogue.SERVICE_UNAVAILABLE,
  extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter: 2 },
} as const

/** Throws `unknownOutcome` for a failure after an effect. */
export function failAfterEffect(cause: unknown): never {
  const { code, retryAfter } = unknownOutcome.extensions
  fail(code, { retryAfter, cause })
}

/** Throws BAD_USER_INPUT for one field: `refuse('username', 'A user with …')`. */
export function refuse(field: string, ...messages: string[]): never {
  throw new Refusal('BAD_USER_INPUT', { fields: { [field]: messages } })
}

/**
 * The facts that a rule decided by have changed before the write. The caller that opened the
 * transaction, or that guards the mutation, retries everything, so that the rule decides by current
 * facts.
 */
export class Conflict extends Error {}
