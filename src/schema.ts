/** SDL + resolvers + permissions -> the one executable schema of the process. */
import { readdirSync, readFileSync } from 'node:fs'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { defaultFieldResolver, type GraphQLField, type GraphQLSchema } from 'graphql'
import type { Context } from './context.ts'
import { accountResolvers } from './domain/account.ts'
import { collaboratorResolvers } from './domain/collaborator.ts'
import { emailResolvers } from './domain/email.ts'
import { itineraryResolvers } from './domain/itinerary.ts'
import { loginResolvers } from './domain/login.ts'
import { operatorResolvers } from './domain/operator.ts'
import { tripResolvers } from './domain/trip.ts'
import { Refusal } from './errors.ts'
import { inputReader } from './input.ts'
import { guard } from './permissions/shield.ts'
import { table } from './permissions/table.ts'
import { scalars } from './scalars.ts'

const folder = new URL('../schema/', import.meta.url)

/** The hand-written SDL, file by file. `public.graphql` is made from it and left out. */
export function readTypeDefs(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql') && name !== 'public.graphql')
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
}

/**
 * Before a mutation does anything, its `input` is read by the directives of the SDL; what the
 * transport could not read counts too. The permission table stands in front of this (1.1: right,
 * then fields).
 */
function readInputFirst(field: GraphQLField<unknown, Context>): void {
  const argument = field.args.find(({ name }) => name === 'input')
  if (!argument) return
  const read = inputReader(argument)
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = (parent, args, context, info) => {
    const { value, complaints } = read(args.input)
    if (complaints || context.complaints) {
      throw new Refusal('BAD_USER_INPUT', { fields: { ...complaints, ...context.complaints } })
    }
    return resolve(parent, { ...args, input: value }, context, info)
  }
}

/** Builds the schema; once a process, because guarding a schema twice wraps every field twice. */
export function buildSchema(): GraphQLSchema {
  const schema = makeExecutableSchema<Context>({
    typeDefs: readTypeDefs(),
    resolvers: [
      scalars,
      accountResolvers,
      loginResolvers,
      operatorResolvers,
      tripResolvers,
      ...itineraryResolvers,
      collaboratorResolvers,
      emailResolvers,
    ],
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  })
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    readInputFirst(field)
  }
  return guard(schema, table)
}
