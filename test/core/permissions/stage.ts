/** The people and trips of the permission matrix: who asks, and what they may find. */
import { anonymous, as, type ClientCaller } from '../../client.ts'
import { narrowed } from '../../spec/keys.ts'
import { one } from '../../spec/persons.ts'
import { insert } from '../../sync.ts'
import {
  allRights,
  cast,
  db,
  join,
  operatorKey,
  type Person,
  people,
  premium,
  sha256,
} from '../../world.ts'
import { furnish, hide } from './canary.ts'
import { keyInputOf, keyOf, type NarrowedPrincipal } from './narrowings.ts'
import { objectMaker } from './object-maker.ts'
import type { MadeObject } from './objects.ts'
import {
  type Acquaintance,
  combinations,
  membersByRights,
  owners,
  type Principal,
  rightsOf,
  type TripPlace,
} from './principals.ts'
import { impossible, type TripState } from './states.ts'
import { watched } from './watched.ts'

export { rowOf } from './objects.ts'

export interface MatrixStage {
  /** The client of a principal, as in `test/client.ts`; it searches every answer for canaries. */
  client(principal: Principal): ReturnType<typeof watched>
  person(name: Acquaintance): Person
  /** The ids of existing trips. */
  trips: Record<TripPlace, number>
  trip(state: TripState): string
  /** Another trip in that state, until the next sweep. */
  freshTrip(state: TripState): Promise<string>
  /** Deletes all of these, so that no two people meet on them. */
  sweep(): Promise<void>
  object(found: MadeObject): Promise<string>
  /** Everything that a refusal might have changed, to prove that none did. */
  snapshot(): Promise<string>
  /** The stage's number in its canaries. */
  number: number
}

const headers: Partial<Record<Principal, string>> = {
  stale: `Token ${'0'.repeat(40)}`,
  forger: 'Operator not-the-key',
  operator: `Operator ${operatorKey}`,
}

type Client = ReturnType<typeof as>

function clientOf(people: Map<Acquaintance, Person>, principal: Principal): Client {
  const caller: ClientCaller = people.get(principal) ?? anonymous
  const authorization = headers[principal]
  if (!authorization) return as(caller)
  const plain = as(anonymous)
  const send: typeof plain.send = (method, path, body, more) =>
    plain.send(method, path, body, { authorization, ...more })
  return {
    ...plain,
    send,
    get: (path, more) => send('GET', path, undefined, more),
    graphql: (query, variables, more) =>
      plain.graphql(query, variables, { authorization, ...more }),
  }
}

/** Another trip of the owner with the people of the first, its owner left out. */
async function copyOf(tripId: number, owner: Person): Promise<number> {
  const [id] = await insert('trip', { owner_id: owner.id, name: 'The same people again' })
  await db.query({
    text: `insert into member (trip_id, user_id, joined, ${Object.keys(allRights)})
      select $1, user_id, joined, ${Object.keys(allRights)} from member
      where trip_id = $2 and not is_owner`,
    values: [id, tripId],
  })
  return id as number
}

const deletion = 'update trip set deleted_at = now() where id = any ($1)'

/**
 * The rows of the stage's people as one hash: a row that is written is another version of it, which
 * PostgreSQL shows in `xmin`, much faster to read than all columns.
 */
const everything = `select md5(concat(${[
  ['trip', 'owner_id = any ($1)'],
  ['member', 'trip_id in (select id from trip where owner_id = any ($1))'],
  ...['category', 'hosting', 'expense', 'document', 'email'].map((table) => [
    ...[table, 'owner_id = any ($1)'],
  ]),
  ...['favorite', 'alternative_email'].map((table) => [table, 'user_id = any ($1)']),
].map(
  ([table, where]) => `(select string_agg(concat(c.ctid, c.xmin), '' order by c.ctid)
    from ${table} c where ${where})`,
)})) as hash`

/** Adds a trip to those of the keys that name some. */
async function nameToo(tripId: number, keyOwners: readonly Person[]): Promise<void> {
  const text = `update api_key set trips = trips || $1::int
    where trips <> '{}' and hash = any ($2)`
  await db.query({ text, values: [tripId, keyOwners.map(({ key }) => sha256(key))] })
}

interface Options {
  /** Whether there is a member for each combination of rights too. */
  everyRight?: boolean
  /** The credentials of principals other than keys. */
  credentials?: (person: Person) => Promise<Person>
  /** Those who have a key that does less than their account. */
  narrowed?: readonly NarrowedPrincipal[]
}

/** The people beside the cast: members by their rights, and those who are not members. */
async function gather(tripId: number, everyRight: boolean): Promise<Map<Acquaintance, Person>> {
  const [nina, sam] = [await one('nina'), await one('sam')]
  await join(tripId, nina, rightsOf('ed'))
  await join(tripId, sam, rightsOf('x'))
  const found = new Map<Acquaintance, Person>([
    ['nina', nina],
    ['sam', sam],
    ['rhea', await one('rhea')],
    ['olaf', await one('olaf')],
    ['dora', await one('dora')],
  ])
  if (!everyRight) return found
  // Usernames are in lower case, and the letters are not.
  const more = await people(...membersByRights.map((_name, at) => `may${at}`))
  for (const [at, person] of more.entries()) {
    await join(tripId, person, rightsOf(combinations[at] as string))
    found.set(membersByRights[at] as Principal, person)
  }
  return found
}

/** Sets the stage: the principals, olga's three trips with the same people, olaf's, and stan's. */
export async function setStage({
  everyRight = false,
  credentials,
  narrowed: withLess = [],
}: Options = {}): Promise<MatrixStage> {
  const { trip, olga, ...others } = await cast()
  const all = await gather(trip.id, everyRight)
  for (const [name, person] of Object.entries({ olga, ...others })) {
    all.set(name as Principal, person)
  }
  const person = (name: Acquaintance) => all.get(name) as Person
  const copy = (place: TripPlace) => copyOf(trip.id, person(owners[place]))
  await join(trip.id, person('rhea'), rightsOf('eg'))
  const trips: Record<TripPlace, number> = {
    active: trip.id,
    another: await copy('another'),
    unpaid: await copy('unpaid'),
    deleted: await copy('deleted'),
    strange: (await insert('trip', { owner_id: person('stan').id }))[0] as number,
  }
  const values = [person('rhea').id]
  await db.query({ text: 'delete from member where user_id = $1', values })
  await join(trips.deleted, person('dora'), rightsOf('eg'))
  await db.query({ text: deletion, values: [[trips.deleted]] })
  await premium(person('stan'), true)
  const number = await furnish(trips, person)
  for (const hidden of ['pia', 'rhea', 'stan', 'dora'] as const) {
    await hide(number, hidden, person(hidden))
  }
  if (credentials) for (const [name, one] of all) all.set(name, await credentials(one))
  for (const name of withLess) {
    all.set(name, await narrowed(person(keyOf(name).base), keyInputOf(name, trips.active)))
  }
  const made: number[] = []
  return {
    ...{ trips, person, number },
    client: (principal) => watched(clientOf(all, principal), principal, number),
    trip: (state) =>
      String(state in trips ? trips[state as TripPlace] : impossible[state as 'zero']),
    async freshTrip(state) {
      if (!(state in trips)) return impossible[state as 'zero']
      const place = state as TripPlace
      const alone = { owner_id: person('stan').id }
      const id =
        place === 'strange' ? ((await insert('trip', alone))[0] as number) : await copy(place)
      made.push(id)
      if (place === 'active') await nameToo(id, withLess.map(person))
      if (place === 'deleted') await db.query({ text: deletion, values: [[id]] })
      return String(id)
    },
    async sweep() {
      if (made.length > 0) await db.query({ text: deletion, values: [made.splice(0)] })
    },
    object: objectMaker({ trips, person, number }),
    async snapshot() {
      const ids = [...all.values()].map(({ id }) => id)
      const [row] = await db.query<{ hash: string }>({ text: everything, values: [ids] })
      return row?.hash ?? ''
    },
  }
}
