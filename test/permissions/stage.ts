/** The people and objects of the permission matrix: who may knock, and what they may find. */
import { as, type Caller, nobody } from '../client.ts'
import { hosting, type Kind } from '../spec/kinds.ts'
import { one } from '../spec/persons.ts'
import { insert } from '../sync.ts'
import { cast, db, join, operatorKey, type Person } from '../world.ts'

/**
 * Who asks. Beside the cast: nina edits but has nothing to do with expenses, sam looks on and sees
 * expenses, a stale API key, and the operator with the right and with a wrong key.
 */
export const principals = [
  ...(['nobody', 'stale', 'forger', 'operator', 'stan', 'pia'] as const),
  ...(['vera', 'sam', 'nina', 'ed', 'olga'] as const),
]
export type Principal = (typeof principals)[number]

/** Which trip a path names: olga's four, one of stan's, and ids that no trip has. */
export const tripStates = [
  'active',
  'deleted',
  'strange',
  'unknown',
  'zero',
  'beyond',
  'far',
] as const
export type TripState = (typeof tripStates)[number]

/** Which child: one of the trip, or any of those that must not be found there. */
export const childStates = [
  ...(['live', 'gone', 'of another trip', 'of a strange trip', 'of another kind'] as const),
  ...(['unknown', 'zero', 'beyond', 'far'] as const),
]
export type ChildState = (typeof childStates)[number]

/** Ids that nothing has; the last two do not fit into 32 bits. */
const impossible = {
  unknown: '2147483647',
  zero: '0',
  beyond: '2147483648',
  far: '99999999999999999999',
}

/** Where ids begin that one collection has and no other, apart for each kind that looks. */
const lonely = {
  hosting: 1_800_000_000,
  activity: 1_820_000_000,
  transportation: 1_840_000_000,
  expense: 1_860_000_000,
}

export const beyond32Bit: readonly string[] = ['beyond', 'far']

export interface Stage {
  /** The client of a principal, as `test/client.ts` has them. */
  client(principal: Principal): ReturnType<typeof as>
  people: Record<'olga' | 'stan' | 'ed', Person>
  trips: Record<TripState, string>
  /** Ids of a kind's children by state; `live` is made anew at each call. */
  child(kind: Kind, state: ChildState, trip: string): Promise<string>
  /** Another trip in that state. */
  freshTrip(state: 'active' | 'strange'): Promise<string>
  /** The state of every trip of the stage but fresh ones, to prove that nothing has changed. */
  snapshot(): Promise<string>
}

const headers: Partial<Record<Principal, string>> = {
  stale: `Token ${'0'.repeat(40)}`,
  forger: 'Operator not-the-key',
  operator: `Operator ${operatorKey}`,
}

function clientOf(people: Record<string, Person>, principal: Principal): ReturnType<typeof as> {
  const caller: Caller = people[principal] ?? nobody
  const authorization = headers[principal]
  if (!authorization) return as(caller)
  const plain = as(nobody)
  const send: typeof plain.send = (method, path, body, more) =>
    plain.send(method, path, body, { authorization, ...more })
  return {
    ...plain,
    send,
    graphql: (query, variables, more) =>
      plain.graphql(query, variables, { authorization, ...more }),
  }
}

async function copyOf(tripId: number, owner: Person): Promise<number> {
  const [id] = await insert('trip', { owner_id: owner.id, name: 'The same people again' })
  await db.query({
    text: `insert into member (trip_id, user_id, joined, can_edit, can_add_guests, can_see_expenses,
        can_edit_expenses, can_see_documents, can_edit_documents)
      select $1, user_id, joined, can_edit, can_add_guests, can_see_expenses, can_edit_expenses,
        can_see_documents, can_edit_documents
      from member where trip_id = $2 and not is_owner`,
    values: [id, tripId],
  })
  return id as number
}

/** A row of a kind, by SQL. */
export async function rowOf(
  kind: Kind,
  tripId: number | string,
  owner: Person,
  more: Record<string, unknown> = {},
): Promise<number> {
  const values = { ...kind.least, trip_id: Number(tripId), owner_id: owner.id, ...more }
  if (kind.one === 'expense') Object.assign(values, { date: '2031-04-19T19:30:00Z' })
  const currency = kind.one === 'expense' ? { currency: 'EUR' } : {}
  const [id] = await insert(kind.one, { ...currency, ...values })
  return id as number
}

/** Sets the stage: eleven principals, three trips of olga's with the same people, one of stan's. */
export async function setStage(): Promise<Stage> {
  const { trip, ...actors } = await cast()
  const [nina, sam] = [await one('nina'), await one('sam')]
  await join(trip.id, nina, { can_edit: true, can_see_documents: true })
  await join(trip.id, sam, { can_see_expenses: true })
  const { olga, stan, ed } = actors
  const another = await copyOf(trip.id, olga)
  const deleted = await copyOf(trip.id, olga)
  await db.query({ text: 'update trip set deleted_at = now() where id = $1', values: [deleted] })
  const [strange] = await insert('trip', { owner_id: stan.id, name: 'Alone' })
  const trips = {
    active: String(trip.id),
    deleted: String(deleted),
    strange: String(strange),
    ...impossible,
  }
  const fixed = new Map<string, string>()

  async function made(kind: Kind, state: ChildState): Promise<string> {
    if (state in impossible) return impossible[state as keyof typeof impossible]
    const place = { 'of another trip': another, 'of a strange trip': strange }[state as string]
    const gone = state === 'gone' ? { deleted_at: '2031-01-01T00:00:00Z' } : {}
    // An id that only the other collection has.
    const id = state === 'of another kind' ? { id: lonely[kind.one] + trip.id } : {}
    const sibling: Kind = kind.one === 'hosting' ? { ...hosting, one: 'activity' } : hosting
    const of = state === 'of another kind' ? sibling : kind
    return String(await rowOf(of, place ?? trip.id, olga, { ...gone, ...id }))
  }

  return {
    people: { olga, stan, ed },
    trips,
    client: (principal) => clientOf({ ...actors, nina, sam }, principal),
    async freshTrip(state) {
      if (state === 'active') return String(await copyOf(trip.id, olga))
      return String((await insert('trip', { owner_id: stan.id }))[0])
    },
    async child(kind, state, place) {
      if (state === 'live') {
        const isReal = Number(place) > 0 && !Object.values(impossible).includes(place)
        return String(await rowOf(kind, isReal ? place : trip.id, olga))
      }
      const key = `${kind.one} ${state}`
      const id = fixed.get(key) ?? (await made(kind, state))
      fixed.set(key, id)
      return id
    },
    async snapshot() {
      const ids = [trip.id, another, deleted, strange]
      const text = `select id, name, deleted_at, changed_at from trip where id = any ($1::int[])
        order by id`
      return JSON.stringify(await db.query({ text, values: [ids] }))
    },
  }
}
