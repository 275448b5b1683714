/**
 * The steps that read input, for both surfaces, around and behind the permission table. The outer
 * step reads `input` by the directives of the SDL, so that permission rules see the same values as
 * the resolver. The inner step refuses invalid input before any effect (test/spec/01.1, 01.2).
 */
import { Refusal, type ValidationErrors } from '../../base/errors.ts'
import { snakeCase } from '../../base/names.ts'
import type { Context } from '../context.ts'
import type { Right } from '../rights.ts'
import type { FieldPlace, Resolve } from '../step.ts'
import { markedFields } from './directives.ts'
import { inputReader } from './input.ts'
import type { AsSent } from './values.ts'

/** A raw JSON body, passed in place of an input to be read from it. */
export class JsonBody {
  readonly fields: Record<string, unknown>
  readonly asSent: AsSent | undefined

  /** `asSent` returns the same body with numbers as text. */
  constructor(fields: object, asSent?: AsSent) {
    this.fields = fields as Record<string, unknown>
    this.asSent = asSent
  }
}

/** The input of permission rules: the valid fields, and the errors of the others. */
export interface CheckedInput<Input = Record<string, unknown>> {
  input: Input
  validationErrors?: ValidationErrors
}

type Args = CheckedInput & { tripId?: number }

/**
 * Drops the fields that the caller may not write, valid or not: they are ignored, not refused
 * (test/core/permissions).
 */
async function ignoreForbidden(
  fields: ReadonlyMap<string, Record<string, unknown>>,
  { tripId, input, validationErrors }: Args,
  context: Context,
): Promise<void> {
  if (tripId === undefined || fields.size === 0) return
  const access = await context.access(tripId)
  for (const [field, { right }] of fields) {
    if (access?.[right as Right]) continue
    delete input[field]
    delete validationErrors?.[field]
  }
}

/** Adds a validation error for trips that do not exist for the caller. */
async function checkTrips(
  fields: readonly string[],
  { input, validationErrors }: Required<CheckedInput>,
  context: Context,
): Promise<void> {
  for (const field of fields) {
    const id = input[field]
    if (typeof id === 'number' && (await context.access(id)) === null) {
      validationErrors[field] = [`Invalid pk "${id}" - object does not exist.`]
    }
  }
}

const inputOf = ({ type, field }: FieldPlace) =>
  type === 'Mutation' ? field.args.find(({ name }) => name === 'input') : undefined

/** The step that reads the input of a mutation for rules and resolvers. */
export function readInput(place: FieldPlace, next: Resolve<Context>): Resolve<Context> {
  const argument = inputOf(place)
  if (!argument) return next
  const readBody = inputReader(argument, snakeCase)
  const readCoerced = inputReader(argument)
  const writableWith = markedFields(argument, 'writableWith')
  return async (parent, args, context, info) => {
    const { input: raw, validationErrors: besideIt } = args
    const { value: input, validationErrors: inIt } =
      raw instanceof JsonBody ? readBody(raw.fields, raw.asSent) : readCoerced(raw)
    const validationErrors = besideIt ? { ...besideIt, ...inIt } : inIt
    const read = { ...args, input, validationErrors }
    // Not repeated in retries: if the right is lost before the write, the fields are refused.
    await ignoreForbidden(writableWith, read, context)
    return next(parent, read, context, info)
  }
}

function refuseIfAny(fields: ValidationErrors | undefined): void {
  if (fields && Object.keys(fields).length > 0) throw new Refusal('BAD_USER_INPUT', { fields })
}

/** The step that refuses invalid arguments and input, after the rule and before the resolver. */
export function refuseWrongInput(place: FieldPlace, next: Resolve<Context>): Resolve<Context> {
  const argument = inputOf(place)
  if (place.field.args.length === 0) return next
  if (!argument) {
    return (parent, args, context, info) => {
      refuseIfAny(args.validationErrors)
      return next(parent, args, context, info)
    }
  }
  const trips = [...markedFields(argument, 'tripId').keys()]
  return async (parent, { validationErrors: found, ...args }, context, info) => {
    const { input } = args
    const validationErrors = { ...found }
    await checkTrips(trips, { input, validationErrors }, context)
    refuseIfAny(validationErrors)
    return next(parent, { ...args, input: { ...input } }, context, info)
  }
}
