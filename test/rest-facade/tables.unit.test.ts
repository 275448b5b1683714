/** A wrong table does not start: what the facade asserts of rows and operations at start. */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { describe, expect, it } from 'vitest'
import { compileOperations } from '../../rest-facade/operations.ts'
import { type FacadeOptions, openFacade } from '../../rest-facade/plugin.ts'
import type { Route } from '../../rest-facade/routes/route.ts'
import { routes } from '../../rest-facade/routes.ts'
import { sizes } from '../../src/core/limits/read-budget.ts'
import { optionalFields, publicFields } from '../../src/core/permissions/table.ts'
import { buildSchema, readTypeDefs } from '../../src/core/schema.ts'
import { TimeShares } from '../../src/process/time-shares.ts'
import { largeAnswers } from '../../src/surfaces/http/large-answers.ts'

const schema = buildSchema()
const unused = (): never => {
  throw new Error('nothing is asked before the first request')
}
const open = (of: FacadeOptions['schema'] = schema) =>
  openFacade({
    ...{ schema: of, publicFields, optionalFields, viewerOf: unused, contextOf: unused },
    ...{ sizes, large: largeAnswers(), shares: new TimeShares() },
  })

/** Opens the facade with other rows; the plugin reads the one array there is. */
function openWith(changed: readonly Route[]): () => void {
  const rows = routes as Route[]
  return () => {
    const kept = rows.splice(0, rows.length, ...changed)
    try {
      open()
    } finally {
      rows.splice(0, rows.length, ...kept)
    }
  }
}

const row = (route: string, more: Partial<Route> = {}): Route => ({
  ...{ route, operation: 'TripV2' },
  ...more,
})

describe('facade: the tables at start-up', () => {
  it('the checked-in tables are accepted', () => {
    expect(() => open()).not.toThrow()
  })

  it.each<[string, Route, RegExp]>([
    ['an unknown operation', row('GET /x', { operation: 'Nope' }), /no operation Nope/],
    [
      'an unknown tombstone operation',
      row('GET /x/{id}', { deleted: 'Nope' }),
      /no operation Nope/,
    ],
    [
      'a parameter that is no variable',
      row('GET /x/{other_id}'),
      /no operation of \/x\/\{other_id\} declares \$other_id/,
    ],
    [
      'a GET that changes something and answers no page',
      row('GET /x/{hash}', { operation: 'VerifyAlternativeEmail' }),
      /runs a mutation/,
    ],
    ['a page without $page', row('GET /x/{id}', { paged: true }), /\$page of TripV2/],
    ['$page without a page', row('GET /x', { operation: 'TripsV2' }), /\$page of TripsV2/],
  ])('%s is refused', (_, wrong, message) => {
    expect(openWith([...routes, wrong])).toThrow(message)
  })

  it('an operation that no row uses is refused', () => {
    const fewer = routes.filter(({ operation }) => operation !== 'TripV2')
    expect(fewer).toHaveLength(routes.length - 1)
    expect(openWith(fewer)).toThrow(/no row uses the operation TripV2/)
  })

  it('a required variable that the route does not fill is refused', () => {
    expect(openWith([...routes, row('GET /x')])).toThrow(/\$id/)
  })

  it.each<[string, (sdl: string) => string, RegExp]>([
    ['a field', (sdl) => sdl.replace(/^ {2}numberOfDays: Int!$/m, '  days: Int!'), /numberOfDays/],
    ['an argument', (sdl) => sdl.replace(/(?<= trip\(.*)id: Int!/, 'number: Int!'), /"id"/],
    ['an input type', (sdl) => sdl.replaceAll('TripInput', 'TravelInput'), /TripInput/],
  ])('an operation with %s missing from the schema is refused', (_, change, message) => {
    const typeDefs = readTypeDefs().map(change)
    expect(typeDefs).not.toEqual(readTypeDefs())
    expect(() => open(makeExecutableSchema({ typeDefs }))).toThrow(message)
  })
})

describe('facade: rows are data', () => {
  const options = [
    'deleted',
    'status',
    'paged',
    'emptyWhenNull',
    'empty',
    'omitNull',
    'invalid',
    'page',
  ]

  it('a row has no functions: it names SDL fields and operations', () => {
    expect(JSON.parse(JSON.stringify(routes))).toEqual(routes)
  })

  it('a row has at most the options that rest-facade/README.md explains', () => {
    const known = ['route', 'operation', ...options]
    const keys = routes.flatMap((one) => Object.keys(one)).filter((key) => !known.includes(key))
    expect(keys, 'explain the option in rest-facade/README.md first, then add it here').toEqual([])
  })

  it('every route is listed once', () => {
    const all = routes.flatMap(({ route }) => {
      const [methods = '', path = ''] = route.split(' ')
      return methods.split(',').map((method) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
    })
    expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([])
  })

  // At the start they are only validated; they are compiled at their first request.
  it('every operation can be compiled, with and without optional fields', () => {
    const everything = { keeps: () => true }
    const operations = [...compileOperations(schema).values()]
    expect(operations.length).toBeGreaterThan(50)
    for (const operation of operations) {
      for (const filter of [undefined, everything]) {
        const { program, tag } = operation.form(filter)
        expect(program, operation.name).toBeTypeOf('function')
        if (tag) expect(tag.program, operation.name).toBeTypeOf('function')
      }
    }
  })

  it('the rows of a path are all public or none is, since they share a 405 and OPTIONS', () => {
    const operations = compileOperations(schema)
    const paths = new Map<string, Set<boolean>>()
    for (const { route, operation } of routes) {
      const path = route.split(' ')[1] ?? ''
      const isPublic = publicFields.has(operations.get(operation)?.coordinate ?? '')
      paths.set(path, (paths.get(path) ?? new Set()).add(isPublic))
    }
    expect([...paths].filter(([, kinds]) => kinds.size > 1)).toEqual([])
  })
})
