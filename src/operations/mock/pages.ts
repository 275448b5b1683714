/** Pages of a list, by number or by cursor, as the service cuts them. */
import type { Ref } from '@graphql-tools/mock'
import { GraphQLError } from 'graphql'

export interface Cut {
  first?: number
  page?: number
  after?: string
}

const cursorOf = ({ $ref }: Ref) => `${$ref.typeName}:${$ref.key}`

/** The page; past the last one it is an error, as in the service. */
export function mockPage(all: readonly Ref[], { first = all.length, page = 1, after }: Cut) {
  const last = Math.max(1, Math.ceil(all.length / first))
  const number = page === -1 ? last : page
  if (number < 1 || number > last) {
    throw new GraphQLError('Invalid page.', { extensions: { code: 'INVALID_PAGE' } })
  }
  const start = after ? all.findIndex((one) => cursorOf(one) === after) + 1 : (number - 1) * first
  const results = all.slice(start, start + first)
  const end = results.at(-1)
  const endCursor = end && start + first < all.length ? cursorOf(end) : null
  return { count: all.length, results, endCursor }
}
