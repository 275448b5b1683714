/** Pages of a list, by number or cursor, as in the service. */
import type { Ref } from '@graphql-tools/mock'
import { pageOfList } from '../../base/pages.ts'

export interface Cut {
  first?: number
  page?: number
  after?: string
}

const cursorOf = ({ $ref }: Ref) => `${$ref.typeName}:${$ref.key}`

/** The page; throws past the last one, as the service does. */
export async function mockPage(all: readonly Ref[], { first = all.length, page = 1, after }: Cut) {
  const rest = after ? all.slice(all.findIndex((one) => cursorOf(one) === after) + 1) : all
  const { results } = await pageOfList({ first, page }, rest)
  const end = results.at(-1)
  const endCursor = end && end !== all.at(-1) ? cursorOf(end) : null
  return { count: all.length, results, endCursor }
}
