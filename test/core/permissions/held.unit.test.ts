/** Mutations are decided and written together (src/core/transactions.ts). */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { beforeEach, describe, expect, it } from 'vitest'
import { Conflict, fail, Refusal } from '../../../src/base/errors.ts'
import { type Context, makeContext } from '../../../src/core/context.ts'
import { allow, named, namedHeld } from '../../../src/core/permissions/rule.ts'
import type { Store } from '../../../src/outside/database/database.ts'
import { guard } from './guarding.ts'

/** What happened, in order. */
let told: string[] = []
beforeEach(() => {
  told = []
})

/** A database that knows no table: it tells what is begun and how it ends. */
function store(isTransaction: boolean): Store {
  return {
    prisma: {} as Store['prisma'],
    query: async () => [],
    async transaction(work) {
      if (isTransaction) return work(this)
      for (;;) {
        told.push('begin')
        try {
          const result = await work(store(true))
          told.push('commit')
          return result
        } catch (error) {
          told.push('rollback')
          if (!(error instanceof Conflict)) throw error
        }
      }
    },
  }
}

const isIn = (context: Context) => ('tx' in context ? 'within' : 'without')
const check = (name: string) => async (context: Context) => {
  told.push(`rule ${isIn(context)}`)
  return name === 'refused' ? new Refusal('FORBIDDEN', { message: 'refused' }) : 'OK'
}
const held = (name: string) => namedHeld(name, check(name))

/** The write finds this often that what the rule had found is no longer so. */
let conflicts = 0

function write(_: unknown, _args: unknown, context: Context) {
  told.push(`write ${isIn(context)}`)
  context.mailWaits()
  context.afterCommit(() => void told.push('effect'))
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

function failed(_: unknown, _args: unknown, context: Context) {
  context.afterCommit(() => void told.push('effect'))
  return fail('NOT_FOUND')
}

async function run(field: string, viewer: Context['viewer'] = { kind: 'operator' }) {
  conflicts = 0
  return ask(field, viewer)
}

async function ask(field: string, viewer: Context['viewer'] = { kind: 'operator' }) {
  const log = { debug() {} }
  const given = { viewer, log, db: store(false), mailWaits: () => told.push('mail') }
  const contextValue = makeContext(given as unknown as Parameters<typeof makeContext>[0])
  const { data, errors } = await graphql({ schema, source: `mutation { ${field} }`, contextValue })
  return errors?.[0]?.message ?? data?.[field]
}

describe('a mutation whose rule holds what it finds', () => {
  it('is decided and written in one transaction, and its effects come after the commit', async () => {
    expect(await run('held')).toBe(true)
    expect(told).toEqual(['begin', 'rule within', 'write within', 'commit', 'mail', 'effect'])
  })

  it('is repeated as a whole after a conflict, its effects once', async () => {
    conflicts = 1
    expect(await ask('held')).toBe(true)
    const attempt = ['begin', 'rule within', 'write within']
    expect(told).toEqual([...attempt, 'rollback', ...attempt, 'commit', 'mail', 'effect'])
  })

  it('that fails is rolled back, and nothing comes after it', async () => {
    expect(await run('failing')).toBe('Not found.')
    expect(told).toEqual(['begin', 'rule within', 'rollback'])
  })

  it('that is refused is rolled back', async () => {
    expect(await run('refused')).toBe('refused')
    expect(told).toEqual(['begin', 'rule within', 'rollback'])
  })

  it('takes no connection for an anonymous caller', async () => {
    await run('refused', { kind: 'anonymous' })
    expect(told).toEqual(['rule without'])
  })
})

describe('a mutation of single statements', () => {
  it('has no transaction, and its effects come at once', async () => {
    expect(await run('single')).toBe(true)
    expect(told).toEqual(['rule without', 'write without', 'mail', 'effect'])
  })

  it('is repeated, its rule too, where a write finds that something has changed', async () => {
    conflicts = 1
    expect(await ask('single')).toBe(true)
    expect(told.filter((what) => what === 'rule without')).toHaveLength(2)
  })

  it('that anybody may call is run as it is', async () => {
    expect(await run('open')).toBe(true)
    expect(told).toEqual(['write without', 'mail', 'effect'])
  })
})
