/** What emails and documents are attached to: the list, the model, the SDL and REST agree. */
import { type GraphQLInputObjectType, type GraphQLObjectType, getNamedType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { routes } from '../../../rest-facade/routes.ts'
import { parentItems, parentKinds } from '../../../src/core/parent-kinds.ts'
import { idsAmong, maxIds } from '../../../src/core/permissions/parents.ts'
import { buildSchema } from '../../../src/core/schema.ts'
import { readText } from '../../house.ts'

const schema = buildSchema()
const typeOf = (name: string) => schema.getType(name) as GraphQLObjectType | GraphQLInputObjectType
const fieldsOf = (name: string) => Object.values(typeOf(name).getFields())
const sorted = (words: Iterable<string>) => [...new Set(words)].sort()
/** `hostingId` among the names of arguments or fields. */
const parentsAmong = (fields: readonly { name: string }[]) =>
  fields.flatMap(({ name }) => /^(.+)Id$/.exec(name)?.slice(1) ?? [])

const models = new Map(
  [...readText('prisma/schema.prisma').matchAll(/^model (\w+) \{[^}]*/gm)].map(([text, name]) => [
    name as string,
    text,
  ]),
)
/** `hosting` is the table of the model `Hosting`. */
const modelOf = (kind: string) =>
  [...models].find(([, text]) => text.includes(`@@map("${kind}")`))?.[0] as string

describe('parents: the list of what emails and documents are attached to', () => {
  it.each(['Document', 'Email'])('it has the optional references of the model %s', (model) => {
    const text = models.get(model) ?? ''
    const found = [...text.matchAll(/^ {2}(\w+)Id +Int\? +@map\("(\w+)_id"\)$/gm)]
    expect(sorted(found.flatMap(([, field]) => field as string))).toEqual(sorted(parentKinds))
    for (const [, field, column] of found) {
      expect(column).toBe(field)
      expect(text).toMatch(new RegExp(`^ {2}${field} +${modelOf(field as string)}\\?`, 'm'))
    }
  })

  it.each(['Document', 'Email'])('it has the lists of %s, and the trip', (type) => {
    const found = fieldsOf(type).map((field) => String(getNamedType(field.type)))
    const types = parentItems.map(modelOf)
    const all = ['Trip', 'Hosting', 'Activity', 'Transportation', 'Expense']
    expect(sorted(found.filter((name) => all.includes(name)))).toEqual(sorted(types))
  })

  it.each(['DocumentUpdateInput', 'EmailInput'])('it has the destinations of %s', (input) => {
    expect(sorted(parentsAmong(fieldsOf(input)))).toEqual(sorted(parentKinds))
  })

  it.each([
    ...['Query.documents', 'Query.document', 'Query.deletedDocuments', 'Query.emails'],
    ...['Query.email', 'Query.deletedEmails', 'Mutation.attachDocument'],
    ...['Mutation.renameDocument', 'Mutation.removeDocument'],
  ])('it has the parents that %s can name', (coordinate) => {
    const [type = '', name = ''] = coordinate.split('.')
    const args = (typeOf(type) as GraphQLObjectType).getFields()[name]?.args ?? []
    expect(sorted(parentsAmong(args))).toEqual(sorted(parentKinds))
  })

  it('it has the types with emails', () => {
    const holders = Object.values(schema.getTypeMap()).filter(
      ({ name }) => /^[A-Z][a-z]+$/.test(name) && models.has(name),
    )
    const found = holders.filter(({ name }) => fieldsOf(name).some((one) => one.name === 'emails'))
    expect(sorted(found.map(({ name }) => name))).toEqual(sorted(parentKinds.map(modelOf)))
  })

  it.each(['GET /v2', 'POST /v1'])('it has the places where %s has documents', (prefix) => {
    const paths = routes.map(({ route }) => route).filter((route) => route.startsWith(prefix))
    const found = paths.flatMap((path) => {
      const place = /\/v\d\/trip\/\{trip_id\}(?:\/(\w+)\/\{\1_id\})?\/documents$/.exec(path)
      return place ? [place[1] ?? 'trip'] : []
    })
    expect(sorted(found)).toEqual(sorted(parentKinds))
  })
})

describe('parents: a condition on many ids', () => {
  /** The even numbers from 2, not in order. */
  const ids = (count: number) => Array.from({ length: count }, (_, at) => 2 * (count - at))

  it('it lists as many as Prisma takes, and none is the condition that fits none', () => {
    expect(idsAmong([])).toEqual({ in: [] })
    expect(idsAmong([7, 3])).toEqual({ in: [7, 3] })
    expect(idsAmong(ids(maxIds))).toEqual({ in: ids(maxIds) })
  })

  it('more are all ids from the first to the last', () => {
    expect(idsAmong(ids(maxIds + 1))).toEqual({ gte: 2, lte: 2 * (maxIds + 1) })
    expect(idsAmong(ids(maxIds + 1).reverse())).toEqual({ gte: 2, lte: 2 * (maxIds + 1) })
  })
})
