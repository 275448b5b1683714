/**
 * The REST surface as an OpenAPI 3.1 document, derived from the rows, the operations and the
 * schema. `npm run generate` keeps it in `openapi.json`.
 */
import type { GraphQLSchema } from 'graphql'
import { AnswerSchemas } from './openapi/answers.ts'
import { BodySchemas } from './openapi/bodies.ts'
import {
  type FieldAccess,
  isKeyed,
  type Known,
  knowAll,
  openApiParameters,
  securityOf,
  statusesOf,
  wordsOf,
} from './openapi/documented-operations.ts'
import { type Endpoint, endpointsOf } from './openapi/endpoints.ts'
import { ExampleComponents, type Examples } from './openapi/examples.ts'
import { documentsOf } from './openapi/graphql.ts'
import { headerComponents, notModified } from './openapi/headers.ts'
import { operationIds } from './openapi/operation-ids.ts'
import { sharedParameters } from './openapi/parameters.ts'
import { refusalResponses, refusalSchemas, refusalsFor, wordsFor } from './openapi/refusals.ts'
import { type Forms, successOf } from './openapi/successes.ts'
import { tagFor, tags } from './openapi/tags.ts'
import type { Schema } from './openapi/values.ts'
import { readOperations } from './operations.ts'
import type { Route } from './routes/route.ts'

interface DocumentOptions extends FieldAccess {
  schema: GraphQLSchema
  /** The version of the service. */
  version: string
  license: string
  examples: Examples
}

/** CommonMark. The steps are for people at /docs, where every example can be sent as it is. */
const intro = `
1. Sign up: send the example of \`POST /v1/signup\`, then that of \`POST /auth/login\`.
2. Authorize: paste the \`key\` of its response. Clients send \`Authorization: Token <key>\`.
3. Try it out: \`POST /v1/trips\` creates a trip, \`GET /v2/trips\` lists yours.

## Conventions and limits

- Every path is accepted with and without a trailing slash. Unknown paths return 404, unsupported
  methods 405.
- \`PUT\` works like \`PATCH\`: omitted keys stay unchanged.
- Numbers may be sent as strings, booleans as words such as \`yes\`, and strings as numbers.
  Unknown keys are ignored. A list in a request body has at most 100 elements.
- A response carries at most 16 MiB of attachments, those of the newest emails first. The
  \`payload\` of all others is null, except when a single email is read.
- \`x-graphql-operation\` is the GraphQL document behind a route, which can be sent to
  \`/graphql\`. The one for \`deleted=true\` comes second.
`.trim()

const securitySchemes = {
  Token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'API key: the `key` from `POST /auth/login`. Clients send the word Token, a space and the ' +
      'key; at `/docs`, the key alone will do.',
  },
  Bearer: { type: 'http', scheme: 'bearer', description: 'OAuth access token.' },
} satisfies Record<string, Schema>

/** The operations of a row: its own, and that of its deleted objects. */
const namesOf = ({ operation, deleted }: Route) =>
  [operation, deleted].filter((name) => name !== undefined)

/** Describes the operations, and collects the components they refer to. */
class Operations {
  readonly #options: DocumentOptions
  readonly #know: (name: string) => Known
  readonly #documents: ReadonlyMap<string, string>
  readonly #answers: AnswerSchemas
  readonly #bodies: BodySchemas
  readonly #examples: ExampleComponents

  constructor(options: DocumentOptions) {
    const { schema, guardedFields, examples } = options
    const document = readOperations()
    this.#options = options
    this.#know = knowAll(schema, document)
    this.#documents = documentsOf(document)
    this.#answers = new AnswerSchemas(document, guardedFields)
    this.#bodies = new BodySchemas(schema)
    this.#examples = new ExampleComponents(examples)
  }

  /** The path items by path. */
  paths(): Record<string, Schema> {
    const paths: Record<string, Record<string, Schema>> = {}
    const endpoints = endpointsOf()
    const ids = operationIds(endpoints, this.#know)
    for (const endpoint of endpoints) {
      const { method, path } = endpoint
      const operation = this.#at(endpoint, ids.get(endpoint) as string)
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
    }
    return paths
  }

  #at(endpoint: Endpoint, operationId: string): Schema {
    const { row } = endpoint
    const known = this.#know(row.operation)
    const deleted = row.deleted === undefined ? undefined : this.#know(row.deleted)
    const parameters = openApiParameters(endpoint, known, this.#options, deleted)
    const body = this.#requestBody(known)
    const isReplayable = isKeyed(endpoint, known, this.#options)
    return {
      operationId,
      tags: [tagFor(known.file)],
      ...wordsOf(known),
      security: securityOf(known, this.#options),
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: body }),
      responses: {
        ...successOf(row, this.#formsOf(row), isReplayable),
        ...refusalsFor(row, statusesOf(endpoint, known, this.#options), {
          examples: this.#options.examples,
          isLimited: this.#options.limitedFields.has(known.operation.coordinate),
        }),
        ...wordsFor(row, this.#options.publicFields.has(known.operation.coordinate)),
      },
      'x-graphql-operation': namesOf(row)
        .map((name) => this.#documents.get(name))
        .join('\n\n'),
    }
  }

  /** The components; to be called after `paths`. */
  components(): Schema {
    return {
      parameters: sharedParameters,
      headers: headerComponents,
      responses: { NotModified: notModified, ...refusalResponses(this.#options.examples) },
      schemas: { ...this.#answers.components, ...this.#bodies.components, ...refusalSchemas },
      examples: this.#examples.components,
      securitySchemes,
    }
  }

  #requestBody({ operation: { name, input } }: Known): Schema | undefined {
    if (!input) return undefined
    const { schema, isRequired } = this.#bodies.of(`${name}Body`, input)
    const examples = this.#examples.of([name], 'request')
    return { required: isRequired, content: { 'application/json': { schema, ...examples } } }
  }

  #formsOf(row: Route): Forms {
    const names = namesOf(row)
    if (row.empty || row.page || row.status === 204) return { schemas: [], examples: {} }
    return {
      schemas: names.map((name) => this.#answers.of(this.#know(name).body, row)),
      examples: this.#examples.of(names, 'response'),
    }
  }
}

/**
 * The whole document, ready for JSON. Throws for anything it cannot describe, so nothing is left
 * out.
 */
export function openApiDocument(options: DocumentOptions): Schema {
  const { version, license } = options
  const operations = new Operations(options)
  const paths = operations.paths()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trips',
      version,
      description: intro,
      // /docs would link an identifier, and outside SPDX there is no page for it. Generators do not
      // accept relative URLs.
      license:
        license === 'UNLICENSED'
          ? { name: 'All rights reserved', url: 'https://choosealicense.com/no-permission/' }
          : { name: license, url: `https://spdx.org/licenses/${license}.html` },
    },
    externalDocs: {
      description: 'The same interface in OpenAPI 3.0, for generators of clients',
      url: './openapi-clients.json',
    },
    servers: [{ url: '/' }],
    tags,
    paths,
    components: operations.components(),
  }
}
