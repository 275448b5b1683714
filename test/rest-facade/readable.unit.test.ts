/** A REST client can read all that it can write: by default, or where `fields` names it. */
import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLInputObjectType,
  getNamedType,
  isInputObjectType,
  isObjectType,
  Kind,
  parse,
  separateOperations,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { readOperations } from '../../rest-facade/operations.ts'
import { readTypeDefs } from '../../src/core/schema.ts'

const schema = buildASTSchema(parse(readTypeDefs().join('\n')))

/** The fields that are written and not read, as `Input.field`, and why. */
const notRead = {
  'moves the item': ['HostingInput', 'ActivityInput', 'TransportationInput'].map(
    (input) => `${input}.updateTrip`,
  ),
  'moves what has been attached': ['EmailInput', 'DocumentUpdateInput'].flatMap((input) =>
    ['tripId', 'hostingId', 'activityId', 'transportationId'].map((id) => `${input}.${id}`),
  ),
  'become members, whom a list of their own has': ['TripInput.guestInvites'],
  'is used once': ['DocumentInput.uploadToken'],
  'is secret': ['SignUpInput.password'],
  'are read by GraphQL alone': ['CampaignName', 'KeywordName', 'StoreCountry'].map(
    (name) => `ProfileInput.asa${name}`,
  ),
}

/** The part of a mutation's answer that has what its input sets, if not the object itself. */
const parts: Record<string, string> = { Collaborator: 'Permissions' }

/** The fields, as `Type.field`, that operations of one kind select, fragments included. */
function selected(operations: DocumentNode, kind: 'query' | 'mutation'): Set<string> {
  const found = new Set<string>()
  for (const document of Object.values(separateOperations(operations))) {
    const [operation] = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
    if (operation?.operation !== kind) continue
    const types = new TypeInfo(schema)
    const collect = {
      Field: ({ name }: { name: { value: string } }) =>
        void found.add(`${types.getParentType()?.name}.${name.value}`),
    }
    visit(document, visitWithTypeInfo(types, collect))
  }
  return found
}

/** The inputs of mutations that return an object, each with the type of that object. */
function written(operations: DocumentNode): [input: GraphQLInputObjectType, type: string][] {
  const mutations = schema.getMutationType()?.getFields() ?? {}
  return Object.values(mutations).flatMap(
    ({ name, type, args }): [GraphQLInputObjectType, string][] => {
      const input = getNamedType(args.find((argument) => argument.name === 'input')?.type)
      const object = getNamedType(type)
      const isRoute = selected(operations, 'mutation').has(`Mutation.${name}`)
      const isStored = isObjectType(object) && 'id' in object.getFields()
      if (!isRoute || !isStored || !isInputObjectType(input)) return []
      return [[input, parts[object.name] ?? object.name]]
    },
  )
}

/** The fields of these inputs that no query of the operations selects. */
function unreadable(operations: DocumentNode): string[] {
  const read = selected(operations, 'query')
  return written(operations).flatMap(([input, type]) =>
    Object.keys(input.getFields())
      .filter((field) => !read.has(`${type}.${field}`))
      .map((field) => `${input.name}.${field}`),
  )
}

describe('REST: everything that can be written can be read', () => {
  const operations = readOperations()

  it('every field of an input is selected by a query, or has a reason not to be', () => {
    const unread = [...new Set(unreadable(operations))].sort()
    const instead = 'select it in a fragment of rest-facade/operations, or give the reason here'
    expect(unread, instead).toEqual(Object.values(notRead).flat().sort())
  })

  it.each(['Trip', 'Hosting', 'Activity', 'Transportation', 'Expense'])(
    'a field of %s that no query selects is found',
    (type) => {
      const forgotten = type === 'Expense' ? 'title' : 'name'
      const types = new TypeInfo(schema)
      const forget = {
        Field: ({ name }: { name: { value: string } }) =>
          types.getParentType()?.name === type && name.value === forgotten ? null : undefined,
      }
      const without = visit(operations, visitWithTypeInfo(types, forget))
      expect(unreadable(without)).toContain(`${type}Input.${forgotten}`)
    },
  )
})
