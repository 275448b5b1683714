/** What the product exports, another file imports: the rest of a file is its own business. */
import { expect, it } from 'vitest'
import { allFiles, exported, files, type ImportLine, importsOf, isCode, readText } from './house.ts'

const importers = new Map<string, ImportLine[]>()
for (const one of allFiles.filter(isCode).flatMap(importsOf)) {
  importers.set(one.what, [...(importers.get(one.what) ?? []), one])
}

/** Whether another file imports the name; of a whole module, it takes the names that it has. */
const isImported = (path: string, name: string) =>
  (importers.get(path) ?? []).some(
    ({ from, names }) => names?.includes(name) ?? new RegExp(`\\b${name}\\b`).test(readText(from)),
  )

const exportsOf = (path: string) => [
  ...new Set([...readText(path).matchAll(exported)].map(([, name = '']) => name)),
]

it('each export of the product is imported by another file', () => {
  const product = files.filter((path) => /^(src|rest-facade)\//.test(path) && isCode(path))
  const found = product.flatMap((path) => exportsOf(path).map((name) => ({ path, name })))
  expect(found.length, 'the pattern finds nothing').toBeGreaterThan(1000)
  const lonely = found.filter(({ path, name }) => !isImported(path, name))
  expect(
    lonely.map(({ path, name }) => `${path}: ${name}`),
    'remove the word export; remove the name too if its file does not use it',
  ).toEqual([])
})

it('an import is recognised in each of its forms', () => {
  const path = 'test/house.ts'
  expect(exportsOf(path)).toContain('circlesAmong')
  expect(isImported(path, 'circlesAmong')).toBe(true)
  expect(isImported(path, 'ImportLine')).toBe(true)
  expect(isImported(path, 'bracedIn')).toBe(false)
  expect(isImported('src/outside/database/embedded.ts', 'openEmbedded')).toBe(true)
})
