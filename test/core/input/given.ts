/** Inputs written in SDL, with the directives of the service, and what is read from them. */
import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLArgument, type GraphQLField } from 'graphql'
import { inputReader } from '../../../src/core/input/input.ts'

const directives = readFileSync(new URL('../../../schema/input.graphql', import.meta.url), 'utf8')

type Field = GraphQLField<unknown, unknown>

/** The query `ask` and the mutation `take` with these arguments. */
export function fieldsWith(args: string, types = ''): Record<'ask' | 'take', Field> {
  const schema = buildSchema(`${directives} ${types} enum Vehicle { BUS TRAIN }
    type Query { ask${args}: Int } type Mutation { take${args}: Int }`)
  const { ask } = schema.getQueryType()?.getFields() ?? {}
  const { take } = schema.getMutationType()?.getFields() ?? {}
  return { ask: ask as Field, take: take as Field }
}

/** The argument `input` with these fields, and directives of its own. */
export function inputWith(fields: string, marks = '', types = ''): GraphQLArgument {
  const { take } = fieldsWith(`(input: Given! ${marks})`, `${types} input Given { ${fields} }`)
  return take.args[0] as GraphQLArgument
}

/** What is wrong with a value, in this sentence. */
export const refused = (sentence: string) => ({ wrong: [sentence] })

/** The value that a field of this type takes from a value, or what is wrong with it. */
export function taken(type: string, sent: unknown, digits?: unknown): unknown {
  const read = inputReader(inputWith(`it: ${type}`, '', 'input Guest { age: Int name: String }'))
  const asSent = digits === undefined ? undefined : () => ({ it: digits })
  const { value, validationErrors } = read({ it: sent }, asSent)
  return validationErrors ? { wrong: validationErrors.it } : value.it
}
