/**
 * Moves of children with all that they can carry: every load, between all trips, everybody, on both
 * surfaces (test/spec/12; target Z1). The other kinds work alike: test/spec/12-v1-children-*.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { insertDocument } from '../../documents.ts'
import { hosting } from '../../spec/kinds.ts'
import { insert, insertEmail } from '../../sync.ts'
import { premium } from '../../world.ts'
import { type End, loads, onMove } from './decisions.ts'
import { inGroups } from './groups.ts'
import { codeOf } from './matrix-requests.ts'
import { membersByRights, type Principal, principals, withoutAccount } from './principals.ts'
import { type MatrixStage, rowOf, setStage } from './stage.ts'

let stage: MatrixStage
const own = new Map<Principal, number>()
const isSomebody = (name: Principal) => !withoutAccount.some((known) => known === name)

beforeAll(async () => {
  stage = await setStage({ everyRight: true })
  for (const name of [...principals, ...membersByRights].filter(isSomebody)) {
    const person = stage.person(name)
    own.set(name, (await insert('trip', { owner_id: person.id }))[0] as number)
    if (name !== 'olaf') await premium(person, true)
  }
})

type To = End | 'unknown'
const isTrip = (to: To): to is End => to !== 'unknown' && to !== 'deleted'

/** All of them for those with names; between trips with other rights for every set of rights. */
const ways: { from: End; to: To; who: readonly Principal[] }[] = [
  ...(['active', 'unpaid', 'strange', 'own'] as const).flatMap((from) =>
    (['another', 'unpaid', 'strange', 'deleted', 'unknown', 'own'] as const)
      .filter((to) => to !== from)
      .map((to) => ({ from, to, who: principals })),
  ),
  { from: 'active', to: 'another', who: membersByRights },
  { from: 'active', to: 'own', who: membersByRights },
  { from: 'own', to: 'active', who: membersByRights },
]

interface Cell {
  principal: Principal
  load: string
  from: End
  to: To
}

const verdictOn = ({ load, principal, from, to }: Cell) =>
  onMove(load, principal, from, isTrip(to) ? to : undefined)

/** The id of a trip for this principal; without an account there is none. */
function tripOf(end: To, principal: Principal): number {
  if (end === 'unknown') return 2_147_483_647
  return end === 'own' ? (own.get(principal) ?? stage.trips.active) : stage.trips[end]
}

/** A hosting with that load. */
async function loaded(load: string, trip: number): Promise<number> {
  const olga = stage.person('olga')
  const money = {
    ...(/price/.test(load) && { price: 7 }),
    ...(/curr/.test(load) && { currency: 'EUR' }),
  }
  const hosting_id = await rowOf(hosting, trip, olga, money)
  const gone = /deleted/.test(load) ? { deleted_at: '2031-01-01T00:00:00Z' } : {}
  if (/document/.test(load)) await insertDocument(olga, { hosting_id, ...gone })
  if (/email/.test(load)) await insertEmail(olga, { hosting_id }, gone)
  return hosting_id
}

type Surface = 'REST' | 'GraphQL'
const codes = {
  ...{ ok: 'OK', idle: '', '400': 'BAD_USER_INPUT', '401': 'UNAUTHENTICATED' },
  ...{ '403': 'FORBIDDEN', '404': 'NOT_FOUND' },
}

/** The faults of one move. */
async function mismatch(surface: Surface, cell: Cell, id: number): Promise<string[]> {
  const { principal, load, from, to } = cell
  const verdict = verdictOn(cell)
  const client = stage.client(principal)
  const [source, destination] = [tripOf(from, principal), tripOf(to, principal)]
  const label = `${principal}: ${load} from ${from} to ${to}`
  if (surface === 'REST') {
    const input = { update_trip: destination, name: 'x' }
    const path = `/v1/trip/${source}/hosting/${id}`
    const { status, text } = await client.send('PATCH', path, input)
    const got = verdict === 'ok' ? `${status}${text}` : `${status}`
    const expected = verdict === 'ok' ? '200' : verdict
    return got === expected ? [] : [`${label}: ${got}, not ${expected}`]
  }
  const input = `{updateTrip: ${destination}, name: "x"}`
  const query = `mutation { updateHosting(tripId: ${source}, id: ${id}, input: ${input}) { id } }`
  const code = codeOf(await client.graphql(query))
  return code === codes[verdict] ? [] : [`${label}: ${code}, not ${verdict}`]
}

describe.each(['REST', 'GraphQL'] as const)('Z1 moves of children, %s', (surface) => {
  it.each(Object.keys(loads))('carrying %s', async (load) => {
    const cells = ways.flatMap(({ from, to, who }) =>
      who.map((principal): Cell => ({ principal, load, from, to })),
    )
    const refused = cells.filter((cell) => verdictOn(cell) !== 'ok')
    const moved = cells.filter((cell) => verdictOn(cell) === 'ok')
    // Refusals leave a child where it is: one for each trip is enough.
    const ids = new Map<number, Promise<number>>()
    const idIn = (trip: number) => {
      const id = ids.get(trip) ?? loaded(load, trip)
      ids.set(trip, id)
      return id
    }
    await inGroups(refused, ({ from, principal }) => idIn(tripOf(from, principal)))
    const before = await stage.snapshot()
    const wrong = await inGroups(refused, async (cell) =>
      mismatch(surface, cell, await idIn(tripOf(cell.from, cell.principal))),
    )
    expect(await stage.snapshot(), 'a refusal changed something').toBe(before)
    const right = await inGroups(moved, async (cell) =>
      mismatch(surface, cell, await loaded(load, tripOf(cell.from, cell.principal))),
    )
    expect([...wrong, ...right].flat()).toEqual([])
    expect(Math.min(refused.length, moved.length)).toBeGreaterThan(10)
  })
})
