/** What a new kind of items costs: the files that name a kind are those that the recipe lists. */
import { expect, it } from 'vitest'
import { files, product, readText } from './house.ts'

/** The one that has everything that a kind can have. */
const kind = /transportation/i

/** Each with the reason why a new kind does not begin there. */
const others = [
  // Knows what flights, stays and visits are, and finds them in messages.
  /^src\/mail\/(reading|filing)\//,
  // Invented content.
  /^src\/operations\/(demo|mock)\//,
  // Pages for visitors, with an example.
  /^src\/surfaces\/front\/|^rest-facade\/first-steps\.ts$/,
]

/** Without comments and descriptions, which name kinds as examples. */
function codeOf(path: string): string {
  const text = readText(path)
  if (path.endsWith('.graphql')) return text.replaceAll(/"""[\s\S]*?"""|"[^"\n]*"|#.*/g, '')
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*(\/\/|--).*$/gm, '')
}

/** The files that the recipe lists, in its order. */
function recipe(): string[] {
  const [, after = ''] = readText('src/contributing.md').split(/^## A new kind of items$/m)
  const [section = ''] = after.split(/^## /m)
  return [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path as string)
}

it('kinds: the files that name a kind are those of the recipe in contributing.md, at most 14', () => {
  const named = files
    .filter((path) => product(path) && /\.(ts|mjs|graphql|prisma|sql)$/.test(path))
    .filter((path) => !others.some((other) => other.test(path)) && kind.test(codeOf(path)))
    .map((path) => path.replace(/^prisma\/migrations\/.*/, 'prisma/migrations/'))
  const instead =
    'derive it from the entry of the kind in src/core/store/kinds.ts, or list it there'
  expect([...new Set(named)].sort(), instead).toEqual(recipe().sort())
  expect(recipe().length).toBeLessThanOrEqual(14)
  expect(others.every((other) => files.some((path) => other.test(path)))).toBe(true)
})
