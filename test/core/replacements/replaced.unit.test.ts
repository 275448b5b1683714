/** With `REPLACEMENTS=on` and `GRAPHQL_17`, packages are replaced for all tests. */
import { createRequire } from 'node:module'
import { version } from 'graphql'
import * as jit from 'graphql-jit'
import { describe, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: it would name the declarations instead.
import shield from '../../../src/core/permissions/graphql-shield.cjs'

const load = createRequire(import.meta.url)
const areOn = process.env.REPLACEMENTS === 'on'

describe('packages that can be replaced', () => {
  it('graphql-shield and graphql-jit are their own, or the few lines in their place', () => {
    const own = load('./own-shield.cjs')
    if (areOn) expect(Object.keys(shield)).toEqual(Object.keys(own))
    else expect(shield).toBe(load('../../../src/core/permissions/graphql-shield.cjs'))
    const names = Object.keys(areOn ? jit : load('graphql-jit')).sort()
    const few = ['compileQuery', 'isCompiledQuery']
    if (areOn) expect(names).toEqual(few)
    else expect(names.length).toBeGreaterThan(few.length)
  })

  it('graphql is version 16, or 17 where that is in its place, for all importers', () => {
    expect(version).toMatch(process.env.GRAPHQL_17 ? /^17\./ : /^16\./)
    expect(load('graphql').version).toBe(version)
  })
})
