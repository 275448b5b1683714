/** The copies of schema/changes.md, and a service that listens, while somebody else writes (B2). */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { as } from '../client.ts'
import { setPermissions } from '../spec/collaborators.ts'
import { waiting } from '../spec/emails.ts'
import { befriend } from '../spec/favorites.ts'
import { allKinds, kindsWithEmails } from '../spec/kinds.ts'
import { create, restore } from '../spec/restored.ts'
import { type Furnished, furnished, sent } from '../spec/versions.ts'
import { allRights, join, trip as newTrip } from '../world.ts'
import { copies, isRxdbInstalled } from './copies/clients.ts'
import { document, everythingSeenBy } from './copies/fresh.ts'
import { type Held, keyOf } from './copies/page.ts'
import { listeningService } from './listening.ts'

const url = listeningService()
/** Few objects in a page, so that there are several of them. */
const query = document.replace('$first: Int! = 100', '$first: Int! = 8')

interface World extends Furnished {
  /** Another trip of olga's that ed sees, and one of hers alone. */
  shared: { id: number }
  own: { id: number }
}

async function world(): Promise<World> {
  const all = await furnished()
  const { olga, ed } = all
  await befriend(olga, ed)
  const [shared, own] = [await newTrip(olga, { name: 'Porto' }), await newTrip(olga)]
  await join(shared.id, ed, allRights)
  return { ...all, shared, own }
}

/** Moves an item of each kind that can be moved, with what is attached to it. */
async function move({ olga, ids }: World, from: { id: number }, to: { id: number }) {
  for (const { one } of kindsWithEmails)
    await sent(as(olga).patch(`/v1/trip/${from.id}/${one}/${ids[one]}`, { update_trip: to.id }))
}

type Act = (world: World) => Promise<unknown>

const setRights =
  (may: boolean): Act =>
  ({ olga, ed, trip }) =>
    setPermissions(olga, trip, ed, { can_see_expenses: may, can_see_documents: may })

/** What olga does, one after the other, in the trip that ed keeps a copy of. */
const acts: Record<string, Act> = {
  async 'writes something of every kind'({ olga, trip }) {
    for (const kind of allKinds) await create(olga, trip.id, kind, { price: 12 })
    await sent(as(olga).post(`/v1/trip/${trip.id}/documents`, { url: 'https://x.example' }))
    const path = `/v1/automation/emails/${await waiting(olga)}`
    await sent(as(olga).patch(path, { trip_id: trip.id }))
    await sent(as(olga).post('/v1/categories', { name: 'Golf' }))
  },
  async 'edits the trip and its items'({ olga, trip, ids }) {
    await sent(as(olga).patch(`/v1/trips/${trip.id}`, { name: 'Porto' }))
    for (const { one, change } of allKinds)
      await sent(as(olga).patch(`/v1/trip/${trip.id}/${one}/${ids[one]}`, change))
  },
  'revokes permissions of the reader': setRights(false),
  'grants them again': setRights(true),
  'removes the reader': ({ olga, ed, trip }) =>
    sent(as(olga).delete(`/v1/trip/${trip.id}/collaborator/${ed.id}`)),
  'invites the reader again': ({ olga, ed, trip }) => {
    const invitation = { trip_id: trip.id, invited_user_email: ed.email }
    return sent(as(olga).post('/v1/guests/invite', invitation))
  },
  async 'deletes items and a document'({ olga, trip, ids, documents }) {
    await sent(as(olga).delete(`/v1/trip/${trip.id}/documents/${documents.trip}`))
    for (const { one } of allKinds)
      await sent(as(olga).delete(`/v1/trip/${trip.id}/${one}/${ids[one]}`))
  },
  async 'restores the items'({ olga, ids }) {
    for (const { one } of kindsWithEmails) expect(await restore(olga, one, ids[one])).toBe(true)
  },
  'moves them to a trip that the reader sees': (all) => move(all, all.trip, all.shared),
  // The trip that they come to has the lower ID: what came is sent before what left.
  'moves them back': (all) => move(all, all.shared, all.trip),
  'moves them there again': (all) => move(all, all.trip, all.shared),
  'moves them out of sight': (all) => move(all, all.shared, all.own),
  'deletes the trip': ({ olga, trip }) => sent(as(olga).delete(`/v1/trips/${trip.id}`)),
  'restores the trip': async ({ olga, trip }) =>
    expect(await restore(olga, 'trip', trip.id)).toBe(true),
}

const byKey = (objects: readonly Held[]) => new Map(objects.map((one) => [keyOf(one), one]))

type Body = { variables: { since?: string } }

/** The bodies of requests that clients send from now on. */
function sentBodies(): Promise<Body>[] {
  const bodies: Promise<Body>[] = []
  const really = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const request = new Request(input, init)
    bodies.push(request.clone().json() as Promise<Body>)
    return really(request)
  })
  return bodies
}

afterEach(() => vi.restoreAllMocks())

describe.each(Object.entries(copies))('a copy in %s', (name, make) => {
  const rxdbIsMissing = name === 'RxDB' && !isRxdbInstalled

  it.skipIf(rxdbIsMissing)('holds what ed sees, whatever olga does', async () => {
    const said = (['warn', 'error'] as const).map((level) => vi.spyOn(console, level))
    const all = await world()
    const bodies = sentBodies()
    const copy = await make({ url: url(), key: all.ed.key, query })
    await copy.update()
    let held = byKey(await copy.held())
    expect(held).toEqual(byKey(await everythingSeenBy(all.ed)))
    for (const [what, act] of Object.entries(acts)) {
      await act(all)
      await copy.update()
      const before = held
      held = byKey(await copy.held())
      expect(held, what).toEqual(byKey(await everythingSeenBy(all.ed)))
      expect(held, what).not.toEqual(before)
    }
    expect(said.flatMap(({ mock }) => mock.calls)).toEqual([])
    // Everything came once; what followed were changes.
    const positions = (await Promise.all(bodies)).map(({ variables }) => variables.since)
    expect(positions.filter((since) => since === undefined)).toHaveLength(1)
    expect(positions.length).toBeGreaterThan(Object.keys(acts).length + 1)
  })

  it.skipIf(rxdbIsMissing)(
    'holds what ed sees, after olga has written while it asked',
    async () => {
      const all = await world()
      const { olga, ed, trip, ids } = all
      const bodies = sentBodies()
      const copy = await make({ url: url(), key: ed.key, query })
      let isWriting = true
      const write = async () => {
        for (let n = 0; n < 20; n += 1) {
          const list = `/v1/trip/${trip.id}/activities`
          const { json } = await as(olga).post(list, { name: `Walk ${n}` })
          if (n % 2) await sent(as(olga).delete(`/v1/trip/${trip.id}/activity/${json.id}`))
          const name = `Inn ${n}`
          await sent(as(olga).patch(`/v1/trip/${trip.id}/hosting/${ids.hosting}`, { name }))
        }
      }
      const writing = write().finally(() => {
        isWriting = false
      })
      while (isWriting) await copy.update()
      await writing
      const asked = bodies.length
      await copy.update()
      expect(asked).toBeGreaterThan(3)
      expect(byKey(await copy.held())).toEqual(byKey(await everythingSeenBy(ed)))
    },
  )
})
