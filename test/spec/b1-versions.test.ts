/** The version of a trip: what it counts, and what it does not (B1). */
import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { age, cast, join, trip as newTrip } from '../world.ts'
import { setPermissions } from './collaborators.ts'
import { waiting } from './emails.ts'
import { befriend } from './favorites.ts'
import { allKinds, kindsWithEmails } from './kinds.ts'
import { create, restore } from './restored.ts'
import { type Act, data, type Furnished, furnished, seenIn, sent, versionOf } from './versions.ts'

/** By how much the version of the trip grows, as vera sees it, who sees little of the trip. */
async function growth(act: Act, prepare: Act = async () => undefined): Promise<number> {
  const world = await furnished()
  await prepare(world)
  const before = await versionOf(world.vera, world.trip)
  await act(world)
  return (await versionOf(world.vera, world.trip)) - before
}

const base = ({ trip }: Furnished) => `/v1/trip/${trip.id}`

const tripActs: Record<string, [Act, Act?]> = {
  'changes the trip': [({ ed, trip }) => sent(as(ed).patch(`/v1/trips/${trip.id}`, { name: 'x' }))],
  'deletes and restores the trip': [
    async ({ olga, trip }) => {
      await sent(as(olga).delete(`/v1/trips/${trip.id}`))
      expect(await restore(olga, 'trip', trip.id)).toBe(true)
    },
  ],
}

const attachedActs: Record<string, [Act, Act?]> = {
  'attaches a document': [
    (world) => sent(as(world.ed).post(`${base(world)}/documents`, { url: 'https://x.example' })),
  ],
  'renames a document': [
    ({ ed, trip, documents }) =>
      data(
        ed,
        `mutation { renameDocument(tripId: ${trip.id}, id: ${documents.trip},
          input: { title: "x" }) { id } }`,
      ),
  ],
  'moves a document within the trip': [
    ({ ed, ids, documents }) =>
      sent(as(ed).patch(`/v1/documents/${documents.trip}`, { activity_id: ids.activity })),
  ],
  'removes a document': [
    (world) => sent(as(world.ed).delete(`${base(world)}/documents/${world.documents.trip}`)),
  ],
  'restores a document': [
    async ({ ed, documents }) => expect(await restore(ed, 'document', documents.trip)).toBe(true),
    (world) => sent(as(world.ed).delete(`${base(world)}/documents/${world.documents.trip}`)),
  ],
  'files an email in the trip': [
    async ({ ed, trip }) => {
      const path = `/v1/automation/emails/${await waiting(ed)}`
      await sent(as(ed).patch(path, { trip_id: trip.id }))
    },
  ],
  'changes the subject of an email': [
    ({ olga, mails }) =>
      sent(as(olga).patch(`/v1/automation/emails/${mails.trip}`, { subject: 'x' })),
  ],
  'deletes an email': [
    ({ olga, mails }) => sent(as(olga).delete(`/v1/automation/emails/${mails.activity}`)),
  ],
  'restores an email': [
    async ({ olga, mails }) => expect(await restore(olga, 'email', mails.trip)).toBe(true),
    ({ olga, mails }) => sent(as(olga).delete(`/v1/automation/emails/${mails.trip}`)),
  ],
}

const rosterActs: Record<string, [Act, Act?]> = {
  'invites a user': [
    ({ olga, stan, trip }) =>
      data(
        olga,
        `mutation { invite(input: { tripId: ${trip.id},
          invitedUserEmail: "${stan.email}" }) { success } }`,
      ),
    ({ olga, stan }) => befriend(olga, stan),
  ],
  'accepts an invitation': [
    ({ pia, trip }) => data(pia, `mutation { acceptInvitation(tripId: ${trip.id}) { id } }`),
  ],
  'declines an invitation': [
    ({ pia, trip }) => data(pia, `mutation { declineInvitation(tripId: ${trip.id}) }`),
  ],
  'takes a right from a member': [
    ({ olga, ed, trip }) => setPermissions(olga, trip, ed, { can_edit: false }),
  ],
  'no longer travels': [({ ed, trip }) => setPermissions(ed, trip, ed, { is_travelling: false })],
  'removes a member': [
    (world) => sent(as(world.olga).delete(`${base(world)}/collaborator/${world.ed.id}`)),
  ],
  'leaves the trip': [
    (world) => sent(as(world.ed).delete(`${base(world)}/collaborator/${world.ed.id}`)),
  ],
}

describe('B1 the version of a trip grows', () => {
  test.each(Object.entries({ ...tripActs, ...attachedActs }))(
    'a member who %s raises the version that other members see',
    async (_, [act, prepare]) => {
      expect(await growth(act, prepare)).toBeGreaterThan(0)
    },
  )

  test.each(Object.entries(rosterActs))(
    'a user who %s raises the version of the trip',
    async (_, [act, prepare]) => {
      expect(await growth(act, prepare)).toBeGreaterThan(0)
    },
  )

  test.each(allKinds.map((kind) => [kind.one, kind] as const))(
    'a member who creates, changes, deletes or restores one %s raises the version each time',
    async (one, { many, least, change }) => {
      const { ed, vera, trip } = await cast()
      const seen = [await versionOf(vera, trip)]
      const { json } = await as(ed).post(`/v1/trip/${trip.id}/${many}`, least)
      seen.push(await versionOf(vera, trip))
      const path = `/v1/trip/${trip.id}/${one}/${json.id}`
      await sent(as(ed).patch(path, change))
      seen.push(await versionOf(vera, trip))
      await sent(as(ed).delete(path))
      seen.push(await versionOf(vera, trip))
      expect(await restore(ed, one, json.id)).toBe(true)
      seen.push(await versionOf(vera, trip))
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
    },
  )

  test.each(kindsWithEmails.map((kind) => [kind.one, kind] as const))(
    'a member who moves one %s raises the versions of both trips',
    async (one) => {
      const { olga, trip, ids } = await furnished()
      const other = await newTrip(olga)
      const versions = async () => [await versionOf(olga, trip), await versionOf(olga, other)]
      const [here = 0, there = 0] = await versions()
      const path = `/v1/trip/${trip.id}/${one}/${ids[one]}`
      await sent(as(olga).patch(path, { update_trip: other.id }))
      const [left = 0, entered = 0] = await versions()
      expect(left).toBeGreaterThan(here)
      expect(entered).toBeGreaterThan(there)
    },
  )
})

describe('B1 the version of a trip and changedAt', () => {
  const acts: Record<string, [Act, isDated: boolean]> = {
    'attaches a document': [attachedActs['attaches a document']?.[0] as Act, false],
    'renames a document': [attachedActs['renames a document']?.[0] as Act, false],
    'changes their own name': [({ ed }) => sent(as(ed).patch('/v1/me', { name: 'x' })), false],
    'changes the subject of an email': [
      attachedActs['changes the subject of an email']?.[0] as Act,
      true,
    ],
    'changes a hosting': [
      (world) =>
        sent(as(world.ed).patch(`${base(world)}/hosting/${world.ids.hosting}`, { name: 'x' })),
      true,
    ],
  }

  test.each(Object.entries(acts).map(([name, [act, isDated]]) => [name, isDated, act] as const))(
    'a member who %s raises the version of the trip; whether changedAt moves: %s',
    async (_, isDated, act) => {
      const world = await furnished()
      const query = `{ trip(id: ${world.trip.id}) { version changedAt } }`
      type Seen = { trip: { version: number; changedAt: string } }
      await age('trip', world.trip.id)
      const { trip: before } = await data<Seen>(world.ed, query)
      await act(world)
      const { trip: after } = await data<Seen>(world.ed, query)
      expect(after.version).toBeGreaterThan(before.version)
      expect(after.changedAt !== before.changedAt).toBe(isDated)
    },
  )
})

describe('B1 the version of a trip stays', () => {
  test('a member who reads everything does not raise the version of a trip', async () => {
    const reads = async (world: Furnished) => {
      const { trip, ids, ed } = world
      const lists = ['trip', 'activity'].map((kind) =>
        kind === 'trip' ? '' : `/activity/${ids.activity}`,
      )
      for (const list of lists) {
        for (const of of ['emails', 'documents']) {
          await sent(as(ed).get(`/v2/trip/${trip.id}${list}/${of}`))
        }
      }
      for (const { many } of allKinds) await sent(as(ed).get(`${base(world)}/${many}`))
      await sent(as(ed).get(`${base(world)}/collaborators`))
      await sent(as(ed).get('/v2/trips'))
      await seenIn(ed, trip)
    }
    expect(await growth(reads)).toBe(0)
  })

  test('a member whose write is refused does not raise the version of a trip', async () => {
    const refused = async (world: Furnished) => {
      const { vera, ed, trip, ids, documents } = world
      const path = `${base(world)}/hosting/${ids.hosting}`
      const answers = [
        await as(vera).patch(`/v1/trips/${trip.id}`, { name: 'x' }),
        await as(vera).delete(path),
        await as(vera).delete(`${base(world)}/documents/${documents.trip}`),
        await as(ed).patch(path, { longitude: 'east' }),
        await as(ed).patch(path, { update_trip: 0 }),
        await as(ed).delete(`/v1/trips/${trip.id}`),
        await as(ed).delete(`${base(world)}/hosting/0`),
      ]
      for (const { status } of answers) expect([400, 403, 404]).toContain(status)
    }
    expect(await growth(refused)).toBe(0)
  })

  test('a member whose update names no field does not raise the version of a trip', async () => {
    expect(await growth(({ ed, trip }) => sent(as(ed).patch(`/v1/trips/${trip.id}`, {})))).toBe(0)
  })

  test('a member of another trip does not raise the version of a trip', async () => {
    const elsewhere: Act = async ({ ed }) => {
      const other = await newTrip(ed)
      await create(ed, other.id, allKinds[0] as (typeof allKinds)[0])
      await join(other.id, ed)
    }
    expect(await growth(elsewhere)).toBe(0)
  })
})
