/** One core operation that is tried, and how it is made. */
import { one } from '../../spec/persons.ts'
import { type Person, premium, trip } from '../../world.ts'

export interface CoreRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** Sent as they stand, in place of a body. */
  bytes?: Buffer
  headers?: Record<string, string>
  /** Who sends it; by default olga; anonymous if null. */
  by?: Person | null
}

export interface CoreOperation {
  name: string
  /** Whether an `Idempotency-Key` counts for it. */
  takesKey: boolean
  /** Whether what it does is to record or store a file, which no object names yet. */
  isUpload: boolean
  /** Whether it is done in parts without a key; the same request makes up for those that failed. */
  isInParts: boolean
  /** Whether it is answered although something that it asks is away or full. */
  isAnswered?: boolean
  /** The problems of the text of a successful answer, if it may have any. */
  wrongIn?: (text: string) => Promise<string[]>
  make(): Promise<Required<Pick<CoreRequest, 'by'>> & CoreRequest>
}

type Make = (olga: Person, tripId: number) => CoreRequest | Promise<CoreRequest>

export const operation = (
  name: string,
  make: Make,
  more: Partial<CoreOperation> = {},
): CoreOperation => ({
  ...{ name, takesKey: true, isUpload: false, isInParts: false, ...more },
  async make() {
    const olga = await one('olga')
    await premium(olga, true)
    const { id } = await trip(olga, { name: 'Lisbon' })
    return { by: olga, ...(await make(olga, id)) }
  },
})

/** For what answers secrets, or needs no account. */
export const without = { takesKey: false }
/** An operation at `/graphql`. */
export const graphql = (query: string, input?: object) =>
  ({ method: 'POST', path: '/graphql', body: { query, variables: { input } } }) as const
