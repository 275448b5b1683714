/** When the program is built again. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isBuilt, placeOf } from '../../../src/tools/build/sources.mjs'

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

describe('a build', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'trips-build-'))
    write(root, 'src/a.ts', 'a')
    write(root, 'src/b/b.ts', 'b')
    write(root, 'src/README.md', 'notes')
    write(root, 'rest-facade/operations/trip.graphql', 'query')
    write(root, 'schema/trip.graphql', 'type')
    write(root, 'prisma/migrations/1_first/migration.sql', 'select 1')
    write(root, 'prisma/schema.prisma', 'model')
    write(root, 'package-lock.json', '{"packages":{"node_modules/a":{"version":"1.0.0"}}}')
    mkdirSync(placeOf(root), { recursive: true })
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it('is fresh even if files were only touched, or pages and generated files changed', () => {
    expect(isBuilt(root)).toBe(true)
    utimesSync(join(root, 'src/a.ts'), new Date(), new Date())
    write(root, 'src/README.md', 'other notes')
    write(root, 'src/generated/prisma/client.ts', 'made')
    expect(isBuilt(root)).toBe(true)
  })

  it.each([
    'src/b/b.ts',
    'rest-facade/operations/trip.graphql',
    'schema/trip.graphql',
    'prisma/migrations/1_first/migration.sql',
    'prisma/schema.prisma',
  ])('is stale when %s has changed, and fresh when that is undone', (path) => {
    const before = readFileSync(join(root, path), 'utf8')
    write(root, path, `${before}.`)
    expect(isBuilt(root)).toBe(false)
    write(root, path, before)
    expect(isBuilt(root)).toBe(true)
  })

  it.each<[string, (root: string) => void]>([
    ['came', () => write(root, 'schema/new.graphql', '')],
    ['went', () => rmSync(join(root, 'src/a.ts'))],
    ['has another name', () => renameSync(join(root, 'src/a.ts'), join(root, 'src/c.ts'))],
  ])('is stale when a file %s', (_, change) => {
    change(root)
    expect(isBuilt(root)).toBe(false)
  })

  it('is stale if a package has another version, and fresh if only the lock file is rewritten', () => {
    const lock = (version: string) =>
      JSON.stringify({ packages: { 'node_modules/a': { peer: true, version } } }, null, 2)
    write(root, 'package-lock.json', lock('1.0.0'))
    expect(isBuilt(root)).toBe(true)
    write(root, 'package-lock.json', lock('1.0.1'))
    expect(isBuilt(root)).toBe(false)
  })

  it('is fresh when an editor or a system has left a file beside the sources', () => {
    for (const path of ['src/.a.ts.swp', 'src/b/a.ts~', '.DS_Store', 'schema/.DS_Store'])
      write(root, path, '')
    expect(isBuilt(root)).toBe(true)
  })
})
