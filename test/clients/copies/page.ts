/** Pages of changes, for a copy in any store (schema/changes.md). */

export interface Held {
  __typename: string
  id: number
  tripId?: number
  /** `tripId` of documents and emails; null in the inbox. */
  inTrip?: number | null
}

export interface CopyPage {
  position: string
  hasMore: boolean
  resetAll: boolean
  reset: readonly number[]
  destroyed: readonly { kind: string; id: number; tripId: number | null }[]
  changed: readonly Held[]
}

const tripOf = ({ tripId, inTrip }: Held) => tripId ?? inTrip ?? null

/** What an object is kept by: kind and ID; a collaborator, whose ID is a user's, by trip too. */
export const keyOf = (one: Held): string =>
  `${one.__typename}:${one.__typename === 'Collaborator' ? `${one.tripId}:` : ''}${one.id}`

/** Whether a page makes a copy forget what it holds, before it keeps what has changed. */
export function forgottenBy({ resetAll, reset, destroyed }: CopyPage): (held: Held) => boolean {
  const gone = new Set(destroyed.map(({ kind, id, tripId }) => `${kind}:${id}:${tripId}`))
  const trips = new Set(reset)
  return (held) => {
    const { __typename, id } = held
    const trip = __typename === 'Trip' ? id : tripOf(held)
    const isGone = gone.has(`${__typename.toUpperCase()}:${id}:${tripOf(held)}`)
    const isOfTrip = trip !== null && (trips.has(trip) || gone.has(`TRIP:${trip}:null`))
    return resetAll || isGone || isOfTrip
  }
}

/** Asks for a page. */
export const asking =
  (url: string, key: string, query: string) =>
  async (since: string | undefined): Promise<CopyPage> => {
    const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ query, variables: { since } })
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body })
    const { data, errors } = (await answer.json()) as {
      data?: { changes: CopyPage }
      errors?: object
    }
    if (!data) throw new Error(JSON.stringify(errors))
    return data.changes
  }
