/**
 * Arguments as rules and resolvers get them. Null for one that may be left out means that it is: so
 * no one behind this has to tell the two apart. Times and days, which GraphQL takes as they are
 * (scalars.ts), are read by the rules for input, and like there what is wrong with them is told
 * once the permission table has let the field through (test/surfaces/graphql/scalar-errors).
 * `input` itself is for mutations.ts to read, null in it too.
 */
import {
  defaultFieldResolver,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { Refusal, type ValidationErrors } from '../../base/errors.ts'
import { valueReader } from './input.ts'
import { scalars } from './scalars.ts'
import { type Read, ValidationError } from './values.ts'

type Field = GraphQLField<unknown, unknown>
type Args = Record<string, unknown>
type Readers = readonly (readonly [name: string, read: Read])[]

function readerOf({ name, type, astNode }: GraphQLArgument): Readers {
  const named = getNamedType(type)
  const isOurs = Object.hasOwn(scalars, named.name)
  if (isListType(getNullableType(type)) && isOurs) throw new Error(`no one reads the list ${name}`)
  return isOurs ? [[name, valueReader(type, { astNode })]] : []
}

function withoutNulls(args: Args): Args {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
}

/** The arguments as far as they could be read; `validationErrors` beside them if there are any. */
function readWith(readers: Readers, args: Args): Args {
  const read = { ...args }
  let validationErrors: ValidationErrors | undefined
  for (const [name, readOne] of readers) {
    if (args[name] === undefined) continue
    try {
      read[name] = readOne(args[name])
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      delete read[name]
      validationErrors = { ...validationErrors, [name]: [error.message] }
    }
  }
  return validationErrors ? { ...read, validationErrors } : read
}

function everyField(schema: GraphQLSchema, change: (field: Field) => void): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      const inputs = field.args.filter((argument) => isInputObjectType(getNamedType(argument.type)))
      const isRead =
        type === schema.getMutationType() && inputs.every(({ name }) => name === 'input')
      if (inputs.length > 0 && !isRead) throw new Error(`no one reads the input of ${field.name}`)
      change(field)
    }
  }
  return schema
}

/** Puts the reading of arguments around every field of the schema that takes some. */
export function readArguments(schema: GraphQLSchema): GraphQLSchema {
  return everyField(schema, (field) => {
    const { args: taken, resolve = defaultFieldResolver } = field
    const readers = taken.flatMap(readerOf)
    const mayBeNull = taken.some(({ type }) => !isNonNullType(type))
    if (!mayBeNull && readers.length === 0) return
    field.resolve = (parent, args, context, info) => {
      const given = mayBeNull ? withoutNulls(args) : args
      return resolve(parent, readers.length > 0 ? readWith(readers, given) : given, context, info)
    }
  })
}

/**
 * Puts the refusal of wrong arguments before every resolver of a field that has readers; to be done
 * before the table guards it. Those of a mutation with an input are refused with its errors.
 */
export function refuseWrongArguments(schema: GraphQLSchema): GraphQLSchema {
  return everyField(schema, (field) => {
    const { args: taken, resolve = defaultFieldResolver } = field
    if (taken.flatMap(readerOf).length === 0) return
    field.resolve = (parent, args, context, info) => {
      if (!args.validationErrors) return resolve(parent, args, context, info)
      throw new Refusal('BAD_USER_INPUT', { fields: args.validationErrors })
    }
  })
}
