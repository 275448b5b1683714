/** Mutations are decided and written together (src/core/transactions.ts). */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { beforeEach, describe, expect, it } from 'vitest'
import { Conflict, fail, Refusal } from '../../../src/base/errors.ts'
import { type Context, type HeldContext, makeContext } from '../../../src/core/context.ts'
import { Reading } from '../../../src/core/limits/read-budget.ts'
import { allow, named, namedHeld } from '../../../src/core/permissions/rule.ts'
import type { HotClaim } from '../../../src/core/store/idempotency-keys.ts'
import { inTransaction } from '../../../src/core/transactions.ts'
import type { Store } from '../../../src/outside/database/database.ts'
import { guard } from './guarding.ts'

/** The events so far, in order. */
let events: string[] = []
/** What the request has forgotten: values that it shared, or known access too. */
let forgotten: string[] = []
beforeEach(() => {
  events = []
  forgotten = []
})

/** A database without tables: it records what begins and how it ends. */
function store(isTransaction: boolean): Store {
  return {
    prisma: {} as Store['prisma'],
    async query({ text }) {
      events.push(`child ${text.slice(text.lastIndexOf('for '))}`)
      return []
    },
    async transaction(work) {
      if (isTransaction) return work(this)
      for (;;) {
        events.push('begin')
        try {
          const result = await work(store(true))
          events.push('commit')
          return result
        } catch (error) {
          events.push('rollback')
          if (!(error instanceof Conflict)) throw error
        }
      }
    },
  }
}

const isIn = (context: Context) => ('tx' in context ? 'within' : 'without')
const check = (name: string) => async (context: Context) => {
  events.push(`rule ${isIn(context)}`)
  return name === 'refused' ? new Refusal('FORBIDDEN', { message: 'refused' }) : 'OK'
}
const held = (name: string) => namedHeld(name, check(name))

/** How many times the write finds that the rule's finding no longer holds. */
let conflicts = 0

function write(_: unknown, _args: unknown, context: Context | HeldContext) {
  events.push(`write ${isIn(context)}`)
  context.mailWaits()
  if ('afterCommit' in context) context.afterCommit(() => void events.push('effect'))
  if (conflicts-- > 0) throw new Conflict()
  return true
}

/** Opens a transaction of its own, which joins the one that it finds. */
const join = (_: unknown, _args: unknown, context: Context) =>
  inTransaction(context, async (held) => {
    held.afterCommit(() => void events.push('effect'))
    await held.isChild('activity', 1, 2)
    events.push('write within')
    return true
  })

/** Needs a larger budget the first time. */
function read(_: unknown, _args: unknown, { reading }: Context) {
  return reading.take(async (budget) => ({ value: budget < 10 ? undefined : true, bytes: 1 }), true)
}

const table = {
  Query: { any: allow, held: allow },
  Mutation: {
    held: held('held'),
    single: named('single', check('single')),
    refused: held('refused'),
    failing: held('failing'),
    open: allow,
    joining: held('joining'),
    joiningAlone: named('joiningAlone', check('joiningAlone')),
    reading: held('reading'),
    children: namedHeld('children', async (context) => {
      await context.isChild('activity', 1, 2)
      return 'OK'
    }),
  },
}
const names = Object.keys(table.Mutation)
const resolvers = {
  ...Object.fromEntries(names.map((name) => [name, write])),
  ...{ failing: failed, joining: join, joiningAlone: join, reading: read },
}
const schemaOf = () =>
  guard(
    makeExecutableSchema<Context>({
      typeDefs: `type Query { any: Boolean, held: Boolean }
        type Mutation { ${names.map((name) => `${name}: Boolean`)} }`,
      resolvers: { Query: { held: write }, Mutation: resolvers },
    }),
    table,
  )

function failed(_: unknown, _args: unknown, context: HeldContext) {
  context.afterCommit(() => void events.push('effect'))
  return fail('NOT_FOUND')
}

async function run(field: string, also: Partial<Context> = {}) {
  conflicts = 0
  return ask(field, also)
}

async function ask(field: string, also: Partial<Context> = {}) {
  const log = { debug() {} }
  const more = async () => {
    events.push('wait')
    return 100
  }
  const given = {
    viewer: { kind: 'operator' },
    log,
    db: store(false),
    reading: new Reading(1, { more }),
  }
  const mailWaits = () => events.push('mail')
  const context = makeContext({ ...given, mailWaits } as unknown as Parameters<
    typeof makeContext
  >[0])
  const forget = (access?: string) => void forgotten.push(access ?? 'values')
  const contextValue = { ...context, forget, ...also }
  const source = field.startsWith('query') ? field : `mutation { ${field} }`
  const { data, errors } = await graphql({ schema: schemaOf(), source, contextValue })
  return errors?.[0]?.message ?? Object.values(data ?? {})[0]
}

describe('a mutation whose rule locks its rows', () => {
  it('is decided and written in one transaction, and its effects follow the commit', async () => {
    expect(await run('held')).toBe(true)
    expect(events).toEqual(['begin', 'rule within', 'write within', 'commit', 'mail', 'effect'])
    expect(forgotten).toEqual(['access'])
  })

  it('is repeated as a whole after a conflict, with its effects once', async () => {
    conflicts = 1
    expect(await ask('held')).toBe(true)
    const attempt = ['begin', 'rule within', 'write within']
    expect(events).toEqual([...attempt, 'rollback', ...attempt, 'commit', 'mail', 'effect'])
  })

  it('is rolled back without effects if it fails', async () => {
    expect(await run('failing')).toBe('Not found.')
    expect(events).toEqual(['begin', 'rule within', 'rollback'])
  })

  it('is rolled back if it is refused', async () => {
    expect(await run('refused')).toBe('refused')
    expect(events).toEqual(['begin', 'rule within', 'rollback'])
  })

  it('takes no connection for an anonymous caller', async () => {
    await run('refused', { viewer: { kind: 'anonymous' } })
    expect(events).toEqual(['rule without'])
  })
})

describe('a transaction of a mutation', () => {
  const within = ['child for share', 'write within']

  it('is joined by those that its resolver opens, which leave their effects to it', async () => {
    expect(await run('joining')).toBe(true)
    expect(events).toEqual(['begin', 'rule within', ...within, 'commit', 'effect'])
  })

  it('may be opened by the resolver alone', async () => {
    expect(await run('joiningAlone')).toBe(true)
    expect(events).toEqual(['rule without', 'begin', ...within, 'commit', 'effect'])
  })

  it('does not wait for the budget of its answer: it ends, and is repeated then', async () => {
    expect(await run('reading')).toBe(true)
    const attempt = ['begin', 'rule within']
    expect(events).toEqual([...attempt, 'rollback', 'wait', ...attempt, 'commit'])
  })

  it('shares its locks on children, unless it must write what it has a condition for', async () => {
    await run('children')
    const viewer = { kind: 'user', user: { id: 1 } } as Context['viewer']
    await run('children', { viewer, isUnchanged: async () => true })
    const locks = events.filter((what) => what.startsWith('child'))
    expect(locks).toEqual(['child for share', 'child for no key update'])
  })
})

describe('a mutation of single statements', () => {
  it('has no transaction, and wakes the outbox immediately', async () => {
    expect(await run('single')).toBe(true)
    expect(events).toEqual(['rule without', 'write without', 'mail'])
    expect(forgotten).toEqual(['values'])
  })

  it('is repeated with its rule if a write finds a change', async () => {
    conflicts = 1
    expect(await ask('single')).toBe(true)
    const attempt = ['rule without', 'write without', 'mail']
    expect(events).toEqual([...attempt, ...attempt])
    expect(forgotten).toEqual(['access', 'values'])
  })

  it('is not repeated alone in a transaction, which must be repeated as a whole', async () => {
    conflicts = 1
    await ask('single', { tx: {} } as Partial<HeldContext>)
    expect([events, forgotten]).toEqual([['rule within', 'write within', 'mail'], []])
  })

  it('may be a hot write, which is refused where there are several statements', async () => {
    const keeping = { isKept: false } as HotClaim
    expect(await run('single', { keeping })).toBe(true)
    events = []
    expect(await run('held', { keeping })).not.toBe(true)
    expect(events).toEqual([])
  })

  it('runs without a rule if it is public', async () => {
    expect(await run('open')).toBe(true)
    expect(events).toEqual(['write without', 'mail'])
    expect(forgotten).toEqual([])
  })

  it('is not a query of the same name', async () => {
    expect(await run('query { held }')).toBe(true)
    expect(events).toEqual(['write without', 'mail'])
  })
})
