/**
 * Binds a request to the variables of its operation: path and query by the variable's name, the
 * JSON body as `$input`, which the core reads (test/spec/01.2).
 */
import type { FastifyRequest } from 'fastify'
import type { ValidationErrors } from '../src/base/errors.ts'
import { isRecord } from '../src/base/values.ts'
import { JsonBody } from '../src/core/input/mutations.ts'
import { parseFilterMoment, wrongDateTime } from '../src/core/input/scalars.ts'
import { noNulls, readId, typeName } from '../src/core/input/values.ts'
import { asSent } from './body.ts'
import type { RestAnswer } from './errors.ts'
import type { QueryValue } from './fields.ts'
import type { FacadeOperation } from './operations.ts'

export interface Bound {
  variables: Record<string, unknown>
  /** Errors in the query, answered after the checks of access and right. */
  validationErrors?: ValidationErrors
}

/** The last of a repeated query key; an empty value counts as absent. */
export function last(value: QueryValue): string | undefined {
  return (Array.isArray(value) ? value.at(-1) : value) || undefined
}

/**
 * The `page` that the core expects: -1 for `last`; 0, which no page has, for invalid values
 * (test/spec/01.6).
 */
function readPageNumber(text = '1'): number {
  if (text === 'last') return -1
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

/** The refusal of a body that is present but not an object. */
export function wrongForm(body: unknown): RestAnswer | undefined {
  if (body === undefined || isRecord(body)) return undefined
  const problem =
    body === null
      ? 'No data provided'
      : `Invalid data. Expected a dictionary, but got ${typeName(body)}.`
  return { status: 400, body: { non_field_errors: [problem] } }
}

/** A binder for one operation, on a path with these parameters. */
export function binderOf(operation: FacadeOperation, params: readonly string[]) {
  const { variables: declared, texts, input } = operation
  const isMoment = (name: string) => name === 'updatedSince' || name === 'since'
  const fromQuery = [...operation.queried].filter((name) => !params.includes(name))
  return (request: FastifyRequest, body: unknown): Bound => {
    const query = request.query as Record<string, QueryValue>
    const variables: Record<string, unknown> = {}
    let validationErrors: ValidationErrors | undefined
    for (const name of params) {
      if (declared.has(name)) {
        const text = (request.params as Record<string, string>)[name]
        variables[name] = texts.has(name) ? text : readId(text)
      }
    }
    if (declared.has('page')) variables.page = readPageNumber(last(query.page))
    for (const name of fromQuery) {
      const text = last(query[name])
      const value = text && isMoment(name) ? parseFilterMoment(text) : text
      if (text && value === undefined)
        validationErrors = { ...validationErrors, [name]: [wrongDateTime] }
      else if (text?.includes('\0')) validationErrors = { ...validationErrors, [name]: [noNulls] }
      else if (value !== undefined) variables[name] = value
    }
    if (input) variables.input = new JsonBody((body ?? {}) as object, asSent(body))
    return validationErrors ? { variables, validationErrors } : { variables }
  }
}
