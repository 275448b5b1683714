/**
 * B3: a conditional mutation compares the state of its object (src/core/conditions.ts), here on
 * rows in memory: the object of each mutation is surrounded by rows that are not it.
 */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../src/base/errors.ts'
import { checkState } from '../../src/core/conditions.ts'
import type { Context, HeldContext } from '../../src/core/context.ts'
import { surround } from '../../src/core/step.ts'
import { kinds } from '../../src/core/store/kinds.ts'

/** The caller. */
const olga = 42
const deletedAt = '2031-01-01T00:00:00Z'

type Row = Record<string, unknown>
/** A row that is active, unless it says else. */
const row = (version: number, more: Row): Row => ({ deletedAt: null, ...more, version })

const items = [
  row(1, { id: 8, tripId: 1 }),
  row(2, { id: 7, tripId: 2 }),
  row(3, { id: 9, tripId: 1, deletedAt }),
  row(7, { id: 7, tripId: 1 }),
]
const owned = [
  row(1, { id: 8, ownerId: olga, userId: olga }),
  row(2, { id: 6, ownerId: 1, userId: 1 }),
  row(3, { id: 9, ownerId: olga, userId: 1, deletedAt }),
  row(7, { id: 7, ownerId: olga, userId: olga }),
]
const places = [row(1, { id: 8 }), row(3, { id: 9, deletedAt }), row(7, { id: 7 })]

const tables: Record<string, Row[]> = {
  ...Object.fromEntries(kinds.map(({ name }) => [name, items])),
  ...{ trip: places, document: places, category: owned, favorite: owned },
  email: [
    ...owned.map((one): Row => ({ atTrip: null, ...one })),
    row(5, { id: 5, ownerId: 1, atTrip: 1 }),
  ],
  member: [
    row(1, { tripId: 1, userId: 8 }),
    row(2, { tripId: 2, userId: 5 }),
    row(5, { tripId: 1, userId: 5 }),
  ],
  user: [row(1, { id: 8 }), row(9, { id: olga })],
}

/** Whether a row is as Prisma's `where` says, as far as it is used here. */
const fits = (one: Row, where: Row): boolean =>
  Object.entries(where).every(([key, asked]) => {
    if (key === 'OR') return (asked as Row[]).some((either) => fits(one, either))
    if (key === 'trip' || asked === undefined) return true
    if (asked === null || typeof asked !== 'object') return one[key] === asked
    if ('in' in asked) return (asked.in as unknown[]).includes(one[key])
    return 'not' in asked ? one[key] !== asked.not : true
  })

let events: string[] = []
beforeEach(() => {
  events = []
})

/** Prisma on these rows; it records what is locked and found. */
function prisma() {
  const models = Object.entries(tables).map(([name, rows]) => {
    const found = (where: Row) => {
      events.push(`find ${name}`)
      return rows.filter((one) => fits(one, where))
    }
    const findFirst = async ({ where = {} }: { where?: Row }) => found(where)[0] ?? null
    const findMany = async ({ where = {} }: { where?: Row }) => found(where)
    return [name, { findFirst, findUnique: findFirst, findMany }] as const
  })
  const lock = async (text: TemplateStringsArray, named: unknown) => {
    const [, table = Reflect.get(Object(named), 'sql')] = text[0]?.match(/from (\w+)/) ?? []
    events.push(`lock ${table}`)
    return [{}]
  }
  return { ...Object.fromEntries(models), $executeRaw: lock, $queryRaw: lock }
}

/** The mutations of one object. */
const mutationsOf: Record<string, string[]> = {
  trip: ['updateTrip', 'deleteTrip'],
  ...Object.fromEntries(
    kinds.map(({ name, type }) => [name, [`update${type}`, `delete${type}`]] as const),
  ),
  document: ['updateDocument', 'renameDocument', 'removeDocument'],
  email: ['updateEmail', 'deleteEmail'],
  category: ['updateCategory', 'deleteCategory'],
  favorite: ['removeFavorite'],
  member: ['setPermissions', 'removeCollaborator'],
  user: ['updateMe', 'updateAuthUser', 'replaceAuthUser'],
}
const names = Object.values(mutationsOf).flat()

const args = '(id: Int, tripId: Int, userId: Int, ifVersion: Int): Boolean'
const schemaOf = (typeDefs: string, resolve: (args: unknown) => unknown = () => true) =>
  surround(
    makeExecutableSchema<Context>({
      typeDefs: `type Query { updateTrip${args} another${args} } ${typeDefs}`,
      resolvers: {
        Mutation: {
          ...Object.fromEntries(
            names.map((name) => [name, (_: unknown, given: unknown) => resolve(given)]),
          ),
          createTrip: (_: unknown, given) => resolve(given),
        },
      },
      resolverValidationOptions: { requireResolversToMatchSchema: 'ignore' },
    }),
    [checkState],
  )

const typeDefs = `type Mutation {
  ${names.map((name) => `${name}${args}`).join('\n')} createTrip(id: Int): Boolean }`

interface Asked {
  isUnchanged?: boolean
  /** The resolver of the mutation. */
  resolve?: (args: unknown) => unknown
}

/** What a mutation answers: `done`, or the code and version of its refusal. */
async function ask(field: string, { isUnchanged, resolve = () => true }: Asked = {}) {
  const contextValue = {
    viewer: { kind: 'user', user: { id: olga } },
    tx: prisma(),
    forget: () => void events.push('forget'),
    isUnchanged:
      isUnchanged === undefined
        ? undefined
        : async (held: HeldContext) => {
            expect(held).toHaveProperty('tx')
            events.push('compare')
            return isUnchanged
          },
  }
  const run = (given: unknown) => {
    events.push('run')
    return resolve(given)
  }
  const source = field.startsWith('query') ? field : `mutation { ${field} }`
  const { errors } = await graphql({ schema: schemaOf(typeDefs, run), source, contextValue })
  const [error] = errors ?? []
  return error ? [error.extensions.code, error.extensions.version] : 'done'
}

/** Who is asked for, by the name of the table: the object, and what only looks like it. */
const objects: [table: string, args: string, version: number | undefined][] = [
  ...['trip', 'document', 'category', 'favorite', 'email'].map(
    (table): [string, string, number] => [table, 'id: 7', 7],
  ),
  ...['trip', 'document', 'category', 'favorite', 'email'].map(
    (table): [string, string, undefined] => [table, 'id: 9', undefined],
  ),
  ...['category', 'favorite', 'email'].map(
    (table): [string, string, undefined] =>
      [...[table, 'id: 6', undefined]] as [string, string, undefined],
  ),
  ...kinds.flatMap(({ name }): [string, string, number | undefined][] => [
    [name, 'id: 7, tripId: 1', 7],
    [name, 'id: 7, tripId: 3', undefined],
    [name, 'id: 9, tripId: 1', undefined],
  ]),
  ['member', 'tripId: 1, userId: 5', 5],
  ['member', 'tripId: 1, userId: 6', undefined],
  ['user', 'id: 8', 9],
]

describe('B3 the object of a mutation', () => {
  it.each(objects)('of %s with %s has version %s', async (table, named, version) => {
    for (const name of mutationsOf[table] ?? []) {
      const field = (ifVersion: number) => `${name}(${named}, ifVersion: ${ifVersion})`
      expect(await ask(field(4)), name).toEqual(['CONFLICT', version])
      const sql = table === 'user' ? 'account' : table
      expect(events.slice(0, 2), name).toEqual([`lock ${sql}`, `find ${table}`])
      if (version !== undefined) expect(await ask(field(version)), name).toBe('done')
      events = []
    }
  })

  it("olga sees another's email in a trip, and may not delete it", async () => {
    expect(await ask('updateEmail(id: 5, ifVersion: 4)')).toEqual(['CONFLICT', 5])
    expect(await ask('updateEmail(id: 5, ifVersion: 5)')).toBe('done')
    expect(await ask('deleteEmail(id: 5, ifVersion: 5)')).toEqual(['CONFLICT', undefined])
  })

  it('is known for every mutation with a version', () => {
    const lacking = `type Mutation { renameTrip${args} }`
    expect(() => schemaOf(lacking)).toThrow('no object of renameTrip has a version')
  })
})

describe('B3 a condition', () => {
  const refused = ['CONFLICT', undefined]
  const trip = 'updateTrip(id: 7'

  it('is not compared for a query, or where it is absent, and nothing is locked', async () => {
    expect(await ask(`${trip})`)).toBe('done')
    expect(await ask('query { updateTrip(id: 7, ifVersion: 4) }')).toBe('done')
    expect(events).toEqual(['run'])
  })

  it('is not passed on to the mutation', async () => {
    const given: unknown[] = []
    await ask(`${trip}, ifVersion: 7)`, { resolve: (one) => given.push(one) > 0 })
    expect(given).toEqual([{ id: 7 }])
  })

  it('is asked while the object is locked, before the mutation, and then forgotten', async () => {
    expect(await ask(`${trip})`, { isUnchanged: true })).toBe('done')
    expect(events).toEqual(['lock trip', 'find trip', 'compare', 'forget', 'run'])
    expect(await ask(`${trip})`, { isUnchanged: false })).toEqual(refused)
  })

  it('may be two: both must be met', async () => {
    const both = (ifVersion: number, isUnchanged: boolean) =>
      ask(`${trip}, ifVersion: ${ifVersion})`, { isUnchanged })
    expect(await both(7, true)).toBe('done')
    expect(await both(7, false)).toEqual(['CONFLICT', 7])
    expect(await both(4, true)).toEqual(['CONFLICT', 7])
  })

  it('without an object is asked as well', async () => {
    expect(await ask('createTrip', { isUnchanged: true })).toBe('done')
    expect(await ask('createTrip', { isUnchanged: false })).toEqual(refused)
    expect(events).toEqual(['compare', 'forget', 'run', 'compare', 'forget', 'run'])
  })

  it('comes after every other refusal, which the mutation throws or returns', async () => {
    const forbidden = new Refusal('FORBIDDEN')
    const throws = () => {
      throw forbidden
    }
    for (const resolve of [throws, () => forbidden]) {
      expect(await ask(`${trip}, ifVersion: 4)`, { resolve })).toEqual(['FORBIDDEN', undefined])
    }
  })
})
