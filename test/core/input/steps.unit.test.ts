/** The steps that read arguments and input around the permission table, and refuse behind it. */
import type { GraphQLResolveInfo } from 'graphql'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../src/base/errors.ts'
import type { Context } from '../../../src/core/context.ts'
import { readArguments } from '../../../src/core/input/arguments.ts'
import { JsonBody, readInput, refuseWrongInput } from '../../../src/core/input/mutations.ts'
import type { FieldPlace, Resolve, Step } from '../../../src/core/step.ts'
import { messages } from '../../spec/answers.ts'
import { fieldsWith } from './given.ts'

type Args = Record<string, unknown>

/** Answers with the arguments that have reached it. */
const next: Resolve<Context> = (_parent, args) => args
const info = {} as GraphQLResolveInfo

const queried = (args: string, types?: string): FieldPlace => ({
  type: 'Query',
  field: fieldsWith(args, types).ask,
})
const mutated = (args: string, types?: string): FieldPlace => ({
  type: 'Mutation',
  field: fieldsWith(args, types).take,
})

/** What a step passes on; `access` says which rights the caller has on which trips. */
function passed(
  step: Step<Context>,
  place: FieldPlace,
  args: Args,
  rights: Record<number, object> = {},
) {
  const context = { access: async (id: number) => rights[id] ?? null } as unknown as Context
  return step(place, next)(undefined, args, context, info) as Args | Promise<Args>
}

const fieldsOf = async (call: () => unknown) => {
  try {
    await call()
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.extensions.fields]
    throw error
  }
  return undefined
}

describe('the step that reads arguments', () => {
  it('a null for an optional argument counts as absent', () => {
    const place = queried('(id: Int!, first: Int, since: DateTime)')
    expect(passed(readArguments, place, { id: 1, first: null, since: null })).toEqual({ id: 1 })
    expect(passed(readArguments, place, { id: 1, first: 2 })).toEqual({ id: 1, first: 2 })
  })

  it('times and days are read, and what is wrong with them stands beside the others', () => {
    const place = queried('(since: DateTime!, day: Date!, id: Int!)')
    const args = { since: ' 2031-01-02T09:00+01:00', day: '2031-01-02', id: 1 }
    const since = '2031-01-02T08:00:00Z'
    expect(passed(readArguments, place, args)).toEqual({ ...args, since })
    expect(passed(readArguments, place, { ...args, day: 'x' })).toEqual({
      ...{ since, id: 1 },
      validationErrors: { day: [messages.date] },
    })
    expect(passed(readArguments, queried('(since: DateTime)'), {})).toEqual({})
  })

  it('a field without such arguments is left as it is', () => {
    expect(readArguments(queried('(id: Int!)'), next)).toBe(next)
    for (const sdl of ['(id: Int)', '(since: DateTime!)']) {
      expect(readArguments(queried(sdl), next)).not.toBe(next)
    }
  })

  it('an argument that no step would read is a defect of the schema', () => {
    const given = 'input Given { a: Int }'
    const wrapped = (place: typeof queried, args: string) => () =>
      readArguments(place(args, given), next)
    expect(wrapped(mutated, '(input: Given!)')).not.toThrow()
    expect(wrapped(mutated, '(id: Int!, input: Given)')).not.toThrow()
    expect(wrapped(queried, '(input: Given!)')).toThrow('no one reads the input of ask')
    const both = wrapped(mutated, '(input: Given!, other: Given)')
    expect(both).toThrow('no one reads the input of take')
    expect(wrapped(queried, '(days: [Date!]!)')).toThrow('no one reads the list days')
    expect(wrapped(queried, '(ids: [Int!]!)')).not.toThrow()
  })
})

const given = (fields: string) =>
  [
    '(tripId: Int, input: Given! @mandatory(fields: ["name"]))',
    `input Given { name: String ${fields} }`,
  ] as const

describe('the step that reads the input of a mutation', () => {
  const sdl = given('startsAt: Date price: Float @writableWith(right: canEditExpenses)')
  const read = (args: Args, access = {}) => passed(readInput, mutated(...sdl), args, access)

  it('reads an object of GraphQL by its names, and a body by those of JSON', async () => {
    const day = '2031-01-02'
    const value = { name: 'a', startsAt: day }
    expect(await read({ input: { name: ' a', startsAt: day } })).toEqual({ input: value })
    const body = new JsonBody({ name: 5, starts_at: day, startsAt: 'x' }, () => ({ name: '5.0' }))
    expect(await read({ input: body })).toEqual({ input: { ...value, name: '5.0' } })
  })

  it('passes on what is wrong with the input and the other arguments', async () => {
    const found = await read({
      input: { startsAt: 'x' },
      validationErrors: { day: [messages.date] },
    })
    expect(found).toEqual({
      input: {},
      validationErrors: {
        day: [messages.date],
        name: [messages.required],
        startsAt: [messages.date],
      },
    })
  })

  it('a field that the caller may not write is ignored, valid or not', async () => {
    const [may, mayNot] = [{ 7: { canEditExpenses: true } }, { 7: { canEditExpenses: false } }]
    const input = { name: 'a', price: 5 }
    const sent = (price: unknown) => ({ tripId: 7, input: { name: 'a', price } })
    expect(await read(sent(5), may)).toMatchObject({ input })
    for (const access of [mayNot, {}]) {
      expect(await read(sent(5), access)).toEqual({ tripId: 7, input: { name: 'a' } })
      expect(await read(sent('x'), access)).toEqual({
        ...{ tripId: 7, input: { name: 'a' } },
        validationErrors: {},
      })
    }
    expect(await read(sent('x'), may)).toMatchObject({
      validationErrors: { price: [messages.number] },
    })
    // The rule of a mutation without a trip decides.
    expect(await read({ input })).toMatchObject({ input })
  })

  it('asks for no rights where no field needs one', async () => {
    const context = { access: () => Promise.reject(new Error('asked')) } as unknown as Context
    const args = { tripId: 7, input: { name: 'a' } }
    expect(await readInput(mutated(...given('')), next)(undefined, args, context, info)).toEqual(
      args,
    )
  })

  it('reads nothing but the argument `input` of mutations', () => {
    expect(readInput(queried('(id: Int)'), next)).toBe(next)
    expect(readInput(mutated('(id: Int)'), next)).toBe(next)
    expect(readInput(queried(...sdl), next)).toBe(next)
  })
})

describe('the step that refuses input', () => {
  const place = mutated(...given('toTrip: Int @tripId other: Int @tripId'))
  const refuse = (args: Args) => passed(refuseWrongInput, place, args, { 7: {} })

  it('passes on what is valid', async () => {
    const input = { name: 'a', toTrip: 7 }
    const validationErrors = {}
    expect(await refuse({ tripId: 1, input, validationErrors })).toEqual({ tripId: 1, input })
    expect(await refuse({ input: { toTrip: null } })).toEqual({ input: { toTrip: null } })
  })

  it('refuses what is wrong, with trips that do not exist for the caller', async () => {
    const noTrip = (id: number) => [`Invalid pk "${id}" - object does not exist.`]
    expect(
      await fieldsOf(() =>
        refuse({
          input: { toTrip: 8, other: 9 },
          validationErrors: { name: [messages.required] },
        }),
      ),
    ).toEqual([
      'BAD_USER_INPUT',
      { name: [messages.required], toTrip: noTrip(8), other: noTrip(9) },
    ])
  })

  it('refuses wrong arguments of any field', async () => {
    const validationErrors = { since: [messages.datetime] }
    const ask = (args: Args) => passed(refuseWrongInput, queried('(since: DateTime)'), args)
    expect(await fieldsOf(() => ask({ validationErrors }))).toEqual([
      'BAD_USER_INPUT',
      validationErrors,
    ])
    expect(ask({ since: '2031-01-02T09:00:00Z' })).toEqual({ since: '2031-01-02T09:00:00Z' })
    expect(ask({ validationErrors: {} })).toEqual({ validationErrors: {} })
  })

  it('leaves a field without arguments as it is', () => {
    expect(refuseWrongInput(queried(''), next)).toBe(next)
  })
})
