/** Lines of several steps: rules, and between them checks of the arguments. */
import { readdirSync, readFileSync } from 'node:fs'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../src/base/errors.ts'
import { inOrder, isHeld, named, namedHeld } from '../../../src/core/permissions/rule.ts'
import { guard } from './guarding.ts'

const asked: string[] = []
const contextValue = { viewer: { kind: 'operator' }, log: { debug() {} } }
const step = (name: string, verdict: 'OK' | 'FORBIDDEN' | Refusal = 'OK') =>
  named(name, async () => {
    asked.push(name)
    return verdict
  })

async function ask(...steps: ReturnType<typeof step>[]) {
  asked.length = 0
  const schema = makeExecutableSchema({
    typeDefs: 'type Query { word: String }',
    resolvers: { Query: { word: () => 'sesame' } },
  })
  const guarded = guard(schema, { Query: { word: inOrder(...steps) } })
  const { data, errors } = await graphql({ schema: guarded, source: '{ word }', contextValue })
  return { word: data?.word, refusal: errors?.[0]?.extensions, asked: [...asked] }
}

describe('permissions: steps of a line', () => {
  it('steps run one after the other, and all must agree', async () => {
    expect(await ask(step('a'), step('b'), step('c'))).toEqual({
      ...{ word: 'sesame', refusal: undefined },
      asked: ['a', 'b', 'c'],
    })
  })

  it('the first refusal decides, and no later step runs', async () => {
    const fields = { word: ['This field is required.'] }
    const wrong = step('b', new Refusal('BAD_USER_INPUT', { fields }))
    expect(await ask(step('a'), wrong, step('c', 'FORBIDDEN'))).toEqual({
      word: null,
      refusal: { code: 'BAD_USER_INPUT', fields },
      asked: ['a', 'b'],
    })
    const { refusal } = await ask(step('a', 'FORBIDDEN'), wrong)
    expect(refusal).toEqual({ code: 'FORBIDDEN' })
  })

  it('a line holds locks if one of its steps does, for these arguments', () => {
    expect(isHeld(inOrder(step('a'), step('b')), {})).toBe(false)
    const line = inOrder(
      step('a'),
      namedHeld(
        'b',
        async () => 'OK',
        (args: { id: number }) => args.id === 1,
      ),
    )
    expect(isHeld(line, { id: 1 })).toBe(true)
    expect(isHeld(line, { id: 2 })).toBe(false)
  })

  it('no rule checks input: checks.ts does, or a step after the table', () => {
    const folder = new URL('../../../src/core/permissions/', import.meta.url)
    const rules = readdirSync(folder).filter((name) => name.startsWith('rules'))
    expect(rules.length).toBeGreaterThan(5)
    const judging = rules.filter((name) =>
      /BAD_USER_INPUT|uploadValidationErrors/.test(readFileSync(new URL(name, folder), 'utf8')),
    )
    expect(judging).toEqual([])
  })
})
