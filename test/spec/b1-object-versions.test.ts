/** The versions of what belongs to a trip, and that only GraphQL shows versions (B1). */
import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { cast, trip as newTrip, type Person } from '../world.ts'
import { setPermissions } from './collaborators.ts'
import { waiting } from './emails.ts'
import { befriend } from './favorites.ts'
import { restore } from './restored.ts'
import { type Act, data, type Furnished, furnished, seenIn, sent, versionOf } from './versions.ts'

const updateMe = (input: string) => `mutation { updateMe(input: { ${input} }) { id } }`
const itemPath = ({ trip, ids }: Furnished, kind: keyof Furnished['ids']) =>
  `/v1/trip/${trip.id}/${kind}/${ids[kind]}`

/** What a change changes: the kinds and ids of objects. */
type Changed = (world: Furnished) => [kind: string, id: number][]

const carried: Changed = ({ ids, mails, documents }) => [
  ['documents', documents.hosting],
  ['emails', mails.hosting],
  ['hostings', ids.hosting],
]

const acts: Record<string, { act: Act; prepare?: Act; changed: Changed }> = {
  'renames the trip': {
    act: ({ ed, trip }) => sent(as(ed).patch(`/v1/trips/${trip.id}`, { name: 'x' })),
    changed: () => [],
  },
  'changes a hosting': {
    act: (world) => sent(as(world.ed).patch(itemPath(world, 'hosting'), { name: 'x' })),
    changed: ({ ids }) => [['hostings', ids.hosting]],
  },
  'changes an expense': {
    act: (world) => sent(as(world.ed).patch(itemPath(world, 'expense'), { title: 'x' })),
    changed: ({ ids }) => [['expenses', ids.expense]],
  },
  'deletes an activity': {
    act: (world) => sent(as(world.ed).delete(itemPath(world, 'activity'))),
    changed: () => [],
  },
  'restores a hosting': {
    act: async ({ ed, ids }) => expect(await restore(ed, 'hosting', ids.hosting)).toBe(true),
    prepare: (world) => sent(as(world.ed).delete(itemPath(world, 'hosting'))),
    changed: carried,
  },
  'renames a document': {
    act: ({ ed, documents }) =>
      sent(as(ed).patch(`/v1/documents/${documents.hosting}`, { title: 'x' })),
    changed: ({ documents }) => [['documents', documents.hosting]],
  },
  'changes the subject of an email of an activity': {
    act: ({ olga, mails }) =>
      sent(as(olga).patch(`/v1/automation/emails/${mails.activity}`, { subject: 'x' })),
    changed: ({ ids, mails }) => [
      ['activities', ids.activity],
      ['emails', mails.activity],
    ],
  },
  'takes a right from a member': {
    act: ({ olga, vera, trip }) => setPermissions(olga, trip, vera, { is_travelling: false }),
    changed: ({ vera }) => [['collaborators', vera.id]],
  },
  'changes their name': {
    act: ({ ed }) => data(ed, updateMe('name: "Somebody else"')),
    changed: ({ ed }) => [['collaborators', ed.id]],
  },
}

const keyOf = ({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`

describe('B1 the version of what belongs to a trip', () => {
  test.each(Object.entries(acts))(
    'a member who %s gives its new version to what has changed, and to nothing else',
    async (_, { act, prepare, changed }) => {
      const world = await furnished()
      const { olga, ed, trip } = world
      await prepare?.(world)
      const before = new Map((await seenIn(ed, trip)).objects.map((one) => [keyOf(one), one]))
      await act(world)
      const { version, objects } = await seenIn(ed, trip)
      const found = objects.filter((one) => one.version !== before.get(keyOf(one))?.version)
      expect(found.map(({ kind, id }) => [kind, id]).sort()).toEqual(changed(world).sort())
      expect(found.every((one) => one.version === version)).toBe(true)
      expect(await versionOf(olga, trip)).toBe(version)
    },
  )

  test('a member sees it alike in lists, in the timeline, and as the answer of a write', async () => {
    const { ed, trip, ids } = await furnished()
    const query = `mutation { updateHosting(tripId: ${trip.id}, id: ${ids.hosting},
      input: { name: "x" }) { version } }`
    const { updateHosting } = await data<{ updateHosting: object }>(ed, query)
    const version = await versionOf(ed, trip)
    expect(updateHosting).toEqual({ version })
    const read = `{ trip(id: ${trip.id}) { hosting(id: ${ids.hosting}) { version }
      hostings { results { version } } timeline { results { ... on Hosting { version } } } } }`
    const found = await data<{ trip: object }>(ed, read)
    expect(found.trip).toMatchObject({
      hosting: { version },
      hostings: { results: [{ version }] },
      timeline: { results: expect.arrayContaining([{ version }]) },
    })
  })

  test('a member sees the same version of another one among guests and collaborators', async () => {
    const { olga, ed, vera, trip } = await cast()
    await setPermissions(olga, trip, vera, { can_see_expenses: true })
    const { guests, objects } = await seenIn(ed, trip)
    expect(guests.map(({ id }) => id)).toEqual([ed.id, vera.id])
    for (const guest of guests) {
      expect(guest.tripId).toBe(trip.id)
      expect(objects).toContainEqual({ kind: 'collaborators', ...guest })
    }
  })

  test('an owner sees the version and the trip of a new guest, and of one with new rights', async () => {
    const { olga, ed } = await cast()
    const created = await data<{ createTrip: { id: number; version: number; guests: object[] } }>(
      olga,
      `mutation { createTrip(input: { guestInvites: [{ userId: ${ed.id} }] }) {
        id version guests { id tripId version } } }`,
    )
    const { id: tripId, version, guests } = created.createTrip
    expect(guests).toEqual([{ id: ed.id, tripId, version }])
    expect(await versionOf(ed, { id: tripId })).toBe(version)
    const { setPermissions } = await data<{ setPermissions: { version: number; tripId: number } }>(
      olga,
      `mutation { setPermissions(tripId: ${tripId}, userId: ${ed.id}, input: { canEdit: false }) {
        tripId version } }`,
    )
    expect(setPermissions).toEqual({ tripId, version: await versionOf(ed, { id: tripId }) })
    expect(setPermissions.version).toBeGreaterThan(version)
  })
})

describe('B1 tripId of documents and emails', () => {
  /** The tripId of the hosting's document and email, as lists show them. */
  async function places(person: Person, tripId: number) {
    const { objects } = await seenIn(person, { id: tripId })
    const attached = objects.filter(({ kind }) => kind === 'documents' || kind === 'emails')
    return attached.map((one) => one.tripId)
  }

  test('a member sees the trip of the item that carries them, after a move as well', async () => {
    const world = await furnished()
    const { olga, trip } = world
    expect(await places(olga, trip.id)).toEqual(Array(6).fill(trip.id))
    const other = await newTrip(olga)
    await sent(as(olga).patch(itemPath(world, 'hosting'), { update_trip: other.id }))
    expect(await places(olga, trip.id)).toEqual(Array(4).fill(trip.id))
    expect(await places(olga, other.id)).toEqual(Array(2).fill(other.id))
  })

  test('a user sees null in the inbox, and the trip where the email is filed', async () => {
    const { olga, trip } = await cast()
    const id = await waiting(olga)
    const inbox = '{ inbox { results { id tripId version } } me { version } }'
    const { me, ...seen } = await data<{ me: { version: number } }>(olga, inbox)
    const { version: waits } = me
    expect(seen).toEqual({ inbox: { results: [{ id, tripId: null, version: waits }] } })
    const moved = await data<{ updateEmail: object }>(
      olga,
      `mutation { updateEmail(id: ${id}, input: { tripId: ${trip.id} }) { tripId version } }`,
    )
    const version = await versionOf(olga, trip)
    expect(moved.updateEmail).toEqual({ tripId: trip.id, version })
  })

  test('a member who attaches a document is answered with its trip and version', async () => {
    const { ed, trip, ids } = await furnished()
    const { attachDocument } = await data<{ attachDocument: object }>(
      ed,
      `mutation { attachDocument(tripId: ${trip.id}, hostingId: ${ids.hosting},
        input: { url: "https://x.example" }) { tripId version } }`,
    )
    expect(attachDocument).toEqual({ tripId: trip.id, version: await versionOf(ed, trip) })
  })
})

describe('B1 REST and versions', () => {
  /** Every key of a body, at any depth. */
  function keysOf(value: unknown): string[] {
    if (typeof value !== 'object' || value === null) return []
    const own = Array.isArray(value) ? [] : Object.keys(value)
    return [...own, ...Object.values(value).flatMap(keysOf)]
  }

  const listed = ['hostings', 'activities', 'transportations', 'expenses', 'collaborators']

  test('a member reads no version in any body, and cannot name it in fields', async () => {
    const world = await furnished()
    const { olga, ed, trip, ids, documents, mails } = world
    await befriend(olga, ed)
    await sent(as(olga).post('/v1/categories', { name: 'Golf' }))
    const id = await waiting(olga)
    const items = (['hosting', 'activity', 'transportation'] as const).flatMap((kind) => [
      `/v1/trip/${trip.id}/${kind}/${ids[kind]}`,
      `/v2/trip/${trip.id}/${kind}/${ids[kind]}`,
    ])
    const paths = [
      ...['/v1/trips', '/v2/trips', `/v1/trips/${trip.id}`, `/v2/trips/${trip.id}`],
      ...listed.map((many) => `/v1/trip/${trip.id}/${many}`),
      ...items,
      ...[`/v1/trip/${trip.id}/expense/${ids.expense}`, `/v2/trip/${trip.id}/documents`],
      ...[`/v2/trip/${trip.id}/emails`, `/v2/trip/${trip.id}/emails/${mails.trip}`],
      ...[`/v2/trip/${trip.id}/documents/${documents.trip}`, `/v1/automation/emails/${id}`],
      ...[
        '/v1/automation/emails',
        '/v1/categories',
        '/v1/guests/favorites',
        '/v1/me',
        '/auth/user/',
      ],
    ]
    for (const path of paths) {
      const whole = await as(olga).get(path)
      expect([path, whole.status]).toEqual([path, 200])
      const keys = keysOf(whole.json)
      expect(keys.length, path).toBeGreaterThan(1)
      expect(
        keys.filter((key) => /version|entered/.test(key)),
        path,
      ).toEqual([])
      const { json } = await as(olga).get(`${path}?fields=version`)
      expect(
        keysOf(json).filter((key) => key === 'version'),
        path,
      ).toEqual([])
    }
  })

  test('a member who asks REST for the field version of a trip gets an empty object', async () => {
    const { olga, trip } = await cast()
    const answer = await as(olga).get(`/v1/trips/${trip.id}?fields=version`)
    expect(answer).toMatchObject({ status: 200, text: '{}' })
  })
})
