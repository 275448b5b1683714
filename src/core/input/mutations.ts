/**
 * The one reader of input, for both surfaces, around and behind the permission table. Around it,
 * `input` is read by the rules of the SDL, so that a permission rule gets what the resolver will
 * get. Behind it, nothing is done before all validation errors are known (test/spec/01.1, 01.2).
 */
import { Refusal, type ValidationErrors } from '../../base/errors.ts'
import { snakeCase } from '../../base/names.ts'
import type { Context } from '../context.ts'
import type { Right } from '../rights.ts'
import type { FieldPlace, Resolve } from '../step.ts'
import { markedFields } from './directives.ts'
import { inputReader } from './input.ts'
import type { AsSent } from './values.ts'

/** A JSON body as it was sent, in the place of the input that it is to be read as. */
export class JsonBody {
  readonly fields: Record<string, unknown>
  readonly asSent: AsSent | undefined

  /** `asSent` gives the same body with its numbers as texts. */
  constructor(fields: object, asSent?: AsSent) {
    this.fields = fields as Record<string, unknown>
    this.asSent = asSent
  }
}

/** What permission rules get: the input as far as it could be read, and its errors. */
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

/** The step that reads the input of a mutation: rules and resolvers get what was read. */
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
    // Only once: if the right is lost before the write, the remaining fields are refused.
    await ignoreForbidden(writableWith, read, context)
    return next(parent, read, context, info)
  }
}

function refuseIfAny(fields: ValidationErrors | undefined): void {
  if (fields && Object.keys(fields).length > 0) throw new Refusal('BAD_USER_INPUT', { fields })
}

/** The step that refuses wrong arguments and input, before the resolver and behind the rule. */
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
