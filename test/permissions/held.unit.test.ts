/** Which mutations run in a transaction, and what becomes of it (src/transactions.ts). */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { expect, it } from 'vitest'
import { type Context, type HeldContext, makeContext } from '../../src/context.ts'
import { Conflict, fail } from '../../src/errors.ts'
import { allow, guard, holding, rule } from '../../src/permissions/shield.ts'
import { holdMutations } from '../../src/transactions.ts'

type Kind = 'user' | 'anonymous'

/** Calls the mutation `write`, whose rule is `decide`, and tells what happened in which order. */
async function run(
  decide: (context: Context) => Promise<true | Error>,
  resolve: (context: HeldContext, said: string[]) => unknown,
  { isHeld = true, kind = 'user' as Kind } = {},
) {
  const said: string[] = []
  const typeDefs = 'type Query { any: Int } type Mutation { write: Int }'
  const resolvers = {
    Mutation: { write: (_: unknown, __: unknown, context: HeldContext) => resolve(context, said) },
  }
  const one = rule('decided', { cache: 'no_cache' })(async (_, __, context) => decide(context))
  const table = { Query: { any: allow }, Mutation: { write: isHeld ? holding(one) : one } }
  const schema = holdMutations(guard(makeExecutableSchema({ typeDefs, resolvers }), table), table)
  const transaction = async (work: (tx: unknown) => Promise<unknown>) => {
    for (;;) {
      said.push('begin')
      try {
        const result = await work({ prisma: 'the client of the transaction' })
        said.push('commit')
        return result
      } catch (error) {
        said.push('rollback')
        if (!(error instanceof Conflict)) throw error
      }
    }
  }
  const given = { viewer: { kind }, db: { transaction }, mailWaits: () => said.push('mail') }
  const contextValue = makeContext(given as never)
  const { data, errors } = await graphql({ schema, source: 'mutation { write }', contextValue })
  return { said, data, errors }
}

it('decides and writes in one transaction; effects come after its commit', async () => {
  const { said, data } = await run(
    async ({ db }) => 'prisma' in db || new Error('decided outside'),
    (context, said) => {
      said.push(String(context.tx))
      context.mailWaits()
      context.afterCommit(() => said.push('effect'))
      return 1
    },
  )
  expect(data).toEqual({ write: 1 })
  expect(said).toEqual(['begin', 'the client of the transaction', 'commit', 'mail', 'effect'])
})

it('commits nothing of what was denied or has failed, and does nothing after it', async () => {
  const denied = await run(
    async () => new Error('denied'),
    () => 1,
  )
  expect(denied.said).toEqual(['begin', 'rollback'])
  expect(denied.errors?.[0]?.message).toBe('denied')
  const failed = await run(
    async () => true,
    (context) => {
      context.mailWaits()
      return fail('NOT_FOUND')
    },
  )
  expect(failed.said).toEqual(['begin', 'rollback'])
  expect(failed.errors).toHaveLength(1)
})

it('repeats rule and resolver after a conflict, without the effects of the first time', async () => {
  let decided = 0
  const { said, data } = await run(
    async () => {
      decided += 1
      return true
    },
    (context) => {
      context.mailWaits()
      if (decided === 1) throw new Conflict()
      return decided
    },
  )
  expect(data).toEqual({ write: 2 })
  expect(said).toEqual(['begin', 'rollback', 'begin', 'commit', 'mail'])
})

it('opens none for a rule that holds nothing, and none for an anonymous caller', async () => {
  const plain = await run(
    async () => true,
    () => 1,
    { isHeld: false },
  )
  expect(plain).toMatchObject({ said: [], data: { write: 1 } })
  const refused = await run(
    async () => new Error('denied'),
    () => 1,
    { kind: 'anonymous' },
  )
  expect(refused.said).toEqual([])
  expect(refused.errors).toHaveLength(1)
})
