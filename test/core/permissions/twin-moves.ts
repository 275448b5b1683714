/**
 * Moves into a trip of the mover's own, and the reads of it afterwards (test/spec/12; target
 * Z6). The trip is not among those that are read otherwise.
 */
import { kindsWithEmails } from '../../spec/kinds.ts'
import { treeOf } from './paths.ts'
import type { Principal } from './principals.ts'
import { upper } from './rows.ts'
import { ask, get } from './twin-questions.ts'
import { type Fact, fact, idOf, rights } from './twin-rows.ts'
import type { Question } from './twins.ts'

const own = 6

/** A trip of that person. */
export function ownTrip(reader: Principal): Fact[] {
  const user_id = idOf(reader)
  const member = { trip_id: own, user_id, is_owner: true, joined: true, ...rights() }
  return [fact('trip', { id: own, owner_id: user_id, name: 'Own' }), fact('member', member)]
}

/** Live and deleted children of one trip, and live ones of another. */
const children = [11, 12, 21].flatMap((id) =>
  kindsWithEmails.map(({ one }) => ({ one, id, trip: Math.floor(id / 10) })),
)

export const moves: readonly Question[] = children.flatMap(({ one, id, trip }) => {
  const url = `/v1/trip/${trip}/${one}/${id}`
  const args = `tripId: ${trip}, id: ${id}, input: {updateTrip: ${own}}`
  return [
    ask(`mutation { update${upper(one)}(${args}) { id price currency emails { id } } }`),
    { name: `PATCH ${url}`, method: 'PATCH', url, payload: { update_trip: `${own}` } },
  ]
})

const papers = ['documents', 'emails', 'documents?deleted=true', 'emails?deleted=true']
const listed = (many: string, of: string) => `{ ${many}(first: 3) { results { ${of} } } }`

/** The reads that may show what came along. */
export const arrived: readonly Question[] = [
  ...papers.map((list) => get(`/v2/trip/${own}/${list}`)),
  ...kindsWithEmails.flatMap(({ one, many }) => [
    ...[get(`/v1/trip/${own}/${many}`), get(`/v2/trip/${own}/${many}`)],
    ask(`{ trip(id: ${own}) ${listed(many, treeOf(upper(one), '11'))} }`),
  ]),
]
