/** What rest-facade/rest.md says of sync is enough for a copy that becomes what the service has. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { age, type Cast, cast, db, type Person } from '../world.ts'
import { everything, Syncing } from './sync.ts'

const kinds = [
  ['hosting', 'hostings', {}],
  ['activity', 'activities', {}],
  ['transportation', 'transportations', { transportation_type: 'train' }],
  ['expense', 'expenses', { title: 'Dinner' }],
] as const

/** Lets the last change of all items of these trips lie at a moment before the overlap. */
async function pass(trips: readonly number[]): Promise<void> {
  await db.transaction(async (tx) => {
    // Without its triggers, which would date this very change.
    await tx.query({ text: 'set local session_replication_role = replica' })
    for (const [table] of kinds) {
      const text = `update ${table} set changed_at = '2020-01-01' where trip_id = any($1)`
      await tx.query({ text, values: [trips] })
    }
  })
}

/** A number below `below`; the same ones for the same run. */
function choosing(run: number): (below: number) => number {
  let state = run
  return (below) => {
    state = createHash('sha256').update(String(state)).digest().readUInt32BE()
    return state % below
  }
}

interface Item {
  trip: number
  path: string
  id: number
}

/** Somebody who changes what olga has, and what ed may see of it. */
class Changes {
  readonly #choose: (below: number) => number
  readonly #people: Cast
  readonly trips: number[]
  readonly #items: Item[] = []
  /** Whether ed sees the expenses of the first trip. */
  #isOpen = true

  constructor(people: Cast, run: number) {
    this.#people = people
    this.trips = [people.trip.id]
    this.#choose = choosing(run)
  }

  async one(): Promise<void> {
    const steps = [
      ...[this.#create, this.#create, this.#create, this.#update, this.#update],
      ...[this.#remove, this.#move, this.#newTrip, this.#dropTrip, this.#grant],
    ]
    await (steps[this.#choose(steps.length)] as () => Promise<void>).call(this)
  }

  get #olga() {
    return as(this.#people.olga)
  }

  #trip(): number {
    return this.trips[this.#choose(this.trips.length)] as number
  }

  #item(): Item | undefined {
    return this.#items[this.#choose(this.#items.length)]
  }

  async #create() {
    const [one, many, body] = kinds[this.#choose(kinds.length)] as (typeof kinds)[number]
    const trip = this.#trip()
    const { json } = await this.#olga.post(`/v1/trip/${trip}/${many}`, { ...body, price: 5 })
    this.#items.push({ trip, path: one, id: json.id })
  }

  async #update() {
    const item = this.#item()
    if (!item) return
    const body = { name: `n${this.#choose(99)}`, title: `t${this.#choose(99)}` }
    await this.#olga.patch(`/v1/trip/${item.trip}/${item.path}/${item.id}`, body)
  }

  async #remove() {
    const item = this.#item()
    if (!item) return
    await this.#olga.delete(`/v1/trip/${item.trip}/${item.path}/${item.id}`)
    this.#items.splice(this.#items.indexOf(item), 1)
  }

  async #move() {
    const item = this.#item()
    if (!item || item.path === 'expense') return
    const trip = this.#trip()
    const path = `/v1/trip/${item.trip}/${item.path}/${item.id}`
    await this.#olga.patch(path, { update_trip: trip })
    item.trip = trip
  }

  async #newTrip() {
    const guest_invites = this.#choose(2) ? [{ user_id: this.#people.ed.id }] : []
    const { json } = await this.#olga.post('/v1/trips', { name: 'Porto', guest_invites })
    this.trips.push(json.id)
  }

  async #dropTrip() {
    const [, trip] = this.trips
    if (trip === undefined) return
    const path = `/v1/trip/${trip}/collaborator/${this.#people.ed.id}`
    if (this.#choose(2)) return void (await this.#olga.delete(path))
    await this.#olga.delete(`/v1/trips/${trip}`)
    this.trips.splice(1, 1)
    const left = this.#items.filter((item) => item.trip !== trip)
    this.#items.splice(0, this.#items.length, ...left)
  }

  async #grant() {
    const [trip] = this.trips
    const path = `/v1/trip/${trip}/collaborator/${this.#people.ed.id}/permissions`
    this.#isOpen = !this.#isOpen
    await this.#olga.patch(path, { can_see_expenses: this.#isOpen })
  }
}

describe('a copy kept by the sync rounds of rest.md', () => {
  it.each([1, 2, 3, 4])(
    'equals the data of the service, for an owner and a member: run %d',
    async (run) => {
      const people = await cast()
      const changes = new Changes(people, run)
      const copies: [Person, Syncing][] = [people.olga, people.ed].map((one) => [
        one,
        new Syncing(one),
      ])
      for (let round = 0; round < 6; round += 1) {
        for (let change = 0; change < 8; change += 1) await changes.one()
        for (const [person, syncing] of copies) {
          await syncing.round()
          expect(syncing.copy).toEqual(await everything(person))
        }
        await pass(changes.trips)
      }
    },
  )

  it('the overlap finds changes dated before the last round but committed after it', async () => {
    const people = await cast()
    const { olga, trip } = people
    const syncing = new Syncing(olga)
    await syncing.round()
    const { json, headers } = await as(olga).post(`/v1/trip/${trip.id}/hostings`, { name: 'Late' })
    const before = new Date(Date.parse(headers.date ?? '') - 30_000).toISOString()
    await age('hosting', json.id, before)
    const exact = await as(olga).get(
      `/v2/trip/${trip.id}/hostings?updatedSince=${new Date(headers.date ?? '').toISOString()}`,
    )
    expect(exact.json.count).toBe(0)
    await syncing.round()
    expect([...(syncing.copy.items.get(`${trip.id}/hostings`)?.keys() ?? [])]).toEqual([json.id])
  })
})
