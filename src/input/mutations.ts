/**
 * What stands between the permission table and every mutation: its `input` is read by the rules of
 * the SDL, and nothing is done before all validation errors are known (test/spec/01.1, 01.2).
 */
import { defaultFieldResolver, type GraphQLField, type GraphQLSchema } from 'graphql'
import type { Context } from '../context.ts'
import { Refusal, type ValidationErrors } from '../errors.ts'
import type { Right } from '../permissions/rights.ts'
import { markedFields } from './directives.ts'
import { inputReader } from './input.ts'

type Args = { tripId?: number; input: Record<string, unknown> }
type CheckContent = (args: Args, context: Context) => Promise<void>

/**
 * Forgets what the caller may not write, right or wrong: it is ignored, not refused
 * (test/permissions).
 */
async function ignoreForbidden(
  fields: ReadonlyMap<string, Record<string, unknown>>,
  { tripId, input }: Args,
  validationErrors: ValidationErrors,
  context: Context,
): Promise<void> {
  if (tripId === undefined || fields.size === 0) return
  const access = await context.access(tripId)
  for (const [field, { right }] of fields) {
    if (access?.[right as Right]) continue
    delete input[field]
    delete validationErrors[field]
  }
}

/** Adds a validation error for trips that are not there for the caller. */
async function checkTrips(
  fields: Iterable<string>,
  { input }: Args,
  validationErrors: ValidationErrors,
  context: Context,
): Promise<void> {
  for (const field of fields) {
    const id = input[field]
    if (typeof id === 'number' && (await context.access(id)) === null) {
      validationErrors[field] = [`Invalid pk "${id}" - object does not exist.`]
    }
  }
}

function readInputFirst(field: GraphQLField<unknown, Context>): void {
  const argument = field.args.find(({ name }) => name === 'input')
  if (!argument) return
  const read = inputReader(argument)
  const writableWith = markedFields(argument, 'writableWith')
  const tripFields = markedFields(argument, 'tripId').keys()
  const trips = [...tripFields]
  const checkContent = field.extensions.checkContent as CheckContent | undefined
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = async (parent, args, context, info) => {
    const reading = read(args.input)
    const input: Args = { ...args, input: reading.value }
    // What the transport could not read is missing here: its own validation errors say more.
    const validationErrors = { ...reading.validationErrors, ...context.validationErrors }
    await ignoreForbidden(writableWith, input, validationErrors, context)
    await checkTrips(trips, input, validationErrors, context)
    // What may be sent at all goes before what is wrong with it.
    await checkContent?.(args, context)
    if (Object.keys(validationErrors).length > 0) {
      throw new Refusal('BAD_USER_INPUT', { fields: validationErrors })
    }
    return resolve(parent, input, context, info)
  }
}

/** Puts the reading of input before every mutation of the schema. */
export function readInputs(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    readInputFirst(field)
  }
}
