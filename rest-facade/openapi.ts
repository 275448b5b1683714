/**
 * The REST surface as an OpenAPI 3.1 document, from the rows, the operations and the schema: none
 * of it is written a second time. `npm run generate` keeps it in `openapi.json`.
 */
import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql'
import { AnswerSchemas, type Body, bodyOf, leavingOut } from './openapi/answers.ts'
import { bodySchemas } from './openapi/bodies.ts'
import {
  argumentsFilled,
  pathParameter,
  queryParameter,
  sharedParameters,
} from './openapi/parameters.ts'
import { refusalResponses, refusalSchemas, refusalsFor, wordsFor } from './openapi/refusals.ts'
import { successOf } from './openapi/successes.ts'
import { restWords, type Schema, sentencesOf, wireWords } from './openapi/values.ts'
import { compileOperations, type Operation, readOperations } from './operations.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'

export interface DocumentOptions {
  schema: GraphQLSchema
  /** Of the service. */
  version: string
  /** Coordinates of root fields that require no authentication. */
  publicFields: ReadonlySet<string>
  /** Those for which it is optional: they run without credentials, but not with invalid ones. */
  optionalFields: ReadonlySet<string>
  /** Coordinates of fields that require a permission. */
  guardedFields: ReadonlySet<string>
  /** Coordinates of mutations that are rate-limited and may answer 429. */
  limitedFields: ReadonlySet<string>
}

const intro = `Every path is accepted with and without a trailing slash. \`PUT\` works like
\`PATCH\`: omitted keys stay unchanged. Numbers may be sent as strings, booleans as words such as
\`yes\`, and strings as numbers; unknown keys are ignored. A list in a request body has at most 100
elements. A response carries at most 16 MiB of attachments, those of the newest emails first; the
\`payload\` of all others is null, except when a single email is read. Unsupported methods return
405, unknown paths 404.`

const tags: Schema[] = [
  { name: 'v2', description: 'Read-only routes.' },
  { name: 'v1', description: 'Routes that read and write.' },
  { name: 'auth', description: 'Login, password, and account names.' },
]

/** One operation of the document: a method on a path. */
export interface Endpoint {
  id: string
  method: string
  path: string
  row: Route
}

const pathWords = (path: string) =>
  [...path.matchAll(/(?<=\/)\w+/g)]
    .map(([word]) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/**
 * Every row once for each of its methods, with a unique name: that of its GraphQL operation. `PUT`
 * beside `PATCH`, and every further path of an operation, say so in theirs.
 */
export function endpointsOf(rows: readonly Route[] = routes): Endpoint[] {
  const firstPath = new Map<string, string>()
  return rows.flatMap((row) => {
    const [methods = '', path = ''] = row.route.split(' ')
    const all = methods.split(',')
    const first = firstPath.get(row.operation) ?? path
    firstPath.set(row.operation, first)
    const at = first === path ? row.operation : `${row.operation}At${pathWords(path)}`
    return all.map((method) => {
      const id = method === 'PUT' && all.length > 1 ? `${at}ByPut` : at
      return { id, method, path, row }
    })
  })
}

/** What is known of one operation, read once for all its endpoints. */
interface Known {
  operation: Operation
  variables: readonly VariableDefinitionNode[]
  /** The arguments that the variables fill. */
  filled: ReadonlyMap<string, GraphQLArgument>
  body: Body
}

function knowAll(schema: GraphQLSchema, document: DocumentNode): (name: string) => Known {
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
    const body = bodyOf(schema, definition)
    const filled = argumentsFilled(schema, definition)
    return { operation, variables: definition.variableDefinitions ?? [], filled, body }
  }
}

/** Of a list: `deleted` is known of the operation that answers `deleted=true`. */
function parametersOf({ path, row }: Endpoint, known: Known, deleted?: Known): Schema[] {
  const { operation, filled } = known
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
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
  ]
  return [
    ...inPath,
    ...inQuery,
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
}

function statusesOf({ path, method, row }: Endpoint, known: Known, options: DocumentOptions) {
  const { operation, variables, body } = known
  const takesMoment = variables.some(({ variable }) => variable.name.value === 'updatedSince')
  const isPublic = options.publicFields.has(operation.coordinate)
  const isGuarded = body.way.some((coordinate) => options.guardedFields.has(coordinate))
  const possible: [number, boolean][] = [
    [400, operation.input !== undefined || takesMoment],
    [401, !isPublic || row.invalid !== undefined],
    [403, isGuarded],
    // A body may name what is not there for the caller as well (test/spec/11.2).
    [404, path.includes('{') || row.paged === true || isGuarded],
    [405, true],
    [413, method !== 'GET'],
    [415, method !== 'GET'],
    [429, options.limitedFields.has(operation.coordinate)],
    [503, true],
    [507, operation.isMutation],
  ]
  return possible.filter(([, can]) => can).map(([status]) => status)
}

/** The ways to authenticate; an empty one where authentication is optional. */
function securityOf({ operation: { coordinate } }: Known, options: DocumentOptions): Schema[] {
  if (options.publicFields.has(coordinate)) return []
  return [...(options.optionalFields.has(coordinate) ? [{}] : []), { Token: [] }, { Bearer: [] }]
}

/** Summary and description from the SDL, in the terms of REST: null is an empty body here. */
function wordsOf({ operation, body: { field } }: Known): Schema {
  const inWords = operation.isMutation ? wireWords : restWords
  const text = inWords(field.description ?? '').replaceAll('Returns null', 'Returns an empty body')
  const [first, others] = sentencesOf(text)
  return { summary: first.replace(/\.$/, ''), ...(others && { description: others }) }
}

/** The whole document, ready for JSON. Throws for what it has no form for: nothing is left out. */
export function openApiDocument(options: DocumentOptions): Schema {
  const { schema, version, guardedFields } = options
  const document = readOperations()
  const know = knowAll(schema, document)
  const answers = new AnswerSchemas(document, guardedFields)
  const drawBody = bodySchemas(schema)
  const inputs: Record<string, Schema> = {}

  function requestBody({ operation }: Known): Schema | undefined {
    if (!operation.input) return undefined
    const name = `${operation.name}Body`
    const body = drawBody(operation.input)
    inputs[name] = body
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }
    return { required: body.required !== undefined, content }
  }

  function operationAt(endpoint: Endpoint): Schema {
    const { row } = endpoint
    const known = know(row.operation)
    const bodies = [row.operation, row.deleted]
      .filter((name) => name !== undefined)
      .map((name) => leavingOut(row.omitNull ?? [], answers.of(know(name).body)))
    const deleted = row.deleted === undefined ? undefined : know(row.deleted)
    const parameters = parametersOf(endpoint, known, deleted)
    const body = requestBody(known)
    return {
      operationId: endpoint.id,
      tags: [endpoint.path.split('/')[1]],
      ...wordsOf(known),
      security: securityOf(known, options),
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: body }),
      responses: {
        ...successOf(row, bodies),
        ...refusalsFor(statusesOf(endpoint, known, options)),
        ...wordsFor(row, options.publicFields.has(known.operation.coordinate)),
      },
    }
  }

  const paths: Record<string, Record<string, Schema>> = {}
  for (const endpoint of endpointsOf()) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationAt(endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Trips', version, description: intro.replaceAll('\n', ' ') },
    servers: [{ url: '/' }],
    tags,
    paths,
    components: {
      parameters: sharedParameters,
      responses: refusalResponses,
      schemas: { ...answers.components, ...inputs, ...refusalSchemas },
      securitySchemes: {
        Token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'API key, sent as `Token <key>`.',
        },
        Bearer: { type: 'http', scheme: 'bearer', description: 'OAuth access token.' },
      },
    },
  }
}
