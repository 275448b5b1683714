/** What a reader sees by the ordinary queries, and how a copy is compared with it. */
import { isPart } from '../../../../src/core/narrowing.ts'
import type { Account } from '../../../../src/core/store/viewer.ts'
import { type CopyRow, keyOf, tripOf, Violation } from './copy.ts'
import { fragmentsOf, plain } from './selection.ts'
import type { Stage } from './stage.ts'

type List = { results: CopyRow[] } | null
const items = ['Hosting', 'Activity', 'Transportation', 'Expense'] as const
const plural = { Hosting: 'hostings', Activity: 'activities', Transportation: 'transportations' }
const listOf = (type: (typeof items)[number]) => (type === 'Expense' ? 'expenses' : plural[type])

/** A list of a trip, by a name that no field has. */
const listed = (type: (typeof items)[number]) =>
  `${listOf(type)}Of: ${listOf(type)}(first: 100) { results { ...${type}All } }`

/** What parts of an account have not. */
const ofAccount = `favorites(first: 100) { results { ...FavoriteAll } }
  inbox(first: 100) { results { ...EmailAll } }`

const everything = (isWhole: boolean) => `{
  me { ...UserAll }
  trips(first: 100) { results { ...TripAll
    ${items.map(listed).join(' ')}
    collaborators(first: 100) { results { ...CollaboratorAll } } } }
  categories { results { ...CategoryAll } }
  ${isWhole ? ofAccount : ''}
}
${fragmentsOf('User', 'Trip', ...items, 'Collaborator', 'Category')}
${isWhole ? fragmentsOf('Favorite', 'Email') : ''}`

const attached = () => `query ($trip: Int!) {
  documents(tripId: $trip, first: 100) { results { ...DocumentAll } }
  emails(tripId: $trip, first: 100) { results { ...EmailAll } }
}
${fragmentsOf('Document', 'Email')}`

type Trip = CopyRow & { viewerCan: { seeDocuments: boolean; seeExpenses: boolean } }

/** Everything that the reader may see, by its key. */
export async function fresh(stage: Stage, reader: Account): Promise<Map<string, CopyRow>> {
  const { data, errors } = await stage.run(reader, everything(!isPart(reader)))
  const hidden = /^trips\.results\.\d+\.(expensesOf|\w+Of\.results\.\d+\.(\w+_)?(price|currency))$/
  const wrong = errors.filter(({ code, path }) => code !== 'FORBIDDEN' || !hidden.test(path))
  if (wrong.length > 0) throw new Error(`the fresh read: ${JSON.stringify(wrong)}`)
  const found = new Map<string, CopyRow>()
  const put = (one: CopyRow) => found.set(keyOf(plain(one)), plain(one))
  const add = (list: unknown) => (list as List)?.results.forEach(put)
  put(data.me as CopyRow)
  for (const list of [data.categories, data.favorites, data.inbox]) add(list)
  for (const { collaborators, ...trip } of (data.trips as { results: Trip[] }).results) {
    add(collaborators)
    for (const type of items) {
      add(trip[`${listOf(type)}Of`])
      delete trip[`${listOf(type)}Of`]
    }
    put(trip as CopyRow)
    if (!trip.viewerCan.seeDocuments) continue
    const more = await stage.run(reader, attached(), { trip: trip.id })
    if (more.errors.length > 0) throw new Error(`the fresh read: ${JSON.stringify(more.errors)}`)
    for (const list of Object.values(more.data)) add(list)
  }
  return found
}

interface Person {
  id: number
  name: string
  email: string
  photoUrl: string | null
}

/** All accounts, by their ids. */
export async function realPeople({ db }: Stage): Promise<Map<number, Person>> {
  const text = 'select id, name, email, photo_url as "photoUrl" from account'
  const people = await db.query<Person>({ text })
  return new Map(people.map((one) => [one.id, one]))
}

const isPerson = (value: object): value is Person =>
  'name' in value && 'email' in value && 'photoUrl' in value && 'id' in value
const textOf = ({ name, email, photoUrl }: Omit<Person, 'id'>) =>
  JSON.stringify([name, email, photoUrl])

/**
 * The one exception: whether a person is shown as to somebody who knows him, as to a stranger, or
 * as an invitee, may be as it was. What is shown must be what the person is called now.
 */
function isShownBefore(held: Person, person: Person | undefined): boolean {
  if (!person) return false
  const { name, email, photoUrl } = person
  const stranger = { name, email: '', photoUrl: null }
  const withheld = { name: '', email: '', photoUrl: null }
  const possible = [{ name, email, photoUrl }, stranger, withheld]
  return possible.some((one) => textOf(one) === textOf(held))
}

/** Where two values differ, as a path; undefined where they do not. */
function difference(
  held: unknown,
  now: unknown,
  people: ReadonlyMap<number, Person> | undefined,
  place = '',
): string | undefined {
  if (held === now) return undefined
  if (typeof held !== 'object' || typeof now !== 'object' || held === null || now === null) {
    return `${place}: ${JSON.stringify(held)}, now ${JSON.stringify(now)}`
  }
  const names = new Set([...Object.keys(held), ...Object.keys(now)])
  // The reader's own account, and favorites, are not persons that a trip shows.
  const isOther = !/^(User|Favorite)\b/.test(place) && isPerson(held)
  if (people && isOther && isShownBefore(held, people.get(held.id))) {
    for (const name of ['name', 'email', 'photoUrl']) names.delete(name)
  }
  for (const name of names) {
    const [one, other] = [held, now].map((value) => Reflect.get(value, name))
    const found = difference(one, other, people, `${place}.${name}`)
    if (found) return found
  }
  return undefined
}

/**
 * Throws where a copy is not what a fresh read shows. With `people`, persons may be shown as they
 * were; without, nothing may differ.
 */
export function compare(
  held: ReadonlyMap<string, CopyRow>,
  now: ReadonlyMap<string, CopyRow>,
  people?: ReadonlyMap<number, Person>,
): void {
  for (const [key, one] of held) {
    const other = now.get(key)
    if (!other) throw new Violation(`held, but not seen: ${key} of trip ${tripOf(one)}`)
    const found = difference(one, other, people, key)
    if (found) throw new Violation(`differs: ${found}`)
  }
  if (!people) return
  for (const [key, one] of now) {
    if (!held.has(key)) throw new Violation(`seen, but not held: ${key} of trip ${tripOf(one)}`)
  }
}
