/** Whom each named rule permits: credentials, then trip, object and right (test/spec/01.1). */
import { describe, expect, it } from 'vitest'
import type { Context } from '../../../src/core/context.ts'
import { narrowingOf } from '../../../src/core/narrowing.ts'
import type { Line, ShownTo } from '../../../src/core/permissions/rule.ts'
import * as rules from '../../../src/core/permissions/rules.ts'

const noLimits = { readOnly: false, trips: [] as number[], withheld: [] as string[] }
const user = (limits: Partial<typeof noLimits> = {}) => ({
  kind: 'user',
  user: { id: 7, narrowing: narrowingOf({ ...noLimits, ...limits }) },
})
const viewers = {
  stranger: () => ({ kind: 'anonymous' }),
  operator: () => ({ kind: 'operator' }),
  account: () => user(),
  readOnlyKey: () => user({ readOnly: true }),
  keyOfTrips: () => user({ trips: [1] }),
}

type Rights = Record<string, boolean>
/** In trip 1, the only one. */
const children: Record<string, number> = { hosting: 5, activity: 5, expense: 8 }

const contextOf = (viewer: object, rights: Rights = {}) =>
  ({
    viewer,
    access: async (id: number) => (id === 1 ? rights : null),
    knownAccess: () => undefined,
    isChild: async (kind: string, tripId: number, id: number) =>
      tripId === 1 && children[kind] === id,
  }) as unknown as Context

/** The verdict of a line with one rule. */
async function verdictOf(line: Line, context: Context, args: object, parent: object = {}) {
  expect(line.rules).toHaveLength(1)
  return line.rules[0]?.check(context, args, parent)
}
const asked = (line: Line, rights: Rights, args: object, viewer: object = user()) =>
  verdictOf(line, contextOf(viewer, rights), args)

describe('permissions: rules about the caller', () => {
  const [ok, forbidden, unknown] = ['OK', 'FORBIDDEN', 'UNAUTHENTICATED']
  it.each<[string, Line, (string | undefined)[]]>([
    ['signedIn', rules.signedIn, [unknown, unknown, ok, ok, ok]],
    ['mayWrite', rules.mayWrite, [ok, ok, ok, forbidden, ok]],
    ['wholeAccount', rules.wholeAccount, [unknown, unknown, ok, ok, forbidden]],
    ['fullKey', rules.fullKey, [unknown, unknown, ok, forbidden, forbidden]],
    ['operator', rules.operator, [unknown, ok, forbidden, forbidden, forbidden]],
    ['userOrOperator', rules.userOrOperator, [unknown, ok, ok, ok, ok]],
  ])(
    '%s: without credentials, operator, account, key to read, key of trips',
    async (name, line, expected) => {
      const found = Object.values(viewers).map((viewer) =>
        verdictOf(line, contextOf(viewer()), { id: 1 }),
      )
      expect(await Promise.all(found)).toEqual(expected)
      expect(line.rules.map((rule) => rule.name)).toEqual([name])
    },
  )

  it('a check of users is not asked for others', async () => {
    const check = rules.ofUser(async (_context, args: string[], { id }) =>
      args.length === 0 && id === 7 ? 'OK' : 'FORBIDDEN',
    )
    expect(await check(contextOf(user()), [])).toBe('OK')
    expect(await check(contextOf(viewers.operator()), [])).toBe('UNAUTHENTICATED')
  })
})

/** Each rule on a trip with the only right it asks for, and arguments that name trip and child. */
const onTrip: [string, Line, string | undefined, (trip: number) => object][] = [
  ['memberOfTrip', rules.memberOfTrip, undefined, (id) => ({ id })],
  ['editorOfTrip', rules.editorOfTrip, 'canEdit', (id) => ({ id })],
  ['ownerOfTrip', rules.ownerOfTrip, 'isOwner', (id) => ({ id })],
  ['editorOfExpenses', rules.editorOfExpenses, 'canEditExpenses', (tripId) => ({ tripId })],
  [
    'editorOfItinerary',
    rules.editorOfItinerary,
    'canEdit',
    (tripId) => ({ tripId, input: { name: 'Dinner' } }),
  ],
  ['editorOf hosting', rules.editorOf('hosting'), 'canEdit', (tripId) => ({ tripId, id: 5 })],
]
const others = (right: string | undefined) => ({
  ...{ isOwner: true, canEdit: true, canSeeExpenses: true, canEditExpenses: true },
  ...(right && { [right]: false }),
})

describe('permissions: rules about a trip', () => {
  it.each(onTrip)(
    '%s: the caller first, then the trip, then the right',
    async (name, line, right, args) => {
      const all = others(undefined)
      expect(await asked(line, all, args(1), viewers.stranger())).toBe('UNAUTHENTICATED')
      expect(await asked(line, all, args(1), viewers.operator())).toBe('UNAUTHENTICATED')
      expect(await asked(line, all, args(2))).toBe('NOT_FOUND')
      expect(await asked(line, right ? { [right]: true } : {}, args(1))).toBe('OK')
      if (right) expect(await asked(line, others(right), args(1))).toBe('FORBIDDEN')
      expect(line.rules.map((rule) => rule.name)).toEqual([name])
    },
  )

  it('an item with a price needs the right to edit expenses as well', async () => {
    const priced = { tripId: 1, input: { price: 12 } }
    const editor = { canEdit: true, canEditExpenses: false }
    expect(await asked(rules.editorOfItinerary, editor, priced)).toBe('FORBIDDEN')
    const both = { canEdit: true, canEditExpenses: true }
    expect(await asked(rules.editorOfItinerary, both, priced)).toBe('OK')
  })

  it('a child that is not in the trip is not found, with or without the right', async () => {
    const line = rules.editorOf('activity')
    expect(line.rules[0]?.name).toBe('editorOf activity')
    for (const canEdit of [true, false]) {
      expect(await asked(line, { canEdit }, { tripId: 1, id: 6 })).toBe('NOT_FOUND')
    }
  })

  it('an editor of a child has the access to its trip', async () => {
    const rights = { canEdit: true }
    const edits = (id: number) =>
      rules.editing(contextOf(user(), rights), 'hosting', { tripId: 1, id })
    expect(await edits(5)).toBe(rights)
    expect(await edits(6)).toBe('NOT_FOUND')
  })

  it.each<[string, Rights, number, number, string]>([
    ['is found by those who edit it', { canSeeExpenses: true, canEditExpenses: true }, 1, 8, 'OK'],
    ['is not edited by others', { canSeeExpenses: true }, 1, 8, 'FORBIDDEN'],
    ['is hidden from those who see none', { canEditExpenses: true }, 1, 8, 'FORBIDDEN'],
    ['hides from them whether it exists', {}, 1, 5, 'FORBIDDEN'],
    ['may not exist', { canSeeExpenses: true }, 1, 5, 'NOT_FOUND'],
    ['of an unknown trip is not found', {}, 2, 8, 'NOT_FOUND'],
  ])('an expense %s', async (_, rights, tripId, id, verdict) => {
    expect(await asked(rules.editorOfExpense, rights, { tripId, id })).toBe(verdict)
  })

  it('a trip shows its expenses by the right to see them', async () => {
    const see = (canSeeExpenses: boolean) =>
      verdictOf(rules.seesExpensesOfTrip, contextOf(user(), { canSeeExpenses }), {}, { id: 1 })
    expect(await see(true)).toBe('OK')
    expect(await see(false)).toBe('FORBIDDEN')
    expect(rules.editorOfExpense.rules[0]?.name).toBe('editorOfExpense')
    expect(rules.seesExpensesOfTrip.rules[0]?.name).toBe('seesExpensesOfTrip')
  })
})

describe('permissions: fields decided by their object', () => {
  const decide = (line: ShownTo, context: object) => line.decide({ tripId: 1 }, context as Context)

  it('a field of an account is shown unless the key is a part of it', () => {
    const found = Object.values(viewers).map((viewer) =>
      decide(rules.shownToWholeAccount, contextOf(viewer())),
    )
    expect(found).toEqual(['OK', 'OK', 'OK', 'OK', 'FORBIDDEN'])
    expect(rules.shownToWholeAccount).toMatchObject({ name: 'shownToWholeAccount', keepsKey: true })
  })

  it('prices are shown to users by the right to see expenses', async () => {
    const known = (access: unknown, viewer: object = user()) =>
      decide(rules.withExpenses, { viewer, knownAccess: () => access })
    expect(known({ canSeeExpenses: true })).toBe('OK')
    expect(known({ canSeeExpenses: false })).toBe('FORBIDDEN')
    expect(known(null)).toBe('NOT_FOUND')
    expect(known({ canSeeExpenses: true }, viewers.operator())).toBe('UNAUTHENTICATED')
    expect(() => known(new Error('away'))).toThrow('away')
    const rights = { canSeeExpenses: false, canEdit: true }
    expect(await decide(rules.withExpenses, contextOf(user(), rights))).toBe('FORBIDDEN')
  })
})
