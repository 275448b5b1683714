/**
 * What lists show to whom, on both surfaces (test/spec/01.8, 03, 06, 08, 11, 17; target Z1):
 * exactly what the decision table lets each caller see, and only those parts of it.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { firstCopy } from '../../spec/copies.ts'
import { kindsWithEmails } from '../../spec/kinds.ts'
import { db } from '../../world.ts'
import { onTrip, type TripRight } from './decisions.ts'
import {
  areMates,
  membersByRights,
  type Principal,
  principals,
  standing,
  type TripPlace,
  withoutAccount,
} from './principals.ts'
import { type MatrixStage, setStage } from './stage.ts'

let stage: MatrixStage
/** Categories by their ids, by owner. */
const categories = new Map<number, Principal>()
const accounts = [...principals.slice(withoutAccount.length), ...membersByRights]

beforeAll(async () => {
  stage = await setStage({ everyRight: true })
  for (const owner of accounts) {
    for (const state of [`of ${owner}`, `gone, of ${owner}`]) {
      if (owner.startsWith('may')) continue
      const common = { name: 'category', trip: '0', asker: owner, anew: false } as const
      const id = Number(await stage.object({ state, ...common }))
      if (!state.startsWith('gone')) categories.set(id, owner)
    }
  }
})

type Results = { results: Record<string, unknown>[]; count?: number }
const idsIn = ({ results }: Results, key = 'id') => results.map((one) => one[key] as number)
const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b)

/** Checks the ids of a REST list and of a GraphQL field against those of the decision table. */
async function both(
  principal: Principal,
  path: string | null,
  field: string,
  expected: number[],
): Promise<void> {
  const client = stage.client(principal)
  const [name = ''] = field.split(/[ ({]/)
  const { data } = await client.graphql(`{ ${field} }`)
  const key = field.includes('tripId') ? 'tripId' : 'id'
  expect([principal, name, sorted(idsIn(data?.[name] as Results, key))]).toEqual([
    ...[principal, name],
    sorted(expected),
  ])
  if (!path) return
  const { json } = await client.get(path)
  expect([principal, path, sorted(idsIn(json as unknown as Results))]).toEqual([
    ...[principal, path],
    sorted(expected),
  ])
}

const active: TripPlace[] = ['active', 'another', 'unpaid', 'strange']

describe('Z1 lists', () => {
  it.each(accounts.slice(0, 12))(
    '%s gets their trips, deleted trips, categories and invitations',
    async (principal) => {
      const isIn = (place: TripPlace) => 'rights' in standing(principal, place)
      const trips = active.filter(isIn).map((place) => stage.trips[place])
      const gone = isIn('deleted') ? [stage.trips.deleted] : []
      const known = [...categories].filter(([, owner]) => areMates(principal, owner))
      const invited = active.filter((place) => standing(principal, place).as === 'pending')
      await both(principal, '/v2/trips', 'trips { results { id } }', trips)
      await both(principal, '/v1/trips', 'trips { results { id } }', trips)
      await both(principal, '/v2/trips?deleted=true', 'deletedTrips { results { id } }', gone)
      await both(
        principal,
        '/v1/categories',
        'categories { results { id } }',
        known.map(([id]) => id),
      )
      const copy = await firstCopy(stage.client(principal))
      const copied = (type: string) =>
        sorted(copy.filter((one) => one.__typename === type).map(({ id }) => id))
      expect([principal, copied('Trip')]).toEqual([principal, sorted(trips)])
      expect([principal, copied('Category')]).toEqual([principal, sorted(known.map(([id]) => id))])
      expect([principal, copied('User')]).toEqual([principal, [stage.person(principal).id]])
      await both(
        principal,
        null,
        'invitations { results { tripId } }',
        invited.map((place) => stage.trips[place]),
      )
    },
  )

  it("favorites are the caller's own, requests those of others to the caller", async () => {
    for (const principal of principals.slice(withoutAccount.length)) {
      const make = (state: string) =>
        stage.object({ name: 'favorite', state, trip: '0', asker: principal, anew: true })
      const asked = Number(await make('asked of me'))
      const own = [Number(await make('asked by me')), Number(await make('mine'))]
      await make('of others')
      const list = 'favorites { results { id } }'
      await both(principal, '/v1/guests/favorites', list, own)
      await both(principal, null, 'favoriteRequests { results { id } }', [asked])
    }
  })
})

describe("Z1 the caller's own lists", () => {
  it.each(principals.slice(withoutAccount.length))(
    '%s gets their own inbox and alternative addresses',
    async (principal) => {
      const make = async (name: 'message' | 'address', state: string) =>
        Number(await stage.object({ name, state, trip: '0', asker: principal, anew: true }))
      const waiting = [await make('message', 'own, waiting'), await make('message', 'own, waiting')]
      for (const state of ['own, thrown', 'own, on a trip', 'own, on a deleted child']) {
        await make('message', state)
      }
      await make('message', 'foreign, waiting')
      const addresses = [await make('address', 'own'), await make('address', 'own, verified')]
      await make('address', 'foreign, verified')
      await both(principal, '/v1/automation/emails', 'inbox { results { id } }', waiting)
      await both(principal, '/v1/emails', 'alternativeEmails { results { id } }', addresses)
    },
  )
})

/** The ids of the attachments of the trip and its live children, as stored. */
async function attachedTo(table: 'document' | 'email', tripId: number): Promise<number[]> {
  const kinds = kindsWithEmails.map(({ one }) => one)
  const joins = kinds.map((one) => `left join ${one} on ${one}.id = c.${one}_id`)
  const live = kinds.map((one) => `${one}.deleted_at is null`)
  const text = `select c.id from ${table} c ${joins.join(' ')} where c.deleted_at is null
    and coalesce(c.trip_id, ${kinds.map((one) => `${one}.trip_id`)}) = $1 and ${live.join(' and ')}`
  const rows = await db.query<{ id: number }>({ text, values: [tripId] })
  return rows.map(({ id }) => id)
}

const shown: TripPlace[] = ['active', 'unpaid']
const joined = accounts.filter((one) => 'rights' in standing(one, 'active'))
const may = (right: TripRight, principal: Principal, place: TripPlace) =>
  onTrip(right, principal, place) === 'ok'

describe.each(shown)('Z5 lists of the %s trip', (place) => {
  const members = joined.filter((one) => may('access', one, place))

  it('the roster shows pending invitees to those who add guests, strangers nameless', async () => {
    const pia = stage.person('pia').id
    for (const principal of members) {
      const path = `/v1/trip/${stage.trips[place]}/collaborators`
      const { json } = await stage.client(principal).get(path)
      const pending = json.results.filter(({ joined }) => joined === false)
      const nameless = { id: pia, name: '', email: '', photo_url: null }
      const expected = may('addGuests', principal, place) ? [nameless] : []
      const named = pending.map(({ id, name, email, photo_url }) => ({
        id,
        name,
        email,
        photo_url,
      }))
      expect([principal, named]).toEqual([principal, expected])
      expect(json.count).toBe(json.results.length)
      const guests = (await stage.client(principal).get(`/v2/trips/${stage.trips[place]}`)).json
      expect(guests.guests.map(({ id }) => id)).not.toContain(pia)
    }
  })

  it.each(['document', 'email'] as const)('the %s list is complete, or refused', async (name) => {
    const ids = sorted(await attachedTo(name, stage.trips[place]))
    expect(ids.length).toBeGreaterThan(3)
    for (const principal of joined) {
      const client = stage.client(principal)
      const path = `/v2/trip/${stage.trips[place]}/${name}s`
      const { status, json } = await client.get(path)
      const query = `{ ${name}s(tripId: ${stage.trips[place]}) { results { id } } }`
      const { data } = await client.graphql(query)
      const field = data?.[`${name}s`] as Results | undefined
      const found = status === 200 ? sorted(idsIn(json as unknown as Results)) : status
      const expected = may('seeDocuments', principal, place) ? ids : 403
      expect([principal, found]).toEqual([principal, expected])
      expect([principal, field ? sorted(idsIn(field)) : 403]).toEqual([principal, expected])
    }
  })

  it('a copy has the documents, emails, expenses and invitees that rights allow', async () => {
    const pia = stage.person('pia').id
    const tripId = stage.trips[place]
    for (const principal of members) {
      const copy = await firstCopy(stage.client(principal))
      const here = copy.filter((one) => (one.tripId ?? one.inTrip) === tripId)
      const types = new Set(here.map(({ __typename }) => __typename))
      const has = (right: TripRight) => may(right, principal, place)
      expect([principal, types.has('Document'), types.has('Email')]).toEqual([
        ...[principal, has('seeDocuments'), has('seeDocuments')],
      ])
      expect([principal, types.has('Expense')]).toEqual([principal, has('seeExpenses')])
      const priced = here.filter(({ price }) => price !== undefined && price !== null)
      expect([principal, priced.length > 0]).toEqual([principal, has('seeExpenses')])
      const invitees = here.filter(({ joined }) => joined === false).map(({ id }) => id)
      expect([principal, invitees]).toEqual([principal, has('addGuests') ? [pia] : []])
    }
  })

  it.each(['v1', 'v2'])('%s: prices require the right to expenses', async (version) => {
    for (const principal of members) {
      for (const many of ['hostings', 'activities', 'transportations']) {
        const path = `/${version}/trip/${stage.trips[place]}/${many}`
        const { results } = (await stage.client(principal).get(path)).json
        expect(results.length).toBeGreaterThan(0)
        const prices = may('seeExpenses', principal, place)
        for (const item of results) {
          expect([principal, 'price' in item, 'currency' in item]).toEqual([
            ...[principal, prices, prices],
          ])
        }
      }
    }
  })

  it('emails require the right to documents and a Pro owner', async () => {
    for (const principal of members) {
      const client = stage.client(principal)
      const emails = may('seeDocuments', principal, place)
      const trip = (await client.get(`/v1/trips/${stage.trips[place]}`)).json
      const { json } = await client.get(`/v1/trip/${stage.trips[place]}/hostings`)
      const all = [trip, ...(await client.get('/v1/trips')).json.results]
      const of = all.filter(({ id }) => id === stage.trips[place])
      const lengths = [...of, ...json.results].map(({ emails }) => (emails as []).length)
      expect([principal, lengths.some((length) => length > 0)]).toEqual([principal, emails])
    }
  })
})
