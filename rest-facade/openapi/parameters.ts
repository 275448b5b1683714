/** The parameters of a route, in path and query. */
import {
  type GraphQLArgument,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  print,
  TypeInfo,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { urlSafe } from '../tables.ts'
import { openApiScalars, restWords, type Schema, sentencesOf } from './values.ts'

const list: Schema = {
  style: 'form',
  explode: false,
  schema: { type: 'array', items: { type: 'string' } },
}

/** Parameters that the facade reads itself, and no operation declares (test/spec/01.7, 01.8). */
export const sharedParameters: Readonly<Record<string, Schema>> = {
  deleted: {
    name: 'deleted',
    in: 'query',
    description:
      'If `true`, only the IDs of deleted objects are returned, and `updatedSince` refers to ' +
      'their time of deletion.',
    schema: { type: 'boolean', default: false },
  },
  fields: {
    name: 'fields',
    in: 'query',
    description: 'Keys to return. All other keys are omitted, even required ones.',
    ...list,
  },
  fieldsLeftOut: {
    name: 'fields!',
    in: 'query',
    description: 'Keys to omit, even required ones.',
    // In most languages both would be named `fields`.
    'x-go-name': 'FieldsLeftOut',
    ...list,
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key that the client makes up for this one request. With the same key, the same request ' +
      'gets the same response again, and is not carried out twice.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      '`ETag` of `GET` at the same path with the same `fields`, or several: the response is 412 ' +
      'unless one of them is still current. Any is, for `*`.',
    schema: { type: 'string' },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      '`ETag` of a response that the client has kept: if it is still current, the ' +
      'response is 304 without a body.',
    schema: { type: 'string' },
  },
}

const page: Schema = {
  anyOf: [
    { type: 'integer', minimum: 1 },
    { const: 'last', description: 'The last page.' },
  ],
  default: 1,
}

const moment: Schema = {
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ],
}

/** The arguments filled by the variables of an operation, by variable name. */
export function argumentsFilled(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): ReadonlyMap<string, GraphQLArgument> {
  const found = new Map<string, GraphQLArgument>()
  const types = new TypeInfo(schema)
  const Argument = {
    enter({ value }: { value: { kind: string; name?: { value: string } } }) {
      const argument = types.getArgument()
      if (value.kind === Kind.VARIABLE && value.name && argument) {
        found.set(value.name.value, argument)
      }
    },
  }
  visit(operation, visitWithTypeInfo(types, { Argument }))
  return found
}

/**
 * A path parameter.
 *
 * @param fills the argument that it fills, if the operation reads it
 */
export function pathParameter(name: string, isText: boolean, fills?: GraphQLArgument): Schema {
  const [first] = sentencesOf(restWords(fills?.description ?? 'Ignored.'))
  const schema = isText
    ? { type: 'string', pattern: `^${urlSafe}$` }
    : { ...openApiScalars.Int, minimum: 1 }
  return { name, in: 'path', required: true, description: first, schema }
}

/**
 * A query parameter that fills a variable.
 *
 * @param fills the argument that it fills, which describes it
 */
export function queryParameter(
  { variable, type }: VariableDefinitionNode,
  fills?: GraphQLArgument,
): Schema {
  const name = variable.name.value
  if (name === 'page') {
    const description = 'Page number, starting at 1. A page has 100 results.'
    return { name, in: 'query', description, schema: page }
  }
  if (!fills?.description) throw new Error(`openapi: nothing describes $${name}`)
  const description = restWords(fills.description)
  if (name === 'updatedSince' || name === 'since') {
    return { name, in: 'query', description, schema: moment }
  }
  if (print(type) !== 'String') {
    throw new Error(`openapi: the query has no form for $${name}: ${print(type)}`)
  }
  return { name, in: 'query', description, schema: { type: 'string' } }
}
