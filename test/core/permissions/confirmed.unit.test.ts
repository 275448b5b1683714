/** Lines that are asked again after a read that found nothing, and refusals in a copy (B2). */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { describe, expect, it } from 'vitest'
import { type Code, Refusal } from '../../../src/base/errors.ts'
import { allow, confirmed, named } from '../../../src/core/permissions/rule.ts'
import { guard } from './guarding.ts'

const typeDefs = 'type Query { items: Items } type Items { count: Int, results: [Int] }'
const contextValue = { viewer: { kind: 'operator' }, log: { debug() {} } }
const shown = { items: { count: 2, results: [1, 2] } }

/** What a field answers that finds this, and whose line says these one after the other. */
async function answerTo(found: unknown, verdicts: readonly ('OK' | Code)[], more = {}) {
  let times = 0
  const line = confirmed(
    named('turns', async () => {
      times += 1
      return verdicts[times - 1] ?? 'OK'
    }),
  )
  const items = () => {
    if (found instanceof Error) throw found
    return found
  }
  const schema = makeExecutableSchema({ typeDefs, resolvers: { Query: { items } } })
  const table = { Query: { items: line }, Items: { count: allow, results: allow } }
  const { data, errors } = await graphql({
    schema: guard(schema, table),
    source: '{ items { count results } }',
    contextValue: { ...contextValue, ...more },
  })
  return { items: data?.items, codes: errors?.map(({ extensions }) => extensions.code), times }
}

describe('permissions: a line that is confirmed', () => {
  it('is asked once where the read found something, or failed otherwise', async () => {
    expect(await answerTo(shown.items, ['OK', 'FORBIDDEN'])).toMatchObject({ ...shown, times: 1 })
    expect(await answerTo(null, ['OK', 'FORBIDDEN'])).toMatchObject({ items: null, times: 1 })
    const refusal = new Refusal('TOO_COMPLEX')
    expect(await answerTo(refusal, ['OK', 'FORBIDDEN'])).toMatchObject({ codes: ['TOO_COMPLEX'] })
  })

  it.each([
    { count: 3, results: [] },
    { count: 0, results: null },
    new Refusal('NOT_FOUND'),
    new Refusal('INVALID_PAGE'),
  ])('is asked again after %s, which stands if it permits', async (found) => {
    const refused = { items: null, codes: ['FORBIDDEN'], times: 2 }
    expect(await answerTo(found, ['OK', 'FORBIDDEN'])).toMatchObject(refused)
    const { items, codes, times } = await answerTo(found, ['OK', 'OK'])
    expect(times).toBe(2)
    if (found instanceof Refusal) expect(codes).toEqual([found.code])
    else expect(items).toEqual(found)
  })
})

describe('permissions: a refusal in a copy', () => {
  it('is null for a right that is lacked, and an error for everything else', async () => {
    const isOfCopy = { isOfCopy: true }
    const nothing = { items: null, codes: undefined }
    expect(await answerTo(shown.items, ['FORBIDDEN'], isOfCopy)).toMatchObject(nothing)
    expect(await answerTo(shown.items, ['OK'], isOfCopy)).toMatchObject(shown)
    expect(await answerTo(shown.items, ['NOT_FOUND'], isOfCopy)).toMatchObject({
      codes: ['NOT_FOUND'],
    })
    expect(await answerTo(shown.items, ['FORBIDDEN'])).toMatchObject({ codes: ['FORBIDDEN'] })
  })
})
