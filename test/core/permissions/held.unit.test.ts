/** Mutations are decided and written together (src/core/transactions.ts). */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { beforeEach, describe, expect, it } from 'vitest'
import { Conflict, fail, Refusal } from '../../../src/base/errors.ts'
import { type Context, type HeldContext, makeContext } from '../../../src/core/context.ts'
import { allow, named, namedHeld } from '../../../src/core/permissions/rule.ts'
import type { Store } from '../../../src/outside/database/database.ts'
import { guard } from './guarding.ts'

/** The events so far, in order. */
let events: string[] = []
beforeEach(() => {
  events = []
})

/** A database without tables: it records what begins and how it ends. */
function store(isTransaction: boolean): Store {
  return {
    prisma: {} as Store['prisma'],
    query: async () => [],
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

const table = {
  Query: { any: allow },
  Mutation: {
    held: held('held'),
    single: named('single', check('single')),
    refused: held('refused'),
    failing: held('failing'),
    open: allow,
  },
}
const names = Object.keys(table.Mutation)
const schema = guard(
  makeExecutableSchema<Context>({
    typeDefs: `type Query { any: Boolean }
        type Mutation { ${names.map((name) => `${name}: Boolean`)} }`,
    resolvers: {
      Mutation: { ...Object.fromEntries(names.map((name) => [name, write])), failing: failed },
    },
  }),
  table,
)

function failed(_: unknown, _args: unknown, context: HeldContext) {
  context.afterCommit(() => void events.push('effect'))
  return fail('NOT_FOUND')
}

async function run(field: string, viewer: Context['viewer'] = { kind: 'operator' }) {
  conflicts = 0
  return ask(field, viewer)
}

async function ask(field: string, viewer: Context['viewer'] = { kind: 'operator' }) {
  const log = { debug() {} }
  const given = { viewer, log, db: store(false), mailWaits: () => events.push('mail') }
  const contextValue = makeContext(given as unknown as Parameters<typeof makeContext>[0])
  const { data, errors } = await graphql({ schema, source: `mutation { ${field} }`, contextValue })
  return errors?.[0]?.message ?? data?.[field]
}

describe('a mutation whose rule locks its rows', () => {
  it('is decided and written in one transaction, and its effects follow the commit', async () => {
    expect(await run('held')).toBe(true)
    expect(events).toEqual(['begin', 'rule within', 'write within', 'commit', 'mail', 'effect'])
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
    await run('refused', { kind: 'anonymous' })
    expect(events).toEqual(['rule without'])
  })
})

describe('a mutation of single statements', () => {
  it('has no transaction, and wakes the outbox immediately', async () => {
    expect(await run('single')).toBe(true)
    expect(events).toEqual(['rule without', 'write without', 'mail'])
  })

  it('is repeated with its rule if a write finds a change', async () => {
    conflicts = 1
    expect(await ask('single')).toBe(true)
    expect(events.filter((what) => what === 'rule without')).toHaveLength(2)
  })

  it('runs without a rule if it is public', async () => {
    expect(await run('open')).toBe(true)
    expect(events).toEqual(['write without', 'mail'])
  })
})
