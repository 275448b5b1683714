/**
 * Null for every argument and every field of an input that accepts it, as a literal and in a
 * variable: it counts as left out, and never causes a defect.
 */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { directive } from '../../../src/base/directives.ts'
import { namesIn } from '../../../src/core/input/directives.ts'
import { buildSchema } from '../../../src/core/schema.ts'
import { anonymous, as, type ClientCaller, type ClientHeaders } from '../../client.ts'
import { placesOf } from '../../documents.ts'
import { operator } from '../../spec/inbound.ts'
import { insertEmail } from '../../sync.ts'
import { type Cast, cast } from '../../world.ts'
import { literal, upper } from '../permissions/rows.ts'

const schema = buildSchema()
const objects = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
)
const takesNull = ({ type }: { type: GraphQLInputType }) => !isNonNullType(type)
const inputOf = ({ args }: GraphQLField<unknown, unknown>) =>
  args.find(({ type }) => isInputObjectType(getNamedType(type)))

/** Every field with a nullable argument, by its coordinate. */
const fields = objects.flatMap((type) =>
  Object.values(type.getFields())
    .filter(({ args }) => args.some(takesNull))
    .map((field): [string, GraphQLObjectType, GraphQLField<unknown, unknown>] => [
      `${type.name}.${field.name}`,
      type,
      field,
    ]),
)
const withInput = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((field) => {
  const input = inputOf(field)
  return input ? [[field.name, field, input] as const] : []
})

type Values = Record<string, unknown>

/** A valid value of a type, chosen by the name. */
function sample(type: GraphQLInputType, name: string): unknown {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return []
  if (isInputObjectType(nullable)) return {}
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name
  if (nullable.name === 'Int' || nullable.name === 'Float') return 1
  if (nullable.name === 'Boolean') return true
  if (nullable.name === 'DateTime') return '2031-04-18T10:00:00Z'
  if (nullable.name === 'Date') return '2031-04-18'
  if (nullable.name === 'JSON') return ['food']
  return /email|username|favorite|owner|recipient/i.test(name) ? 'mia@mail.example' : 'open sesame'
}

/** The selection of a field: the leaves of its type, and of the results of a page. */
function selectionOf({ type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type)
  if (!isObjectType(named) && !isInterfaceType(named)) return ''
  const plain = Object.values(named.getFields()).filter((field) => field.args.length === 0)
  const leaves = plain.filter((field) => isLeafType(getNamedType(field.type)))
  const results = plain.find((field) => field.name === 'results')
  const inside = results ? ` results ${selectionOf(results)}` : ''
  return `{ __typename ${leaves.map((field) => field.name).join(' ')}${inside} }`
}

interface Scene extends Cast {
  ids: Record<string, number>
}

/** A cast with one of each thing that a field may name by its id. */
async function scene(): Promise<Scene> {
  const people = await cast()
  const { hosting, activity, transportation, trip } = await placesOf(people)
  const email = await insertEmail(people.olga, { trip_id: people.trip.id })
  const link = { url: 'https://x.example' }
  const document = (await as(people.olga).post(trip.v1(), link)).json.id
  const category = (await as(people.olga).post('/v1/categories', { name: 'Walks' })).json.id
  const ids = { email, document, category }
  return {
    ...people,
    ids: { ...ids, hosting: hosting.id, activity: activity.id, transportation: transportation.id },
  }
}

/** The required arguments of a field. */
function needed(field: GraphQLField<unknown, unknown>, { ids, trip, vera }: Scene): Values {
  const word = Object.keys(ids).find((one) => new RegExp(one, 'i').test(field.name))
  const given = { tripId: trip.id, userId: vera.id, id: ids[word ?? ''] ?? trip.id } as Values
  return Object.fromEntries(
    field.args
      .filter((argument) => !takesNull(argument) && argument.defaultValue === undefined)
      .map(({ name, type }) => [name, given[name] ?? sample(type, name)]),
  )
}

/** The same arguments in two forms: literals, and variables. */
function documentsOf(
  parent: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  args: Values,
  tripId: number,
): [string, Values][] {
  const enums = new Set(field.args.filter(({ type }) => isEnumType(getNamedType(type))))
  const said = field.args.filter(({ name }) => name in args)
  const written = ({ name }: GraphQLArgument) =>
    typeof args[name] === 'object' && args[name] !== null
      ? literal(args[name])
      : JSON.stringify(args[name])
  const inline = said.map(
    (one) => `${one.name}: ${enums.has(one) ? written(one).replaceAll('"', '') : written(one)}`,
  )
  const declared = said.map(({ name, type }) => `$${name}: ${type}`)
  const passed = said.map(({ name }) => `${name}: $${name}`)
  const root = parent === schema.getMutationType() ? 'mutation' : 'query'
  const around = (call: string) =>
    parent.name === 'Trip' ? `{ trip(id: ${tripId}) { ${call} } }` : `{ ${call} }`
  const list = (texts: string[]) => (texts.length > 0 ? `(${texts.join(', ')})` : '')
  const call = (texts: string[]) => around(`${field.name}${list(texts)} ${selectionOf(field)}`)
  return [
    [`${root} ${call(inline)}`, {}],
    [`${root} Asked${list(declared)} ${call(passed)}`, args],
  ]
}

/** A defect of the service, or of this test. */
const defects = /INTERNAL_SERVER_ERROR|GRAPHQL_/

const codesOf = (errors: { extensions: { code: string } }[]) =>
  errors.map(({ extensions }) => extensions.code)

describe('null for an optional argument', () => {
  it('below the roots, only fields of Trip have such arguments', () => {
    const parents = new Set(fields.map(([, { name }]) => name))
    expect([...parents].sort()).toEqual(['Mutation', 'Query', 'Trip'])
  })

  it('no such argument has a default that null would replace', () => {
    const optional = fields.flatMap(([, , { args }]) => args.filter(takesNull))
    expect(optional.filter(({ defaultValue }) => defaultValue !== undefined)).toEqual([])
  })

  it.each(fields)('%s: null counts as absent', async (_, parent, field) => {
    const stage = await scene()
    const ways: [ClientCaller, ClientHeaders][] = [
      [stage.olga, {}],
      [anonymous, operator],
    ]
    const optional = field.args.filter(takesNull).map(({ name }) => name)
    const args = needed(field, stage)
    const asked = (more: Values) => documentsOf(parent, field, { ...args, ...more }, stage.trip.id)
    for (const [caller, headers] of ways) {
      const ask = async ([document, variables]: [string, Values]) =>
        as(caller).graphql(document, variables, headers)
      const [plain] = asked({})
      const left = await ask(plain as [string, Values])
      expect(codesOf(left.errors).join(), plain?.[0]).not.toMatch(defects)
      const nulls = Object.fromEntries(optional.map((name) => [name, null]))
      for (const more of [...optional.map((name) => ({ [name]: null })), nulls]) {
        for (const request of asked(more)) {
          const { data, errors } = await ask(request)
          expect(codesOf(errors).join(), request[0]).not.toMatch(defects)
          // A mutation may be done by now.
          if (parent.name === 'Mutation') continue
          expect([data, codesOf(errors)], request[0]).toEqual([left.data, codesOf(left.errors)])
        }
      }
    }
  })
})

describe('null for a field of an input', () => {
  it.each(withInput)('%s: null in any or all is not a defect', async (_, field, argument) => {
    const stage = await scene()
    const type = getNamedType(argument.type)
    if (!isInputObjectType(type)) throw new Error(`${argument.name} is no input`)
    const required = namesIn(directive(argument, 'mandatory'))
    const inside = Object.values(type.getFields())
    const least = Object.fromEntries(
      inside
        .filter(({ name }) => required.includes(name))
        .map(({ name, type: of }) => [name, sample(of, name)]),
    )
    const optional = inside.filter(takesNull).map(({ name }) => name)
    const nested = inside.flatMap(({ name, type: of }) => {
      const named = getNamedType(of)
      if (!isInputObjectType(named)) return []
      const nulls = Object.fromEntries(Object.keys(named.getFields()).map((key) => [key, null]))
      return [{ [name]: isListType(getNullableType(of)) ? [nulls] : nulls }]
    })
    const all = Object.fromEntries(optional.map((name) => [name, null]))
    const args = needed(field, stage)
    const parent = schema.getMutationType() as GraphQLObjectType
    for (const nulls of [...optional.map((name) => ({ [name]: null })), ...nested, all]) {
      const asked = { ...args, [argument.name]: { ...least, ...nulls } }
      for (const [document, variables] of documentsOf(parent, field, asked, stage.trip.id)) {
        const { errors } = await as(stage.olga).graphql(document, variables)
        const said = `${document} ${JSON.stringify(variables)}`
        expect(codesOf(errors).join(), said).not.toMatch(defects)
      }
    }
  })
})

describe('null for a particular argument', () => {
  it.each(['trips', 'deletedTrips'])('%s(updatedSince: null) lists all of them', async (field) => {
    const { olga } = await cast()
    const all = await as(olga).graphql(`{ ${field} { count } }`)
    expect(all.errors).toEqual([])
    const literally = await as(olga).graphql(`{ ${field}(updatedSince: null) { count } }`)
    expect(literally).toEqual(all)
    const document = `query ($since: DateTime) { ${field}(updatedSince: $since) { count } }`
    expect(await as(olga).graphql(document, { since: null })).toEqual(all)
    expect(await as(olga).graphql(document)).toEqual(all)
  })

  it('setSubject(subject: null) unbinds the account', async () => {
    const { olga } = await cast()
    const subject = upper(olga.username)
    const set = (value: string | null) =>
      as(anonymous).graphql(
        'mutation ($email: String!, $subject: String) { setSubject(email: $email, subject: $subject) }',
        { email: olga.email, subject: value },
        operator,
      )
    for (const value of [subject, null, subject]) {
      expect(await set(value)).toMatchObject({ data: { setSubject: true }, errors: [] })
    }
  })
})
