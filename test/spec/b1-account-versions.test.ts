/** The version of an account, and of what belongs to it alone (B1). */
import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { insertEmail } from '../sync.ts'
import { type Cast, cast, type Person, premium } from '../world.ts'
import { waiting } from './emails.ts'
import { befriend, confirm, favoritesOf, remove, request, requestsTo } from './favorites.ts'
import { allKinds } from './kinds.ts'
import { alternative } from './persons.ts'
import { create, restore } from './restored.ts'
import { accountVersion, data, sent, type Versioned, versionOf } from './versions.ts'

/** What a test has prepared: an object of olga's. */
type Act = (world: Cast, id: number) => Promise<unknown>
type Prepare = (world: Cast) => Promise<number>

/** By how much the version of olga's account grows. */
async function growth(act: Act, prepare: Prepare = async () => 0): Promise<number> {
  const world = await cast()
  const id = await prepare(world)
  const before = await accountVersion(world.olga)
  await act(world, id)
  return (await accountVersion(world.olga)) - before
}

const newCategory: Prepare = async ({ olga }) =>
  (await as(olga).post('/v1/categories', { name: 'Golf' })).json.id
const friends: Prepare = async ({ olga, stan }) => (await befriend(olga, stan))[0].id

const ownActs: Record<string, [Act, Prepare?]> = {
  'changes their profile': [({ olga }) => sent(as(olga).patch('/v1/me', { language: 'pt' }))],
  'changes their names': [({ olga }) => sent(as(olga).patch('/auth/user/', { last_name: 'x' }))],
  'renews their calendar identifier': [
    ({ olga }) => data(olga, 'mutation { renewCalendarIdentifier { id } }'),
  ],
  'logs in': [
    async ({ olga: { username, password } }) => {
      const { status } = await as(anonymous).post('/auth/login', { username, password })
      expect(status).toBe(200)
    },
  ],
  'adds an alternative address': [
    ({ olga }) => sent(as(olga).post('/v1/emails/add', { email: `other.${olga.email}` })),
  ],
  'removes an alternative address': [
    ({ olga }, id) => sent(as(olga).delete(`/v1/emails/${id}`)),
    async ({ olga }) => {
      await alternative(olga, false)
      return (await as(olga).get('/v1/emails')).json.results[0]?.id as number
    },
  ],
  'creates a category': [(world) => newCategory(world)],
  'changes a category': [
    ({ olga }, id) => sent(as(olga).patch(`/v1/categories/${id}`, { name: 'x' })),
    newCategory,
  ],
  'deletes a category': [
    ({ olga }, id) => sent(as(olga).delete(`/v1/categories/${id}`)),
    newCategory,
  ],
  'restores a category': [
    async ({ olga }, id) => expect(await restore(olga, 'category', id)).toBe(true),
    async (world) => {
      const id = await newCategory(world)
      await sent(as(world.olga).delete(`/v1/categories/${id}`))
      return id
    },
  ],
  'asks for a favorite': [({ olga, stan }) => request(olga, stan.email)],
  'removes a favorite': [({ olga }, id) => remove(olga, id), friends],
  'changes the subject of an email in the inbox': [
    ({ olga }, id) => sent(as(olga).patch(`/v1/automation/emails/${id}`, { subject: 'x' })),
    ({ olga }) => waiting(olga),
  ],
  'files an email out of the inbox': [
    ({ olga, trip }, id) =>
      sent(as(olga).patch(`/v1/automation/emails/${id}`, { trip_id: trip.id })),
    ({ olga }) => waiting(olga),
  ],
  'deletes an email in the inbox': [
    ({ olga }, id) => sent(as(olga).delete(`/v1/automation/emails/${id}`)),
    ({ olga }) => waiting(olga),
  ],
}

describe('B1 the version of an account grows', () => {
  test.each(Object.entries(ownActs))(
    'a user who %s raises the version of their account',
    async (_, [act, prepare]) => {
      expect(await growth(act, prepare)).toBeGreaterThan(0)
    },
  )

  const theirActs: Record<string, [Act, Prepare?]> = {
    'confirms their request': [
      async ({ stan }) => confirm(stan, (await requestsTo(stan))[0]?.id as number),
      async ({ olga, stan }) => (await request(olga, stan.email)).id,
    ],
    'ends being their favorite': [
      async ({ stan }) => remove(stan, (await favoritesOf(stan))[0]?.id as number),
      friends,
    ],
    'is their favorite and changes their own name': [
      ({ stan }) => sent(as(stan).patch('/v1/me', { name: 'Somebody else' })),
      friends,
    ],
    'is their favorite and changes their own photo': [
      ({ stan }) => sent(as(stan).patch('/v1/me', { photo_url: 'https://photos.example/1.jpg' })),
      friends,
    ],
  }

  test.each(Object.entries(theirActs))(
    "another user who %s raises the version of the first one's account",
    async (_, [act, prepare]) => {
      expect(await growth(act, prepare)).toBeGreaterThan(0)
    },
  )

  test('an email that arrives in the inbox raises the version of its owner', async () => {
    expect(await growth(({ olga }) => waiting(olga))).toBeGreaterThan(0)
  })

  test('an operator who ends the Pro subscription raises the version of the account', async () => {
    expect(await growth(({ olga }) => premium(olga, false))).toBeGreaterThan(0)
  })

  test('a user whose address is verified by the mailed link has a higher version', async () => {
    const { olga } = await cast()
    const email = await alternative(olga, false)
    const before = await accountVersion(olga)
    await data(olga, `mutation { verifyAlternativeEmail(hash: "${email}") { id } }`)
    expect(await accountVersion(olga)).toBeGreaterThan(before)
  })

  test('a user who logs out raises the version that their other key reads', async () => {
    const { olga } = await cast()
    const { username, password } = olga
    const { json } = await as(anonymous).post('/auth/login', { username, password })
    const before = await accountVersion(olga)
    await sent(as({ key: json.key }).post('/auth/logout'))
    expect(await accountVersion(olga)).toBeGreaterThan(before)
  })
})

describe('B1 the version of an account stays', () => {
  test('a user who reads does not raise the version of their account', async () => {
    const reads: Act = async ({ olga }) => {
      for (const path of ['/v1/me', '/v1/emails', '/v1/categories', '/v1/automation/emails']) {
        await sent(as(olga).get(path))
      }
      await favoritesOf(olga)
      await requestsTo(olga)
    }
    expect(await growth(reads, friends)).toBe(0)
  })

  test('a user whose write is refused does not raise the version of their account', async () => {
    const refused: Act = async ({ olga, stan }, id) => {
      const answers = [
        await as(olga).patch('/v1/me', { email: stan.email }),
        await as(olga).patch('/v1/me', { language: 'x'.repeat(300) }),
        await as(stan).patch(`/v1/categories/${id}`, { name: 'x' }),
        await as(stan).delete(`/v1/categories/${id}`),
        await as(olga).delete('/v1/categories/0'),
      ]
      for (const { status } of answers) expect([400, 403, 404]).toContain(status)
    }
    expect(await growth(refused, newCategory)).toBe(0)
  })

  test('a member who changes what is in a trip does not raise the version of any account', async () => {
    const changes: Act = async ({ olga, ed, trip }) => {
      for (const kind of allKinds) await create(olga, trip.id, kind)
      await sent(as(olga).patch(`/v1/trips/${trip.id}`, { name: 'x' }))
      await sent(as(olga).delete(`/v1/trip/${trip.id}/collaborator/${ed.id}`))
      await sent(as(ed).patch('/v1/me', { name: 'Somebody else' }))
    }
    expect(await growth(changes)).toBe(0)
  })

  test('a user who changes a category does not raise the version of a trip', async () => {
    const world = await cast()
    const id = await newCategory(world)
    const before = await versionOf(world.olga, world.trip)
    await sent(as(world.olga).patch(`/v1/categories/${id}`, { name: 'x' }))
    expect(await versionOf(world.olga, world.trip)).toBe(before)
  })
})

describe('B1 the version of what belongs to an account', () => {
  type Seen = Record<'categories' | 'favorites' | 'inbox', { results: Versioned[] }>
  const query = '{ categories LIST favorites LIST inbox LIST }'

  /** What the person's account holds: kind, id and version. */
  async function held(person: Person) {
    const found = await data<Seen>(person, query.replaceAll('LIST', '{ results { id version } }'))
    return Object.entries(found).flatMap(([kind, { results }]) =>
      results.map(({ id, version }) => ({ kind, id, version })),
    )
  }

  const acts: Record<'categories' | 'favorites' | 'inbox', Act> = {
    categories: ({ olga }, id) => sent(as(olga).patch(`/v1/categories/${id}`, { color: '112233' })),
    favorites: ({ stan }) => sent(as(stan).patch('/v1/me', { name: 'Somebody else' })),
    inbox: ({ olga }, id) =>
      sent(as(olga).patch(`/v1/automation/emails/${id}`, { subject: 'Changed' })),
  }

  test.each(Object.entries(acts))(
    'a user sees the new version of the account on what has changed in %s, and there alone',
    async (kind, act) => {
      const world = await cast()
      const { olga } = world
      await newCategory(world)
      await friends(world)
      await waiting(olga)
      const before = await held(olga)
      expect(before).toHaveLength(3)
      const target = before.find((one) => one.kind === kind)
      await act(world, target?.id as number)
      const version = await accountVersion(olga)
      const after = before.map((one) => (one.kind === kind ? { ...one, version } : one))
      expect(await held(olga)).toEqual(after)
      expect(version).toBeGreaterThan(Math.max(...before.map((one) => one.version)))
    },
  )

  test('a member sees on an email that was filed the version of its trip', async () => {
    const { olga, trip } = await cast()
    const id = await insertEmail(olga, { trip_id: trip.id })
    const version = await versionOf(olga, trip)
    const query = `{ email(tripId: ${trip.id}, id: ${id}) { version tripId } }`
    expect(await data(olga, query)).toEqual({ email: { version, tripId: trip.id } })
  })

  test('a user is answered with the new version by every write of the account', async () => {
    const { olga, stan } = await cast()
    const answers = [
      ['createCategory', 'input: { name: "Golf" }'],
      ['requestFavorite', `email: "${stan.email}"`],
      ['updateMe', 'input: { name: "Olga" }'],
      ['updateAuthUser', 'input: { lastName: "x" }'],
    ] as const
    for (const [name, args] of answers) {
      const answer = await data(olga, `mutation { ${name}(${args}) { version } }`)
      expect(answer).toEqual({ [name]: { version: await accountVersion(olga) } })
    }
  })
})
