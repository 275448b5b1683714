/** Every list in an input has a maximum, and each member is assigned once. */
import {
  type GraphQLArgument,
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { directive } from '../../src/base/directives.ts'
import { namesIn } from '../../src/core/input/directives.ts'
import { inputReader } from '../../src/core/input/input.ts'
import { buildSchema } from '../../src/core/schema.ts'
import { as } from '../client.ts'
import { byList, path } from '../itinerary.cases.ts'
import { cast, join, people } from '../world.ts'

const tooMany = 'Ensure this field has no more than 100 elements.'

/** The lists of an input, each as the path to it: `['guestInvites']`. */
function listsIn(type: GraphQLInputObjectType, above: string[] = []): string[][] {
  return Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type)
    const way = [...above, field.name]
    const inside = isInputObjectType(named) && above.length < 5 ? listsIn(named, way) : []
    return isListType(getNullableType(field.type)) ? [way, ...inside] : inside
  })
}

const inputs = Object.values(buildSchema().getMutationType()?.getFields() ?? {}).flatMap(
  ({ name, args }) =>
    args
      .filter((argument) => isInputObjectType(getNullableType(argument.type)))
      .map((argument): [string, GraphQLArgument] => [name, argument]),
)
const lists = inputs.flatMap(([name, argument]) =>
  listsIn(getNullableType(argument.type) as GraphQLInputObjectType)
    .filter(([first = '']) => !namesIn(directive(argument, 'ignored')).includes(first))
    .map((way): [string, string, GraphQLArgument] => [name, way.join('.'), argument]),
)

describe('1.2 lists in inputs have at most 100 elements', () => {
  it('the lists are of assigned users, of guest invites and of what a key has', () => {
    const ways = new Set(lists.map(([, way]) => way))
    expect([...ways].sort()).toEqual(['assignedUsers', 'guestInvites', 'trips', 'withheld'])
    expect(lists).toHaveLength(9)
  })

  it.each(lists)('%s: %s', (_, way, argument) => {
    const read = inputReader(argument)
    const filled = (count: number) => ({ [way]: Array.from({ length: count }, () => null) })
    expect(read(filled(101)).validationErrors?.[way]).toEqual([tooMany])
    expect(read(filled(100)).validationErrors?.[way]).not.toEqual([tooMany])
    const isEmptyWrong = way === 'trips'
    expect(read(filled(0)).validationErrors?.[way] !== undefined).toBe(isEmptyWrong)
  })
})

describe.each(byList)('15 assigned_users of %s', (_, kind) => {
  const shown = '?fields=assigned_users'

  it('a list of more than 100 elements is refused, members or not', async () => {
    const { ed, trip } = await cast()
    const list = path('v1', kind, trip.id)
    const { json } = await as(ed).post(list, kind.least)
    const one = path('v1', kind, trip.id, json.id)
    for (const users of [Array(101).fill(ed.id), Array(200_000).fill(1)]) {
      const validationErrors = { status: 400, json: { assigned_users: [tooMany] } }
      const body = { ...kind.least, assigned_users: users }
      expect(await as(ed).post(list, body)).toMatchObject(validationErrors)
      expect(await as(ed).patch(one, { assigned_users: users })).toMatchObject(validationErrors)
    }
    expect((await as(ed).get(one + shown)).json).toEqual({ assigned_users: [] })
    expect((await as(ed).patch(one, { assigned_users: Array(100).fill(ed.id) })).status).toBe(200)
  })

  it('distinct members are kept, in the order of their first mention', async () => {
    const { olga, ed, vera, stan, trip } = await cast()
    const list = path('v1', kind, trip.id)
    const sent = [vera, vera, stan, olga, vera, ed, olga, ed].map(({ id }) => id)
    const kept = { assigned_users: [vera.id, olga.id, ed.id] }
    const made = await as(ed).post(list + shown, { ...kind.least, assigned_users: sent })
    expect(made.json).toEqual(kept)
    const { json } = await as(ed).post(list, kind.least)
    const one = path('v1', kind, trip.id, json.id)
    expect((await as(ed).put(one + shown, { assigned_users: sent })).json).toEqual(kept)
    expect((await as(ed).get(one + shown)).json).toEqual(kept)
  })

  it('a hundred members of a larger trip are all kept', async () => {
    const { ed, trip } = await cast()
    const crowd = await people(...Array.from({ length: 100 }, (_, at) => `p${at}`))
    for (const person of crowd) await join(trip.id, person)
    const users = crowd.map(({ id }) => id).reverse()
    const body = { ...kind.least, assigned_users: users }
    const made = await as(ed).post(path('v1', kind, trip.id) + shown, body)
    expect(made.json).toEqual({ assigned_users: users })
  })

  it('GraphQL enforces the same limit', async () => {
    const { ed, trip } = await cast()
    const noun = kind.one.charAt(0).toUpperCase() + kind.one.slice(1)
    const document = `mutation ($input: ${noun}Input!) {
      create${noun}(tripId: ${trip.id}, input: $input) { assignedUsers } }`
    const type = kind.one === 'transportation' ? { transportationType: 'train' } : {}
    const input = (count: number) => ({
      input: { ...type, assignedUsers: Array(count).fill(ed.id) },
    })
    const { errors } = await as(ed).graphql(document, input(101))
    expect(errors[0]?.extensions.fields).toEqual({ assignedUsers: [tooMany] })
    const { data } = await as(ed).graphql(document, input(100))
    expect(data).toEqual({ [`create${noun}`]: { assignedUsers: [ed.id] } })
  })
})
