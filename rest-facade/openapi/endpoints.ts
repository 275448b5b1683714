/** The operations of the document: every method of every row, each with a name of its own. */

import type { Route } from '../routes/route.ts'
import { routes } from '../routes.ts'

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
