/** Names of functions in generated clients. */
import { Kind } from 'graphql'
import { capitalized } from '../../src/base/names.ts'
import { responseKeyOf } from '../programs.ts'
import type { Known } from './documented-operations.ts'
import type { Endpoint } from './endpoints.ts'

/** Whether the body lists results. */
const lists = ({ body: { set } }: Known): boolean =>
  set?.selections.some((node) => node.kind === Kind.FIELD && responseKeyOf(node) === 'results') ??
  false

/** The words of a path without parameters and version: `trip`, `activity`, `emails`. */
const wordsOf = (path: string) =>
  [...path.matchAll(/(?<=\/)[a-z]+(?=\/|$)/g)].map(([word]) => capitalized(word))

/**
 * On an activity, `AttachDocument` becomes `AttachActivityDocument`, `ChildEmails`
 * `ActivityEmails`.
 */
function namedAfterParent(operation: string, path: string): string {
  const parent = wordsOf(path).at(-2) ?? ''
  return operation.replace(/^Child/, '').replace(/(?=[A-Z][a-z]+$)/, parent)
}

const versionOf = (path: string) => /^\/(v\d)\//.exec(path)?.[1]?.toUpperCase() ?? ''

/**
 * A name for each endpoint: its GraphQL operation's, with a verb. If an operation has several
 * paths, the name includes the parent; `PUT` beside `PATCH` includes the method. Throws for
 * duplicates.
 */
export function operationIds(
  endpoints: readonly Endpoint[],
  know: (operation: string) => Known,
): Map<Endpoint, string> {
  const taken = new Set<string>()
  return new Map(
    endpoints.map((endpoint) => {
      const { method, path, row } = endpoint
      const known = know(row.operation)
      const isShared = endpoints.some(
        (other) => other.row.operation === row.operation && other.path !== path,
      )
      const noun = isShared ? namedAfterParent(row.operation, path) : row.operation
      const read = lists(known) && !path.endsWith('}') ? 'List' : 'Get'
      const verb = known.operation.isMutation ? '' : read
      const put = method === 'PUT' && row.route.includes(',') ? 'ByPut' : ''
      const name = [`${verb}${noun}${put}`, `${verb}${noun}${versionOf(path)}${put}`].find(
        (one) => !taken.has(one),
      )
      if (name === undefined) throw new Error(`openapi: ${method} ${path} needs another name`)
      taken.add(name)
      return [endpoint, name]
    }),
  )
}
