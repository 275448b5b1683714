/**
 * The document for client generators: OpenAPI 3.0, which all of them read, without what many
 * languages and generators cannot express. It describes the same interface as its source.
 */
import type { Schema } from './values.ts'

const intro = `The interface that \`/openapi.json\` describes exactly, simplified for generators of
clients: of several forms, one is described. With \`fields\`, \`fields!\` or \`deleted=true\`,
responses lack keys that are required here. A duplicate on create, and an update that moves its
object to another trip, get status 200 with an empty body.`

interface Node {
  readonly [key: string]: unknown
  readonly $ref?: string
  readonly anyOf?: readonly Node[]
  readonly type?: string | readonly string[]
  readonly schema?: Node
}

type Nodes = Readonly<Record<string, Node>>

const each = (nodes: Nodes, change: (node: Node) => unknown): Schema =>
  Object.fromEntries(Object.entries(nodes).map(([key, node]) => [key, change(node)]))

/** A schema of OpenAPI 3.1 in 3.0. A union with anything but null becomes any value. */
function plain({ $ref, anyOf, type, const: only, ...schema }: Node): Schema {
  const { properties, items, additionalProperties, required, ...rest } = schema
  if ($ref) return Object.keys(rest).length > 0 ? { allOf: [{ $ref }], ...rest } : { $ref }
  if (anyOf) {
    const [form, ...others] = anyOf.filter((one) => one.type !== 'null')
    if (!form || others.length > 0) return rest
    return { type: 'object', nullable: true, allOf: [plain(form)], ...rest }
  }
  const types = [type ?? (only === undefined ? [] : typeof only)].flat()
  return {
    ...(types.length > 0 && { type: types[0] }),
    ...(types.includes('null') && { nullable: true }),
    ...(typeof only === 'string' && { enum: [only] }),
    ...rest,
    // OpenAPI 3.0 does not allow an empty list.
    ...(Array.isArray(required) && required.length > 0 && { required }),
    ...(properties !== undefined && { properties: each(properties as Nodes, plain) }),
    ...(items !== undefined && { items: plain(items as Node) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: plain(additionalProperties as Node),
    }),
  }
}

/** The first form of a value that has several. */
const first = ({ anyOf: [form] = [], ...schema }: Node): Schema =>
  plain(form ? { ...schema, ...form } : schema)

/**
 * `fields!`, which most languages would also name `fields`. Given `content`, generators that
 * confuse the two omit the parameter instead of the operation.
 */
const fieldsLeftOut = ({ schema, style, explode, ...parameter }: Node): Schema => ({
  ...parameter,
  content: { 'text/plain': { schema: { type: 'string' } } },
})

const anyObject: Schema = { type: 'object', additionalProperties: {} }

/** A response; an error that has several forms becomes any object. */
function response({ content, description, $ref }: Node, isSuccess: boolean): Schema {
  if ($ref) return { $ref }
  const body = ({ schema = {} }: Node): Schema => {
    if (isSuccess || !schema.anyOf) return { schema: first(schema) }
    return { schema: anyObject }
  }
  return { description, ...(content !== undefined && { content: each(content as Nodes, body) }) }
}

/** The responses of an operation. An empty one would hide the type of one with a body. */
function responses(nodes: Nodes): Schema {
  const isSuccess = (status: string) => status.startsWith('2')
  const hasBody = Object.entries(nodes).some(([status, one]) => isSuccess(status) && one.content)
  return Object.fromEntries(
    Object.entries(nodes)
      .filter(([status, { content }]) => !isSuccess(status) || !hasBody || content)
      .map(([status, one]) => [status, response(one, isSuccess(status))]),
  )
}

const leftOutRef = '#/components/parameters/fieldsLeftOut'

/** @param shared the parameters in the components */
function operation(node: Node, shared: Nodes): Schema {
  const {
    parameters = [],
    requestBody,
    responses: answers,
    'x-graphql-operation': _,
    ...rest
  } = node
  const parameterOf = (one: Node) => {
    if (one.$ref === leftOutRef) return fieldsLeftOut(shared.fieldsLeftOut as Node)
    return one.$ref ? one : { ...one, schema: first(one.schema as Node) }
  }
  const body = requestBody as (Node & { content: Nodes }) | undefined
  return {
    ...rest,
    parameters: (parameters as Node[]).map(parameterOf),
    ...(body && {
      requestBody: {
        required: body.required,
        content: each(body.content, ({ schema = {} }) => ({ schema: plain(schema) })),
      },
    }),
    responses: responses(answers as Nodes),
  }
}

/** All references in a value. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap(references)]
}

type Components = Readonly<Record<string, Nodes>>

/** The components referred to, directly or indirectly. */
function used(paths: Schema, components: Record<string, Schema>): Schema {
  const found = new Set<string>()
  const follow = (value: unknown) => {
    for (const $ref of references(value)) {
      if (found.has($ref)) continue
      found.add($ref)
      const [section = '', name = ''] = $ref.split('/').slice(2)
      follow(components[section]?.[name])
    }
  }
  follow(paths)
  return Object.fromEntries(
    Object.entries(components).map(([section, members]) => [
      section,
      Object.fromEntries(
        Object.entries(members).filter(([name]) => found.has(`#/components/${section}/${name}`)),
      ),
    ]),
  )
}

/** The document for client generators, derived from the exact one. */
export function forClients(document: Schema): Schema {
  const { info, servers, tags, paths, components } = document as Record<string, Schema>
  const { parameters, responses, schemas, securitySchemes } = components as Components
  const operations = each(paths as Nodes, (path) =>
    each(path as Nodes, (one) => operation(one, parameters as Nodes)),
  )
  const kept = used(operations, {
    parameters: parameters as Schema,
    responses: each(responses as Nodes, (one) => response(one, false)),
    schemas: each(schemas as Nodes, plain),
  })
  return {
    openapi: '3.0.3',
    info: { ...info, description: intro.replaceAll('\n', ' ') },
    servers,
    tags,
    paths: operations,
    components: { ...kept, securitySchemes },
  }
}
