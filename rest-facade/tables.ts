/** The rows and operations as one table, checked at boot. */
import type { FacadeOperation } from './operations.ts'
import { filledPath, paramsOf } from './routes/route.ts'
import { pageOperations, routes } from './routes.ts'

/** The parameter of a path that names a trip. */
export const tripIn = (path: string): string | undefined =>
  /\{(trip_id)\}/.exec(path)?.[1] ?? /\/trips\/\{(id)\}$/.exec(path)?.[1]

/** All rows of one path. */
export interface Path {
  path: string
  params: string[]
  /** Matches the path with or without a trailing slash. */
  shape: RegExp
  /** The parameters that hold opaque texts. */
  texts: ReadonlySet<string>
  methods: string[]
  isPublic: boolean
  /** Credentials are optional, but wrong ones are refused. */
  isOptional: boolean
  name: string
}

export function pathsOf(
  operations: Map<string, FacadeOperation>,
  { publicFields, optionalFields }: Record<'publicFields' | 'optionalFields', ReadonlySet<string>>,
): Path[] {
  const paths = new Map<string, Path>()
  for (const { route, operation } of routes) {
    const [methods = '', path = ''] = route.split(' ')
    const { coordinate } = operationNamed(operations, operation)
    const known = paths.get(path) ?? {
      path,
      params: paramsOf(path),
      shape: shapeOf(path, operations),
      texts: textsBehind(path, operations),
      methods: [],
      isPublic: publicFields.has(coordinate),
      isOptional: optionalFields.has(coordinate),
      name: operation.replace(/V\d$/, ''),
    }
    known.methods.push(...methods.split(','))
    paths.set(path, known)
  }
  for (const { methods } of paths.values()) {
    if (methods.includes('GET')) methods.push('HEAD')
    methods.push('OPTIONS')
  }
  return [...paths.values()]
}

/** The characters that a segment of a path has as they are (RFC 3986, `pchar`). */
export const urlSafe = "[\\w.~!$&'()*+,;=:@-]+"

/** Ids are digits; texts are opaque, and have only characters that URLs do not escape. */
function shapeOf(path: string, operations: Map<string, FacadeOperation>): RegExp {
  const texts = textsBehind(path, operations)
  const shape = filledPath(path, (name) => (texts.has(name) ? urlSafe : '\\d+'))
  return new RegExp(`^${shape}/?$`)
}

export function operationNamed(
  operations: Map<string, FacadeOperation>,
  name: string,
): FacadeOperation {
  const operation = operations.get(name)
  if (!operation) throw new Error(`routes: no operation ${name}`)
  return operation
}

/** The operations behind a path. */
function operationsBehind(
  path: string,
  operations: Map<string, FacadeOperation>,
): FacadeOperation[] {
  return routes
    .filter(({ route }) => route.endsWith(` ${path}`))
    .map(({ operation }) => operationNamed(operations, operation))
}

/** The parameters of a path that hold opaque texts. */
export function textsBehind(path: string, operations: Map<string, FacadeOperation>): Set<string> {
  return new Set(operationsBehind(path, operations).flatMap(({ texts }) => [...texts]))
}

/** The variables of all operations behind a path, which its parameters may fill. */
function variablesBehind(path: string, operations: Map<string, FacadeOperation>): Set<string> {
  return new Set(operationsBehind(path, operations).flatMap(({ variables }) => [...variables]))
}

/**
 * Throws unless every operation is used by a row or a page, and every path parameter is a variable
 * of some operation behind it. (Not of all: an alias ignores it.)
 */
export function assertTables(operations: Map<string, FacadeOperation>): void {
  const used = new Set([
    ...routes.flatMap(({ operation, deleted }) => [operation, deleted]),
    ...pageOperations,
  ])
  for (const name of operations.keys()) {
    if (!used.has(name)) throw new Error(`routes: no row uses the operation ${name}`)
  }
  const isMutation = (name: string) => operationNamed(operations, name).isMutation
  for (const { route, operation, deleted, paged, page } of routes) {
    const [, path = ''] = route.split(' ')
    const known = variablesBehind(path, operations)
    for (const param of paramsOf(path)) {
      if (!known.has(param)) throw new Error(`routes: no operation of ${path} declares $${param}`)
    }
    if (/^GET\b/.test(route) && isMutation(operation) && !page) {
      // A mutation must not run for HEAD (test/spec/01.1); those behind links in mails handle it.
      throw new Error(`routes: ${route} runs a mutation, and returns no page`)
    }
    for (const name of [operation, deleted].filter((name) => name !== undefined)) {
      const { variables, required } = operationNamed(operations, name)
      if (variables.has('page') !== (paged === true)) {
        throw new Error(`routes: ${route} does not fit $page of ${name}`)
      }
      for (const variable of required) {
        if (!['input', 'page'].includes(variable) && !route.includes(`{${variable}}`)) {
          throw new Error(`routes: no parameter of ${route} fills $${variable} of ${name}`)
        }
      }
    }
  }
}
