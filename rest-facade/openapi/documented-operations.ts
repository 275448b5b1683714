/** One operation of the document, without its bodies, from rows, operations and schema. */
import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLSchema,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql'
import { takesKey } from '../../src/core/idempotency/exactly-once.ts'
import { compileOperations, type FacadeOperation } from '../operations.ts'
import { paramsOf, type Route } from '../routes/route.ts'
import { type Body, bodyFieldOf } from './answers.ts'
import type { Endpoint } from './endpoints.ts'
import { argumentsFilled, pathParameter, queryParameter } from './parameters.ts'
import { restWords, type Schema, sentencesOf, wireWords } from './values.ts'

/** Access to fields, by their coordinates. */
export interface FieldAccess {
  /** Root fields without authentication. */
  publicFields: ReadonlySet<string>
  /** Root fields with optional authentication: invalid credentials are still refused. */
  optionalFields: ReadonlySet<string>
  /** Fields that need a permission. */
  guardedFields: ReadonlySet<string>
  /** Mutations that are rate-limited, and may answer 429. */
  limitedFields: ReadonlySet<string>
}

/** Facts about one operation, shared by all its endpoints. */
export interface Known {
  operation: FacadeOperation
  /** Its file in `operations/`. */
  file: string | undefined
  variables: readonly VariableDefinitionNode[]
  /** The arguments filled by variables. */
  filled: ReadonlyMap<string, GraphQLArgument>
  body: Body
}

/** Whether a request may have an idempotency key; elsewhere it is ignored. */
export const isKeyed = (
  { method }: Endpoint,
  { operation: { coordinate } }: Known,
  { publicFields }: Pick<FieldAccess, 'publicFields'>,
) => method !== 'GET' && takesKey(coordinate) && !publicFields.has(coordinate)

export function knowAll(schema: GraphQLSchema, document: DocumentNode): (name: string) => Known {
  const operations = compileOperations(schema)
  const definitions = new Map(
    document.definitions
      .filter((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION)
      .map((node) => [node.name?.value, node]),
  )
  return (name) => {
    const operation = operations.get(name)
    const definition = definitions.get(name)
    if (!operation || !definition) throw new Error(`openapi: no operation ${name}`)
    const body = bodyFieldOf(schema, definition)
    const filled = argumentsFilled(schema, definition)
    const file = definition.loc?.source.name
    return { operation, file, variables: definition.variableDefinitions ?? [], filled, body }
  }
}

/** Whether a request may have `If-Match`. */
const takesIfMatch = (method: string) => ['PUT', 'PATCH', 'DELETE'].includes(method)

/** Whether a response has an `ETag`; pages and writes have none. */
const isConditional = ({ route, page }: Route) => route.startsWith('GET ') && page === undefined

/** `deleted` is the operation that answers `deleted=true` on a list. */
export function openApiParameters(
  endpoint: Endpoint,
  known: Known,
  access: Pick<FieldAccess, 'publicFields'>,
  deleted?: Known,
): Schema[] {
  const { path, method, row } = endpoint
  const { operation, filled } = known
  const params = paramsOf(path)
  const inPath = params.map((name) =>
    pathParameter(name, operation.texts.has(name), filled.get(name)),
  )
  const queried = ({ operation, variables, filled }: Known) =>
    variables
      .filter(
        ({ variable: { name } }) => name.value === 'page' || operation.queried.has(name.value),
      )
      .filter(({ variable: { name } }) => !params.includes(name.value))
      .map((definition) => queryParameter(definition, filled.get(definition.variable.name.value)))
  const active = queried(known)
  const more = (deleted ? queried(deleted) : [])
    .filter(({ name }) => !active.some((parameter) => parameter.name === name))
    .map((one) => ({ ...one, description: `${one.description} Used only with \`deleted=true\`.` }))
  const inQuery = [...active, ...more]
  const shared = [
    ...(row.deleted ? ['deleted'] : []),
    ...(operation.keys && row.status !== 204 ? ['fields', 'fieldsLeftOut'] : []),
    ...(isConditional(row) ? ['ifNoneMatch'] : []),
    ...(takesIfMatch(method) ? ['ifMatch'] : []),
    ...(isKeyed(endpoint, known, access) ? ['idempotencyKey'] : []),
  ]
  return [
    ...inPath,
    ...inQuery,
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
}

export function statusesOf(endpoint: Endpoint, known: Known, access: FieldAccess) {
  const { path, method, row } = endpoint
  const { operation, variables, body } = known
  const takesMoment = variables.some(({ variable }) => variable.name.value === 'updatedSince')
  const isPublic = access.publicFields.has(operation.coordinate)
  const isOnce = isKeyed(endpoint, known, access)
  // The answer to a repeated request is refused if the trip is out of reach.
  const isLost = isOnce && getNamedType(body.field.type).name === 'Trip'
  const isGuarded = body.way.some((coordinate) => access.guardedFields.has(coordinate))
  const possible: [number, boolean][] = [
    [304, isConditional(row)],
    [400, operation.input !== undefined || takesMoment || isOnce],
    [401, !isPublic || row.invalid !== undefined],
    [403, isGuarded || isLost],
    // A body may also refer to something the caller cannot see (test/spec/11.2).
    [404, path.includes('{') || row.paged === true || isGuarded || isLost],
    [405, true],
    [409, isOnce],
    [412, takesIfMatch(method)],
    [413, method !== 'GET'],
    [415, method !== 'GET'],
    [422, isOnce],
    [429, access.limitedFields.has(operation.coordinate) || isOnce],
    [503, true],
    [507, operation.isMutation],
  ]
  return possible.filter(([, can]) => can).map(([status]) => status)
}

/** The ways to authenticate, including an empty one if authentication is optional. */
export function securityOf({ operation: { coordinate } }: Known, access: FieldAccess): Schema[] {
  if (access.publicFields.has(coordinate)) return []
  return [...(access.optionalFields.has(coordinate) ? [{}] : []), { Token: [] }, { Bearer: [] }]
}

/**
 * Summary and description from the SDL, in REST terms: null is an empty body. Only the description
 * is CommonMark.
 */
export function wordsOf({ operation, body: { field } }: Known): Schema {
  const inWords = operation.isMutation ? wireWords : restWords
  const text = inWords(field.description ?? '').replaceAll('Returns null', 'Returns an empty body')
  const [first, others] = sentencesOf(text)
  const summary = first.replace(/\.$/, '').replaceAll('`', '')
  return { summary, ...(others && { description: others }) }
}
