/** What a caller gets for the verdict of a rule, and what the table must not contain. */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../src/base/errors.ts'
import {
  answerOf,
  inOrder,
  isHeld,
  type Line,
  named,
  namedHeld,
} from '../../../src/core/permissions/rule.ts'
import { askRule } from '../../../src/core/permissions/shield.ts'
import { surround } from '../../../src/core/step.ts'
import { guard } from './guarding.ts'

const anonymous = { viewer: { kind: 'anonymous', message: 'This key has expired.' } } as const
const operator = { viewer: { kind: 'operator' } } as const

describe('permissions: the answer to a verdict', () => {
  it('it is the refusal of the rule, if that made one', () => {
    const refusal = new Refusal('BAD_USER_INPUT', { fields: { as: ['Wrong.'] } })
    expect(answerOf(refusal, operator)).toBe(refusal)
    expect(answerOf('OK', operator)).toBe(true)
  })

  it('it is the same error each time, with the message of its code', () => {
    const refusal = answerOf('FORBIDDEN', operator)
    expect(refusal).toMatchObject({ code: 'FORBIDDEN', message: new Refusal('FORBIDDEN').message })
    expect(answerOf('FORBIDDEN', anonymous)).toBe(refusal)
    expect(answerOf('NOT_FOUND', operator)).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('it says why a key was not accepted, where there was one', () => {
    expect(answerOf('UNAUTHENTICATED', anonymous)).toMatchObject({
      ...{ code: 'UNAUTHENTICATED', message: 'This key has expired.' },
    })
    const { message } = new Refusal('UNAUTHENTICATED')
    expect(answerOf('UNAUTHENTICATED', { viewer: { kind: 'anonymous' } })).toMatchObject({
      message,
    })
  })
})

const typeDefs = 'type Query { word: String, other: String } type Mutation { say: String }'
const resolvers = {
  Query: { word: () => 'sesame', other: () => 'poppy' },
  Mutation: { say: () => 'said' },
}
const open = () => makeExecutableSchema({ typeDefs, resolvers })
const passes = named('passes', async () => 'OK')
const refuses = named('refuses', async () => 'FORBIDDEN')
const contextValue = { ...operator, log: { debug() {} } }

/** The answer of a field whose line is this one. */
async function ask(word: Line) {
  const schema = guard(open(), { Query: { word, other: refuses }, Mutation: { say: refuses } })
  return graphql({ schema, source: '{ word }', contextValue })
}

describe('permissions: the guard of a field', () => {
  it('a line is held for all arguments unless it says for which', () => {
    expect(
      isHeld(
        inOrder(
          passes,
          namedHeld('held', async () => 'OK'),
        ),
        { id: 1 },
      ),
    ).toBe(true)
  })

  it('an exception of a rule is the error, an Error or not', async () => {
    const throwing = (thrown: unknown) =>
      named('throwing', async () => {
        throw thrown
      })
    const away = new Error('the database is away')
    expect((await ask(throwing(away))).errors?.[0]?.originalError).toBe(away)
    const { data, errors } = await ask(throwing('away'))
    expect(data).toEqual({ word: null })
    expect(errors?.map(({ message }) => message)).toEqual(['away'])
  })

  it('one rule may guard several fields', async () => {
    expect((await ask(refuses)).errors?.[0]?.extensions).toEqual({ code: 'FORBIDDEN' })
    expect(await ask(inOrder(passes, passes))).toEqual({ data: { word: 'sesame' } })
  })

  it('two rules of one name are an error when the schema is built', async () => {
    const other = named('refuses', async () => 'OK')
    await expect(ask(other)).rejects.toThrow('two rules have the name of one in refuses')
    await expect(ask(inOrder(passes, other))).resolves.toMatchObject({ data: { word: 'sesame' } })
    const after = { word: inOrder(passes, other), other: inOrder(passes, refuses) }
    expect(() => guard(open(), { Query: after })).toThrow('two rules have the name of one')
  })

  it('rules whose names only read alike in a row are different ones', () => {
    const [see, seeAll, all, mine] = ['see', 'seeAll', 'AllMine', 'Mine'].map((name) =>
      named(name, async () => 'OK'),
    ) as [Line, Line, Line, Line]
    const lines = { word: inOrder(see, all), other: inOrder(seeAll, mine) }
    expect(() => guard(open(), { Query: lines })).not.toThrow()
  })

  it('a field of another schema has no guard, which is an error', () => {
    const type = makeExecutableSchema({ typeDefs: 'type Query { more: String }' }).getQueryType()
    const { more } = type?.getFields() ?? {}
    if (!more) throw new Error('the schema has a field')
    const step = askRule(open(), { Query: { word: passes } })
    const next = async () => 'more'
    expect(() => step({ type: 'Query', field: more }, next)).toThrow('nothing guards Query.more')
    expect(() => step({ type: 'Item', field: more }, next)).toThrow('nothing guards Item.more')
  })

  it('a repeated answer of a mutation is not asked for again, but what is in it', async () => {
    const schema = makeExecutableSchema({
      typeDefs: 'type Query { word: String } type Mutation { say: Said } type Said { to: String }',
      resolvers: { Mutation: { say: () => ({ to: 'Vera' }) } },
    })
    const table = { Query: { word: passes }, Mutation: { say: refuses }, Said: { to: refuses } }
    surround(schema, [askRule(schema, table)])
    const source = 'mutation { say { to } }'
    const kept = { ...contextValue, keeping: { row: { id: 1 } } }
    expect((await graphql({ schema, source, contextValue })).data).toEqual({ say: null })
    const { data, errors } = await graphql({ schema, source, contextValue: kept })
    expect(data).toEqual({ say: { to: null } })
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
  })
})
