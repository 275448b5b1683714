/** Every read of both surfaces, of things that are there and of things that are not (target Z6). */
import { placedKinds } from '../spec/kinds.ts'
import { treeOf } from './paths.ts'
import { isRead } from './rows.ts'
import { ownRows } from './rows-of-accounts.ts'
import { idRows } from './rows-with-ids.ts'
import type { Question } from './twins.ts'

/** Trips of twin-world.ts; the last one is in the second version only. */
const tripIds = ['1', '2', '3', '4', '5']
/** Of a trip's children: alive, deleted, only in the first version, only in the second, none. */
const lasts: Record<string, string[]> = { 1: ['1', '2', '3', '4', '9'], 4: ['1', '2', '4'] }
const childIds = (trip: string) => (lasts[trip] ?? ['1']).map((last) => `${trip}${last}`)
/** Of everybody, some deleted ones, some that only the second version has, and none. */
const categoryIds = [1, 2, 3, 5, 8, 9, 10, 11, 13, 21, 23, 41, 43, 50, 99]

/** The same of emails and documents, on the trip and on its hosting; see twin-world.ts. */
const attachedIds = (trip: string) => ['00', '01', '02', '10', '99'].map((last) => trip + last)

const get = (url: string): Question => ({ name: `GET ${url}`, method: 'GET', url })
const ask = (query: string): Question => ({
  name: query.slice(0, 100),
  method: 'POST',
  url: '/graphql',
  payload: { query },
})

function restReads(): Question[] {
  const reads = [...idRows, ...ownRows].filter(({ rest }) => rest?.startsWith('GET '))
  return reads.flatMap(({ rest = '', names }) => {
    const path = rest.replace('GET ', '').replace('{u}', '1')
    if (names === 'category') return categoryIds.map((id) => get(path.replace('{id}', String(id))))
    const isAttached = names === 'email' || names === 'document'
    if (!path.includes('{t}') && !isAttached) return [get(path)]
    return tripIds.flatMap((t) => {
      const ids = isAttached ? attachedIds(t) : childIds(t)
      const ofTrip = path.replace('{t}', t).replace('{c}', `${t}1`)
      return (names ? ids : ['']).map((id) => get(ofTrip.replace('{id}', id)))
    })
  })
}

const since = 'updatedSince=2031-01-02T09:00:00Z'
const filters = [
  ...['fields=id,price,currency,notes', 'page=2'],
  ...[since, `deleted=true&${since}`],
]

/** The lists again, with what may be said about them. */
function filtered(): Question[] {
  const lists = placedKinds.flatMap(({ many }) => [`/v1/trip/1/${many}`, `/v2/trip/1/${many}`])
  const others = ['/v1/trip/1/expenses', '/v1/trip/1/collaborators']
  const all = [...lists, '/v1/trips', '/v2/trips', ...others]
  return all.flatMap((path) => filters.map((filter) => get(`${path}?${filter}`)))
}

function graphqlReads(): Question[] {
  const trips = tripIds.map((t) => {
    const [id = ''] = childIds(t)
    return ask(`{ trip(id: ${t}) { ${treeOf('Trip', id)} } }`)
  })
  const children = ['11', '12', '13', '14', '41'].flatMap((id) =>
    ['hosting', 'expense'].map((one) => ask(`{ trip(id: 1) { ${one}(id: ${id}) { id } } }`)),
  )
  const roots = [...idRows, ...ownRows].filter((row) => isRead(row) && !row.names)
  const named = roots.filter(({ on }) => on !== 'Trip' && on !== '')
  const others = named.map(({ field, on }) => {
    const inner = on === 'TripPage' ? 'count results { id name changedAt }' : treeOf(on, '11')
    return ask(`{ ${field} { ${inner} } }`)
  })
  const list = treeOf('Trip', '11', ['hosting', 'activity', 'transportation', 'expense'])
  const all = ask(`{ trips(first: 3) { count results { ${list} } } }`)
  return [...trips, ...children, ...others, all]
}

/** Those about one trip, and lists with filters. */
export const narrow: readonly Question[] = [...filtered(), ...graphqlReads()]
export const questions: readonly Question[] = [...restReads(), ...narrow]
