/** B4: the two steps of mutations whose answers are kept, on a small schema. */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../../src/core/context.ts'
import { noteTrips, refuseAsked } from '../../../src/core/idempotency/steps.ts'
import { surround } from '../../../src/core/step.ts'

/** The mutations that have run. */
let ran: string[] = []
beforeEach(() => {
  ran = []
})

const mutations = {
  createTrip: () => ({ id: 7 }),
  findTrip: () => null,
  promised: async () => ({ id: 8 }),
  deleteTrip: () => true,
  createActivity: () => ({ id: 9 }),
  moveActivity: () => ({ id: 9 }),
}

const schema = surround(
  makeExecutableSchema<Context>({
    typeDefs: /* GraphQL */ `
      type Query { other(tripId: Int): Trip }
      type Trip { id: Int, other(tripId: Int): Trip }
      type Activity { id: Int }
      input Move { tripId: Int }
      type Mutation {
        createTrip: Trip!
        findTrip: Trip
        promised: Trip
        deleteTrip(tripId: Int): Boolean
        createActivity(tripId: Int): Activity
        moveActivity(tripId: Int, input: Move): Activity
      }
    `,
    resolvers: {
      Query: { other: () => ({ id: 100 }) },
      Trip: { other: () => ({ id: 200 }) },
      Mutation: Object.fromEntries(
        Object.entries(mutations).map(([name, resolve]) => [
          name,
          () => {
            ran.push(name)
            return resolve()
          },
        ]),
      ),
    },
  }),
  [refuseAsked, noteTrips],
)

const ask = (source: string, contextValue: Pick<Context, 'concerned' | 'onlyAsked'>) =>
  graphql({ schema, source, contextValue })

/** The ids of trips that are noted for an operation. */
async function notedFor(source: string): Promise<number[]> {
  const concerned = new Set<number>()
  const { errors } = await ask(source, { concerned })
  expect(errors).toBeUndefined()
  return [...concerned]
}

describe('B4 the trips of a mutation are noted', () => {
  it.each([
    ['createTrip { id }', [7]],
    ['promised { id }', [8]],
    ['findTrip { id }', []],
    ['deleteTrip', []],
    ['deleteTrip(tripId: 1)', [1]],
    ['createActivity(tripId: 2) { id }', [2]],
    ['moveActivity(tripId: 3, input: { tripId: 4 }) { id }', [3, 4]],
    ['moveActivity(tripId: 3, input: {}) { id }', [3]],
    ['moveActivity(input: null) { id }', []],
    ['createTrip { id other(tripId: 5) { id } }', [7]],
  ])('%s', async (field, trips) => {
    expect(await notedFor(`mutation { ${field} }`)).toEqual(trips)
  })

  it('of no query, and of no mutation whose answer is not kept', async () => {
    expect(await notedFor('{ other(tripId: 6) { id } }')).toEqual([])
    expect((await ask('mutation { createTrip { id } }', {})).data).toEqual({
      createTrip: { id: 7 },
    })
  })
})

describe('B4 only the rules are asked', () => {
  it('a mutation that they allow is refused, and does nothing', async () => {
    const { data, errors } = await ask('mutation { createTrip { id } }', { onlyAsked: 'NOT_FOUND' })
    expect(data).toBeNull()
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    expect(ran).toEqual([])
  })

  it('a mutation whose answer is not kept runs', async () => {
    await ask('mutation { createTrip { id } }', {})
    expect(ran).toEqual(['createTrip'])
  })
})
