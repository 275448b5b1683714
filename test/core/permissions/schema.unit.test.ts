/**
 * The permission table against the schema: no gap, no leftover, and no way around a guarded field.
 */
import { makeExecutableSchema } from '@graphql-tools/schema'
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  graphql,
  isAbstractType,
  isObjectType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { allow } from '../../../src/core/permissions/rule.ts'
import { publicFields, table } from '../../../src/core/permissions/table.ts'
import { buildSchema, readTypeDefs } from '../../../src/core/schema.ts'
import { guard } from './guarding.ts'

const schema = buildSchema()
const objects = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
)

/** The object types that an answer of this type may have. */
function objectsOf(type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type)
  return isObjectType(type) ? [type] : []
}

/** Every field of the schema as `Trip.name`, with the object types of its answer. */
const fields = objects.flatMap((type) =>
  Object.values(type.getFields()).map((field) => {
    return {
      coordinate: `${type.name}.${field.name}`,
      parent: type.name,
      args: field.args.map(({ name }) => name),
      answers: objectsOf(getNamedType(field.type)).map(({ name }) => name),
    }
  }),
)
const listed = Object.entries(table).flatMap(([type, rules]) =>
  Object.keys(rules).map((field) => `${type}.${field}`),
)
const isOpen = (coordinate: string) => {
  const [type = '', field = ''] = coordinate.split('.')
  return table[type]?.[field] === allow
}

/** The types that an answer can hold from the roots without any of the fields `shut`. */
function reachable(shut: ReadonlySet<string>): Set<string> {
  const found = new Set(['Query', 'Mutation'])
  for (const type of found) {
    for (const { parent, coordinate, answers } of fields) {
      if (parent !== type || shut.has(coordinate)) continue
      for (const answer of answers) found.add(answer)
    }
  }
  return found
}

describe('permissions: the table and the schema', () => {
  it('every field of every type has a line', () => {
    const missing = fields.map(({ coordinate }) => coordinate).filter((at) => !listed.includes(at))
    expect(
      missing,
      'add a word to src/core/permissions/open-fields.ts, or a line to table.ts',
    ).toEqual([])
  })

  it('the table has no line for a field that does not exist', () => {
    const known = new Set(fields.map(({ coordinate }) => coordinate))
    const stale = listed.filter((at) => !known.has(at))
    expect(stale, 'remove the line from src/core/permissions/table.ts').toEqual([])
  })

  it('the table names no wildcard, interface or union', () => {
    expect(listed.filter((at) => at.includes('*'))).toEqual([])
    const abstract = Object.values(schema.getTypeMap()).filter(isAbstractType)
    expect(abstract.map(({ name }) => name).sort()).toEqual(['Changed', 'ItineraryItem'])
    expect(abstract.filter(({ name }) => name in table)).toEqual([])
  })

  it('exactly these root fields are public (18)', () => {
    expect([...publicFields].sort()).toEqual([
      'Mutation.answerInvitation',
      'Mutation.confirmPasswordReset',
      'Mutation.createApiKey',
      'Mutation.logIn',
      'Mutation.requestPasswordReset',
      'Mutation.signUp',
      'Mutation.verifyAlternativeEmail',
      'Query.isResetLinkValid',
      'Query.mailedInvitation',
    ])
  })

  it('an unlisted field, root field or type is refused', async () => {
    const more = `extend type Query { everything: String, secrets: Secret }
      extend type Notice { extra: String }
      type Secret { word: String }`
    const resolvers = {
      Query: { everything: () => 'all', secrets: () => ({ word: 'sesame' }) },
      Mutation: { logIn: () => ({ key: 'k' }), requestPasswordReset: () => ({ detail: 'd' }) },
      Notice: { extra: () => 'more' },
      Secret: { word: () => 'sesame' },
    }
    const typeDefs = [...readTypeDefs(), more]
    const open = () => makeExecutableSchema({ typeDefs, resolvers })
    const ask = (of: ReturnType<typeof open>, source: string) =>
      graphql({ schema: of, source, contextValue: {} })
    const root = '{ everything secrets { word } }'
    const below =
      'mutation { requestPasswordReset(input: { email: "a@b.example" }) { detail extra } }'
    expect((await ask(open(), root)).data).toEqual({
      everything: 'all',
      secrets: { word: 'sesame' },
    })

    const guarded = guard(open(), table)
    const refused = await ask(guarded, root)
    expect({ ...refused.data }).toEqual({ everything: null, secrets: null })
    expect(refused.errors).toHaveLength(2)
    const partly = await ask(guarded, below)
    expect(partly.data).toEqual({ requestPasswordReset: { detail: 'd', extra: null } })
    expect(partly.errors?.map(({ path }) => path)).toEqual([['requestPasswordReset', 'extra']])

    const typeToo = guard(open(), { ...table, Query: { ...table.Query, secrets: allow } })
    expect((await ask(typeToo, '{ secrets { word } }')).data).toEqual({ secrets: { word: null } })
  })
})

/** Types that only guarded fields lead to, with these fields: all of them, none public. */
const entries: Record<string, string[]> = {
  Expense: [
    ...['Trip.expense', 'Trip.expenses', 'Mutation.createExpense', 'Mutation.updateExpense'],
    'Query.changes',
  ],
  OutgoingMail: ['Query.outbox'],
  PremiumState: ['Mutation.setPremium'],
  Document: [
    ...['Query.documents', 'Query.document', 'Mutation.attachDocument'],
    ...['Mutation.renameDocument', 'Mutation.updateDocument', 'Query.changes'],
  ],
  DocumentDownload: ['Query.documentDownload'],
  Upload: ['Mutation.prepareUpload'],
  User: [
    ...['Query.me', 'Mutation.updateMe', 'Mutation.updateAuthUser', 'Mutation.replaceAuthUser'],
    ...['Mutation.renewCalendarIdentifier', 'Query.changes'],
  ],
  Trip: [
    ...['Query.trip', 'Query.trips', 'Mutation.createTrip', 'Mutation.updateTrip'],
    ...['Mutation.acceptInvitation', 'Query.changes'],
  ],
  Favorite: [
    ...['Query.favorites', 'Mutation.requestFavorite', 'Mutation.confirmFavorite'],
    ...['Mutation.setFavorite', 'Query.changes'],
  ],
  FavoriteRequest: ['Query.favoriteRequests'],
  Invitation: ['Query.invitations'],
  Category: [
    ...['Query.categories', 'Query.category', 'Mutation.createCategory'],
    ...['Mutation.updateCategory', 'Query.changes'],
  ],
}
/** Public by the specification: it returns the account it has just made (test/spec/09). */
const signUp = 'Mutation.signUp'

describe('permissions: types reached only through guarded fields', () => {
  it.each(Object.entries(entries))(
    '%s is returned only by %j, none of which is open',
    (type, entries) => {
      expect(
        entries.filter(isOpen),
        'give the field a rule in src/core/permissions/table.ts',
      ).toEqual([])
      expect([...reachable(new Set())]).toContain(type)
      const shut = new Set([...entries, ...(type === 'User' ? [signUp] : [])])
      expect([...reachable(shut)], `another field leads to ${type}`).not.toContain(type)
      for (const entry of entries) {
        const others = new Set([...shut].filter((at) => at !== entry))
        // Behind the access to a trip only if that one is open.
        expect([...reachable(others)], `${entry} does not lead to ${type}`).toContain(type)
      }
    },
  )

  it('no field about money is open without the right to see expenses', () => {
    const money = /price|currency|amount|cost|expense/i
    const open = fields
      .filter(({ coordinate, answers }) => money.test(`${coordinate} ${answers}`))
      .map(({ coordinate }) => coordinate)
      .filter(isOpen)
      .filter((at) => !at.startsWith('Expense.') && !at.startsWith('ExpensePage.'))
      // Names of rights, and the caller's own preferences: not amounts.
      // Of each trip, what its version and the rights on it let through (test/spec/b2).
      .filter((at) => at !== 'Changes.changed')
      .filter((at) => !/^Permissions\.can|^ViewerCan\.|^User\.(default|store)Currency$/.test(at))
    expect(open, 'seesExpenses or seesExpensesOfTrip is its rule').toEqual([])
  })

  it('public fields lead only to keys, notices, the new account and the content of a mail', () => {
    const shut = fields
      .map(({ coordinate }) => coordinate)
      .filter((at) => /^(Query|Mutation)\./.test(at) && !publicFields.has(at))
    const found = [...reachable(new Set(shut))].filter((type) => !/^(Query|Mutation)$/.test(type))
    expect(found.sort()).toEqual([
      ...['AlternativeEmail', 'ApiKey', 'MailedInvitation', 'Notice', 'User'],
    ])
  })

  it("a root field that returns part of a trip names the trip or lists the caller's own", () => {
    const ofTrips = /^(Trip|Hosting|Activity|Transportation|Expense|Email|Collaborator)/
    const nameless = fields
      .filter(({ parent }) => parent === 'Query' || parent === 'Mutation')
      .filter(({ answers, parent, coordinate }) =>
        parent === 'Query'
          ? answers.some((answer) => ofTrips.test(answer))
          : ofTrips.test(coordinate.split('.')[1] ?? ''),
      )
      .filter(
        ({ coordinate, args }) => !args.includes(coordinate === 'Query.trip' ? 'id' : 'tripId'),
      )
      .map(({ coordinate }) => coordinate)
    expect(nameless, 'add the argument tripId and the rule of a guarded field').toEqual([
      'Query.trips',
      // The caller's own, wherever they are.
      ...['Query.inbox', 'Query.inboxEmail'],
    ])
  })

  it('a root mutation on a child names its trip', () => {
    const children = /^(create|update|delete)(Hosting|Activity|Transportation|Expense)$/
    const mutations = fields.filter(({ parent }) => parent === 'Mutation')
    const nameless = mutations
      .filter(({ coordinate }) => children.test(coordinate.split('.')[1] ?? ''))
      .filter(({ args }) => !args.includes('tripId'))
    expect(nameless).toEqual([])
    expect(
      mutations.filter(({ coordinate }) => children.test(coordinate.split('.')[1] ?? '')),
    ).toHaveLength(12)
  })
})
