/** The endpoints of the document: every method of every row. */

import type { Route } from '../routes/route.ts'
import { routes } from '../routes.ts'

/** One operation of the document: a method on a path. */
export interface Endpoint {
  method: string
  path: string
  row: Route
}

/** One endpoint for each method of each row. */
export function endpointsOf(rows: readonly Route[] = routes): Endpoint[] {
  return rows.flatMap((row) => {
    const [methods = '', path = ''] = row.route.split(' ')
    return methods.split(',').map((method) => ({ method, path, row }))
  })
}
