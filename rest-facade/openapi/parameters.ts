/** What a route takes beside its path: the query, by the variables of its operation. */
import { type GraphQLField, print, type VariableDefinitionNode } from 'graphql'
import type { Schema } from './values.ts'

const list: Schema = {
  style: 'form',
  explode: false,
  schema: { type: 'array', items: { type: 'string' } },
}

/**
 * The parameters that no operation declares: the facade itself reads them (test/spec/01.7, 01.8).
 */
export const sharedParameters: Readonly<Record<string, Schema>> = {
  deleted: {
    name: 'deleted',
    in: 'query',
    description: 'With `true`: the ids of deleted objects instead.',
    schema: { type: 'boolean', default: false },
  },
  fields: {
    name: 'fields',
    in: 'query',
    description: 'Only these keys of an object are answered, whatever else its schema requires.',
    ...list,
  },
  fieldsLeftOut: {
    name: 'fields!',
    in: 'query',
    description: 'These keys of an object are left out, even if its schema requires them.',
    ...list,
  },
}

const page: Schema = {
  anyOf: [{ type: 'integer', minimum: 1 }, { const: 'last' }],
  default: 1,
}

const moment: Schema = {
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ],
}

/**
 * A variable that is filled from the query.
 *
 * @param of the field whose argument of the same name it becomes, and which describes it
 */
export function queryParameter(
  { variable, type }: VariableDefinitionNode,
  of: GraphQLField<unknown, unknown>,
): Schema {
  const name = variable.name.value
  if (name === 'page') {
    return { name, in: 'query', description: 'The page, 100 results each.', schema: page }
  }
  const described = of.args.find((argument) => argument.name === name)?.description
  if (name === 'updatedSince' || name === 'since') {
    const description = described ?? 'Only what was changed since then.'
    return { name, in: 'query', description, schema: moment }
  }
  if (print(type) !== 'String') {
    throw new Error(`openapi: the query has no form for $${name}: ${print(type)}`)
  }
  const schema = { type: 'string' }
  return { name, in: 'query', ...(described && { description: described }), schema }
}
