/**
 * Arguments as rules and resolvers receive them. Null for an optional one means absent, so that
 * later steps need not distinguish the two. Times and days, which GraphQL passes unchecked
 * (scalars.ts), are read by the rules for input, and as there, validation errors are reported after
 * the permission table has allowed the field (test/core/input/scalar-errors). mutations.ts
 * reads `input` itself, including null in it.
 */
import {
  type GraphQLArgument,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import type { FieldPlace, Resolve } from '../step.ts'
import { scalarReader } from './input.ts'
import { scalars } from './scalars.ts'
import { type ReadValue, readAll } from './values.ts'

type Args = Record<string, unknown>
type Readers = readonly (readonly [name: string, read: ReadValue])[]

function readerOf({ name, type, astNode }: GraphQLArgument): Readers {
  const named = getNamedType(type)
  const isOurs = Object.hasOwn(scalars, named.name)
  if (isListType(getNullableType(type)) && isOurs) throw new Error(`no one reads the list ${name}`)
  return isOurs ? [[name, scalarReader(type, { astNode })]] : []
}

function withoutNulls(args: Args): Args {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
}

/** The valid arguments, and `validationErrors` if there are any. */
function readWith(readers: Readers, args: Args): Args {
  const { value, validationErrors } = readAll(readers, (read, name) =>
    args[name] === undefined ? undefined : read(args[name]),
  )
  if (!validationErrors) return { ...args, ...value }
  const others = Object.entries(args).filter(([name]) => !Object.hasOwn(validationErrors, name))
  return { ...Object.fromEntries(others), ...value, validationErrors }
}

/** Throws for an input object other than `input` of a mutation, which no step would read. */
function assertReadable({ type, field }: FieldPlace): void {
  const inputs = field.args.filter((argument) => isInputObjectType(getNamedType(argument.type)))
  const isRead = type === 'Mutation' && inputs.every(({ name }) => name === 'input')
  if (inputs.length > 0 && !isRead) throw new Error(`no one reads the input of ${field.name}`)
}

/** The step that reads the arguments of a field, if it has any. */
export function readArguments<C>(place: FieldPlace, next: Resolve<C>): Resolve<C> {
  assertReadable(place)
  const { args: taken } = place.field
  const readers = taken.flatMap(readerOf)
  const mayBeNull = taken.some(({ type }) => !isNonNullType(type))
  if (!mayBeNull && readers.length === 0) return next
  return (parent, args, context, info) => {
    const given = mayBeNull ? withoutNulls(args) : args
    return next(parent, readWith(readers, given), context, info)
  }
}
