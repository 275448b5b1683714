/** What ends an operation while it runs: objects, errors and bytes that its text does not show. */
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../../src/base/errors.ts'
import { countedSchema, endpoint } from '../../surfaces/graphql/small-schema.ts'
import { times } from '../../surfaces/graphql/verdict.ts'

const typeDefs = `
  type Tag { id: Int! }
  type Email { id: Int! tags: [Tag!]! place: Place text: String! long: String }
  type Place { id: Int! emails: [Email!]! price: Int fee: Int! }
  type PlacePage { results: [Place!]! }
  type Query {
    place(emails: Int! = 0, tags: Int! = 0): Place
    places(first: Int! = 100): PlacePage!
  }
  type Mutation { deliver: Email! }
`

/** An error that counts how often an executor makes one of an answer from it. */
class Denied extends Refusal {
  located = 0
  constructor() {
    super('FORBIDDEN')
    Object.defineProperty(this, 'stack', {
      get: () => {
        this.located += 1
        return ''
      },
    })
  }
}

/** A service whose resolvers count their calls; `text` is the text of an email. */
async function service(text = '') {
  const calls = { emails: 0, place: 0, text: 0, price: 0 }
  const denied = new Denied()
  const count = <Value>(what: keyof typeof calls, value: (parent: never) => Value) => {
    return (parent: never) => {
      calls[what] += 1
      return value(parent)
    }
  }
  const placeOf = (emails: number, tags: number) => {
    const place: Record<string, unknown> = { id: 1 }
    const held = Array.from({ length: tags }, (_, id) => ({ id }))
    place.list = Array.from({ length: emails }, (_, id) => ({ id, tags: held, place, long: text }))
    return place
  }
  const schema = countedSchema({
    typeDefs,
    resolvers: {
      Query: {
        place: (_: unknown, args: { emails: number; tags: number }) =>
          placeOf(args.emails, args.tags),
        places: (_: unknown, { first }: { first: number }) => ({
          results: Array.from({ length: first }, () => placeOf(0, 0)),
        }),
      },
      Mutation: { deliver: () => ({}) },
      Place: {
        emails: count('emails', async ({ list }: { list: unknown[] }) => list),
        price: count('price', () => denied),
        fee: () => {
          throw denied
        },
      },
      Email: {
        place: count('place', ({ place }: { place: unknown }) => place),
        text: count('text', async () => text),
      },
    },
  })
  const { post, lines } = await endpoint({ schema })
  const ask = (query: string) => post({ query })
  return { ask, calls, denied, lines }
}

const tooComplex = (what: string) => ({
  status: 200,
  json: {
    data: null,
    errors: [
      {
        message: `The operation exceeds a limit: ${what}.`,
        extensions: { code: 'TOO_COMPLEX' },
      },
    ],
  },
})

describe('G2 objects are counted while they are resolved', () => {
  test('G2 a list without `first` may have 4,999 rows, 5,000 are TOO_COMPLEX', async () => {
    const { ask } = await service()
    const whole = await ask('{ place(emails: 4999) { emails { id } } }')
    expect(whole.json.data.place.emails).toHaveLength(4_999)
    expect(await ask('{ place(emails: 5000) { emails { id } } }')).toMatchObject(
      tooComplex('cost, at most 5000'),
    )
  })

  test('G2 a path back into the same lists is refused before they are walked', async () => {
    const { ask, calls } = await service()
    const query =
      '{ place(emails: 200) { emails { place { emails { place { emails { id } } } } } } }'
    expect(await ask(query)).toMatchObject(tooComplex('cost, at most 5000'))
    // Three times: 1 list of 200, then what is left of 5,000 in lists of 200, and none of theirs.
    expect(calls.emails).toBeLessThanOrEqual(1 + 200)
    expect(calls.place).toBeLessThanOrEqual(5_000)
  })

  test('G2 lists loaded with their rows count with them, once for each name', async () => {
    const { ask, calls } = await service()
    const tags = (count: number, names: string) =>
      `{ place(emails: 10, tags: ${count}) { emails { text ${names} } } }`
    // 1 + 10 + 10 x 498 = 4,991
    expect((await ask(tags(498, 'tags { id }'))).json.errors).toBeUndefined()
    const before = calls.text
    expect(await ask(tags(500, 'tags { id }'))).toMatchObject(tooComplex('cost, at most 5000'))
    expect(calls.text).toBe(before)
    expect(await ask(tags(249, 'tags { id } a: tags { id } b: tags { id }'))).toMatchObject(
      tooComplex('cost, at most 5000'),
    )
  })
})

describe('an answer lists 100 errors', () => {
  test('further fields are null, and their errors are not created', async () => {
    const { ask, calls, denied } = await service()
    const prices = `price ${times(15, (i) => `a${i}: price`)}`
    const { status, json } = await ask(`{ places { results { id ${prices} } } }`)
    expect(status).toBe(200)
    expect(json.data.places.results).toHaveLength(100)
    for (const place of json.data.places.results) {
      expect(place).toEqual({ id: 1, price: null, ...JSON.parse(nulls(15)) })
    }
    expect(json.errors).toHaveLength(101)
    for (const { extensions } of json.errors.slice(0, 100)) {
      expect(extensions).toEqual({ code: 'FORBIDDEN' })
    }
    expect(json.errors.at(-1)).toEqual({
      message: 'Too many errors: only the first 100 are listed.',
      extensions: { code: 'TOO_COMPLEX' },
    })
    expect(calls.price).toBe(1_600)
    // An executor and Apollo look at it a few times for each that is listed.
    expect(denied.located).toBeLessThanOrEqual(100 * 5)
  })

  test('100 errors are listed without the note about more', async () => {
    const { ask } = await service()
    const { json } = await ask('{ places { results { price } } }')
    expect(json.errors).toHaveLength(100)
    expect(json.errors.map(({ path }: { path: unknown[] }) => path[3])).not.toContain(undefined)
  })

  test('further errors of a non-null field end the operation', async () => {
    const { ask } = await service()
    const query = `{ ${times(9, (i) => `p${i}: places { results { price } }`)}
      place { fee } }`
    expect(await ask(query)).toMatchObject(tooComplex('errors, at most 100'))
  })
})

describe('a list whose elements fail at different times', () => {
  test('every failure is handled, because an unhandled one would end the process', async () => {
    const { post } = await endpoint({
      schema: countedSchema({
        typeDefs: 'type Row { soon: Int! late: Int! } type Query { rows: [Row!]! a: Int }',
        resolvers: {
          Query: { rows: () => [{ soon: 1 }, {}] },
          Row: {
            soon: ({ soon }: { soon?: number }) => soon ?? new Refusal('FORBIDDEN'),
            late: async () => {
              await pause(5)
              throw new Refusal('NOT_FOUND')
            },
          },
        },
      }),
    })
    const unheard: unknown[] = []
    const hear = (error: unknown) => unheard.push(error)
    process.on('unhandledRejection', hear)
    const { json } = await post({ query: '{ rows { soon late } }' })
    await pause(20)
    process.off('unhandledRejection', hear)
    expect(unheard).toEqual([])
    expect(json.data).toBeNull()
    expect(json.errors).toHaveLength(1)
  })
})

describe('an operation that has ended', () => {
  test('runs no further mutation, and logs no field errors', async () => {
    const runs: string[] = []
    const { post, lines } = await endpoint({
      schema: countedSchema({
        typeDefs:
          'type Item { id: Int! } type Query { a: Int } type Mutation { list: [Item!] next: Int must: Int! }',
        resolvers: {
          Mutation: {
            list: () => Array.from({ length: 5_001 }, () => ({ id: runs.push('list') })),
            next: () => runs.push('next'),
            must: () => runs.push('must'),
          },
        },
      }),
    })
    runs.length = 0
    const answer = await post({ query: 'mutation { list { id } next must }' })
    expect(answer).toMatchObject(tooComplex('cost, at most 5000'))
    expect(new Set(runs)).toEqual(new Set(['list']))
    expect(lines.join('')).not.toContain('operation failed')
  })
})

const nulls = (count: number) =>
  `{${Array.from({ length: count }, (_, i) => `"a${i}":null`).join(',')}}`

describe('an answer has at most 32 MiB', () => {
  const mebibyte = 1024 * 1024
  const aliased = (field: string, count: number) =>
    `{ place(emails: 1) { emails { ${times(count, (i) => `a${i}: ${field}`)} } } }`

  test('a text under several names counts once for each, in bytes', async () => {
    const { ask } = await service('é'.repeat(1.2 * mebibyte))
    const { status, json } = await ask(aliased('long', 13))
    expect([status, json.errors]).toEqual([200, undefined])
    expect(await ask(aliased('long', 14))).toMatchObject(
      tooComplex('answerBytes, at most 33554432'),
    )
  })

  test('texts of resolvers end the operation once they exceed the limit', async () => {
    const { ask, calls } = await service('x'.repeat(4 * mebibyte))
    const query = `mutation { ${times(10, (i) => `a${i}: deliver { text }`)} }`
    expect(await ask(query)).toMatchObject(tooComplex('answerBytes, at most 33554432'))
    expect(calls.text).toBe(9)
  })
})
