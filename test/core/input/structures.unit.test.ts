/** Lists, objects and the fields of an input (test/spec/01.2, 01.5). */
import type { GraphQLArgument } from 'graphql'
import { describe, expect, it } from 'vitest'
import { snakeCase } from '../../../src/base/names.ts'
import { inputReader } from '../../../src/core/input/input.ts'
import { messages, tooLong } from '../../spec/answers.ts'
import { fieldsWith, inputWith, refused, taken } from './given.ts'

const noDictionary = (type: string) => `Expected a dictionary of items but got type "${type}".`
const noList = (type: string) => refused(`Expected a list of items but got type "${type}".`)
const tooMany = refused('Ensure this field has no more than 100 elements.')

describe('a list in an input', () => {
  it.each([
    ['[Int]', [[1, '2', 2 ** 31], [], null], [[1, 2, 0], [], []]],
    ['[String!]', [[' a ', 'b']], [['a', 'b']]],
    ['[String] @text(max: 2)', [['ab'], ['ab', 'abc']], [['ab'], refused(tooLong(2))]],
    [
      '[Int]',
      [Array(100).fill(7), Array(101).fill(7), ['x']],
      [Array(100).fill(7), tooMany, refused(messages.integer)],
    ],
    [
      '[Int]',
      [{}, 'a', 1, 1.5, true],
      [noList('dict'), noList('str'), noList('int'), noList('float'), noList('bool')],
    ],
    [
      '[Int] @notEmpty',
      [[1], [], null, 5],
      [[1], refused('This list may not be empty.'), undefined, noList('int')],
    ],
    ['[Int] @filled', [[], null], [[], refused(messages.null)]],
  ])('in a field of type %s, %j are kept, or refused, as %j', (type, sent, kept) => {
    expect(sent.map((one) => taken(type, one))).toEqual(kept)
  })

  it('the errors of a list of objects have an entry for each of them', () => {
    expect(taken('[Guest]', [{ age: 1 }, { age: '2', other: 3 }])).toEqual([{ age: 1 }, { age: 2 }])
    expect(taken('[Guest]', [{ age: 1 }, { age: 'x' }, 'a', null, [1]])).toEqual({
      wrong: [
        {},
        { age: [messages.integer] },
        ...['str', 'NoneType', 'list'].map((type) => ({ nonFieldErrors: [noDictionary(type)] })),
      ],
    })
  })
})

describe('an object in an input', () => {
  it('is read by its own fields, and its errors are listed by them', () => {
    expect(taken('Guest', { age: '7', other: 1 })).toEqual({ age: 7 })
    expect(taken('Guest!', { age: 'x', name: 'a'.repeat(256) })).toEqual({
      wrong: { age: [messages.integer], name: [tooLong(255)] },
    })
    expect(taken('Guest', null)).toBeUndefined()
    expect([5, []].map((sent) => taken('Guest', sent))).toEqual(
      ['int', 'list'].map((type) => refused(noDictionary(type))),
    )
  })

  it('needs the fields that its own directive names', () => {
    const type = 'Guest @mandatory(fields: ["age"])'
    expect(taken(type, { name: 'a' })).toEqual({ wrong: { age: [messages.required] } })
    expect(taken(type, { age: 1 })).toEqual({ age: 1 })
  })
})

describe('the fields of an input', () => {
  it('all errors are reported together, and valid fields are kept', () => {
    const read = inputReader(inputWith('a: Int b: Int c: Int d: Int'))
    expect(read({ a: 'x', b: 2, c: null, e: 5 })).toEqual({
      value: { b: 2, c: null },
      validationErrors: { a: [messages.integer] },
    })
    expect(read({ a: 1 })).toStrictEqual({ value: { a: 1 } })
  })

  it('those that the argument names are required, and others ignored', () => {
    const marks = '@mandatory(fields: ["a"]) @ignored(fields: ["b"])'
    const read = inputReader(inputWith('a: Int b: Int c: Int', marks))
    expect(read({ b: 'x' }).validationErrors).toEqual({ a: [messages.required] })
    expect(read({ a: 1, b: 2, c: 3 })).toEqual({ value: { a: 1, c: 3 } })
    expect(read({ a: null })).toEqual({ value: { a: null } })
  })

  it('in a body they have other names, and in GraphQL their own', () => {
    const argument = inputWith(
      'startsAt: Date guestList: [Guest] named: String @fallback(field: "guestName") guestName: String',
      '',
      'input Guest { firstAge: Int }',
    )
    const body = {
      ...{ starts_at: '2031-01-02', startsAt: 'x', guest_name: 'Ada' },
      guest_list: [{ first_age: 5, firstAge: 'x' }],
    }
    const value = { startsAt: '2031-01-02', guestList: [{ firstAge: 5 }] }
    expect(inputReader(argument, snakeCase)(body).value).toEqual({
      ...value,
      ...{ named: 'Ada', guestName: 'Ada' },
    })
    expect(inputReader(argument)(value).value).toEqual(value)
  })

  it('only fields of their own count as sent', () => {
    const read = inputReader(inputWith('constructor: Int toString: String'))
    expect(read({})).toEqual({ value: {} })
    expect(read(Object.create({ toString: 'a' }))).toEqual({ value: {} })
  })

  it('an input that no reader knows is a defect of the schema', () => {
    expect(() => inputReader(inputWith('it: ID'))).toThrow('input.ts has no reader for ID')
    const { take } = fieldsWith('(input: Int)')
    expect(() => inputReader(take.args[0] as GraphQLArgument)).toThrow(
      'input is not an input object',
    )
  })
})

describe('a field with a fallback', () => {
  const email = 'email: String @text(format: EMAIL) @fallback(field: "username")'
  const reader = inputReader(inputWith(`username: String ${email}`))
  const needed = { email: [messages.required] }

  it.each([
    [
      { username: 'ada', email: 'A@b.c' },
      { username: 'ada', email: 'a@b.c' },
    ],
    [{ username: 'A@b.c' }, { username: 'A@b.c', email: 'a@b.c' }],
    [
      { username: 'a@b.c', email: ' ' },
      { username: 'a@b.c', email: 'a@b.c' },
    ],
    [{}, {}],
    [{ username: '' }, { username: '' }],
    [{ username: null }, { username: '' }],
  ])('%j is read as %j', (sent, value) => {
    expect(reader(sent)).toEqual({ value })
  })

  it('is required if the text of the other one has not its form', () => {
    expect(reader({ username: 'ada' }).validationErrors).toEqual(needed)
    expect(reader({ username: 12 }, () => ({ username: '12' })).validationErrors).toEqual(needed)
  })

  it('is not reported if the other one is not a text, which is', () => {
    for (const username of [true, {}, []]) {
      expect(reader({ username }).validationErrors).toEqual({ username: [messages.string] })
    }
  })

  it('takes the digits of a number', () => {
    const read = inputReader(inputWith('a: String @fallback(field: "b") b: String'))
    expect(read({ b: 1.5 }, () => ({ b: '1.50' })).value).toEqual({ a: '1.50', b: '1.50' })
  })
})
