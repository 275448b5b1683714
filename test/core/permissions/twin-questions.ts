/** Every read of both surfaces, of things that exist and of things that do not (target Z6). */
import { changesDocument } from '../../spec/changes-document.ts'
import { kindsWithEmails, type TestKind } from '../../spec/kinds.ts'
import { treeOf } from './paths.ts'
import { isRead, type MatrixRow, upper } from './rows.ts'
import { ownRows } from './rows-of-accounts.ts'
import { idRows } from './rows-with-ids.ts'
import type { Question } from './twins.ts'

/** Trips of twin-world.ts; the last one is in the second version only. */
const tripIds = ['1', '2', '3', '4', '5']
/** Of a trip's children: alive, deleted, only in the first version, only in the second, unknown. */
const lasts: Record<string, string[]> = { 1: ['1', '2', '3', '4', '9'], 4: ['1', '2', '4'] }
const childIds = (trip: string) => (lasts[trip] ?? ['1']).map((last) => `${trip}${last}`)
/** Of all people, some deleted ones, some that only the second version has, and unknown ones. */
const categoryIds = [1, 2, 3, 5, 8, 9, 10, 11, 13, 21, 23, 41, 43, 50, 99]

/** The same of emails and documents, on the trip and on its hostings; see twin-mail.ts. */
const attachedLasts: Record<string, string[]> = {
  ...{ 1: ['00', '02', '04', '10', '20', '90', '99'], 2: ['00', '10'], 4: ['00', '90'] },
}
const attachedIds = (trip: string) => (attachedLasts[trip] ?? ['00']).map((last) => trip + last)
/** Emails by their ids alone: of all people, deleted ones, attached ones, and unknown ones. */
const messageIds = [1, 3, 5, 10, 21, 23, 41, 43].map(String)
const anyIds = [...messageIds, ...['1', '2', '4'].flatMap(attachedIds), '5100', '5110', '5200']

/** Of the children only hostings have attachments: of others one trip is enough. */
const tripsFor = (under: MatrixRow['under']) => (under && under !== 'hosting' ? ['1'] : tripIds)

export const get = (url: string): Question => ({ name: `GET ${url}`, method: 'GET', url })
export const ask = (query: string): Question => ({
  name: query.slice(0, 120),
  method: 'POST',
  url: '/graphql',
  payload: { query },
})

function restReads(): Question[] {
  const reads = [...idRows, ...ownRows].filter(({ rest }) => rest?.startsWith('GET '))
  return reads.flatMap(({ rest = '', names, under }) => {
    const path = rest.replace('GET ', '').replace('{u}', '1')
    if (names === 'category') return categoryIds.map((id) => get(path.replace('{id}', String(id))))
    const isAttached = names === 'email' || names === 'document'
    if (!path.includes('{t}')) {
      return names ? anyIds.map((id) => get(path.replace('{id}', id))) : [get(path)]
    }
    return tripsFor(under).flatMap((t) => {
      const ids = isAttached ? attachedIds(t) : childIds(t)
      const ofTrip = path.replace('{t}', t).replace('{c}', `${t}1`)
      return (names ? ids : ['']).map((id) => get(ofTrip.replace('{id}', id)))
    })
  })
}

const since = 'updatedSince=2021-01-02T09:00:00Z'
const filters = [
  ...['fields=id,price,currency,notes', 'page=2'],
  ...[since, `deleted=true&${since}`],
]

/** The lists again, with filters and pages. */
function filtered(): Question[] {
  const lists = kindsWithEmails.flatMap(({ many }) => [`/v1/trip/1/${many}`, `/v2/trip/1/${many}`])
  const others = [
    ...['/v1/trip/1/expenses', '/v1/trip/1/collaborators', '/v2/trip/1/emails'],
    ...['/v2/trip/1/documents', '/v2/trip/1/hosting/11/emails', '/v2/trip/1/hosting/11/documents'],
    ...['/v2/trip/2/emails', '/v2/trip/2/documents', '/v1/emails', '/v1/automation/emails'],
  ]
  const all = [...lists, '/v1/trips', '/v2/trips', ...others]
  return all.flatMap((path) => filters.map((filter) => get(`${path}?${filter}`)))
}

const listed = ({ one, many }: TestKind) =>
  `id ${many}(first: 2) { count results { ${treeOf(upper(one), '11')} } }`

/** As many root fields as a document may have. */
const together = 10

/** A root field with every trip and every id it may be asked for, several in one document. */
function filledIn({ field, names, alone, on, under }: MatrixRow): Question[] {
  const ofTrips = field.includes('$t') ? tripsFor(under) : ['1']
  const fields = ofTrips.flatMap((t) => {
    const ofTrip = field.replace('$t', t).replace('$c', `${t}1`)
    const ids = field.includes('$t') ? attachedIds(t) : anyIds
    return (names ? ids : ['']).map((id) => ofTrip.replace('$id', id))
  })
  const inner = on === 'TripPage' ? 'count results { id name changedAt }' : treeOf(on, '11')
  // A refusal that takes the whole answer with it stands alone.
  const size = alone || !names ? 1 : together
  const groups = Math.ceil(fields.length / size)
  return Array.from({ length: groups }, (_, group) => {
    const asked = fields.slice(group * size, (group + 1) * size)
    const leaves = on === 'Email' ? 'id subject content safeContent' : 'id title url'
    if (size === 1) return ask(`{ ${asked} { ${inner} } }`)
    return ask(`{ ${asked.map((one, at) => `a${at}: ${one} { ${leaves} }`).join(' ')} }`)
  })
}

function graphqlReads(): Question[] {
  const trips = tripIds.map((t) => {
    const [id = ''] = childIds(t)
    return ask(`{ trip(id: ${t}) { ${treeOf('Trip', id)} } }`)
  })
  const children = ['11', '12', '13', '14', '41'].flatMap((id) =>
    ['hosting', 'expense'].map((one) => ask(`{ trip(id: 1) { ${one}(id: ${id}) { id } } }`)),
  )
  const roots = [...idRows, ...ownRows].filter((row) => isRead(row))
  const named = roots.filter(({ on, names }) => on !== 'Trip' && on !== '' && names !== 'category')
  const others = named.flatMap(filledIn)
  const singly = ['hosting', 'activity', 'transportation', 'expense']
  const plain = treeOf('Trip', '11', [...singly, ...kindsWithEmails.map(({ many }) => many)])
  const lists = [plain, ...kindsWithEmails.map(listed)]
  const all = lists.map((list) => ask(`{ trips(first: 3) { count results { ${list} } } }`))
  return [...trips, ...children, ...others, ...all, ask(changesDocument)]
}

/** Those about one trip, and lists with filters. */
export const narrow: readonly Question[] = [...filtered(), ...graphqlReads()]
export const questions: readonly Question[] = [...restReads(), ...narrow]
