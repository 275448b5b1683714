/** The notices of third parties in the built program, and so in the image. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keptPaths, shippedPackages } from '../../../src/tools/packages/shipped.mjs'
import { built, repository } from '../build/built.ts'

const notices = readFileSync(
  join(dirname(dirname(dirname(built('server')))), 'THIRD-PARTY-NOTICES.txt'),
  'utf8',
)

interface Package {
  name: string
  version: string
  license?: string
}

const read = (path: string) => readFileSync(join(repository, path), 'utf8')

/** What stays installed beside the program, and two packages that are built into it alone. */
const packages = (): Package[] => {
  const installed = keptPaths(read('package-lock.json')).filter((path) =>
    existsSync(join(repository, path, 'package.json')),
  )
  const bundled = ['@prisma/client', '@prisma/adapter-pg'].map((name) => `node_modules/${name}`)
  return [...installed, ...bundled].map((path) => JSON.parse(read(join(path, 'package.json'))))
}

describe('the notices of third parties', () => {
  it('name every package with its version and its license', () => {
    const all = packages()
    expect(all.length).toBeGreaterThan(300)
    const missing = all.filter(
      ({ name, version, license }) => !notices.includes(`\n${name} ${version}: ${license}. `),
    )
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it('have the texts of their licenses', () => {
    for (const name of ['fastify', 'mailauth', '@prisma/client', 'swagger-ui-dist', 'ical.js']) {
      const [file] = ['LICENSE', 'LICENSE.md', 'LICENSE.txt']
        .map((one) => join('node_modules', name, one))
        .filter((path) => existsSync(join(repository, path)))
      expect(notices, name).toContain(read(file ?? '').trim())
    }
    expect(notices).toContain('Copyright 2020-2021 SmartBear Software Inc.')
  })

  it('name the sources of data', () => {
    for (const source of [
      '(c) OpenStreetMap contributors',
      'Open Database License 1.0',
      'From OurAirports',
      'From OpenTravelData',
      'CC BY 4.0',
      'Unicode License V3',
      'Public Suffix List',
      'The PostgreSQL Global Development Group',
    ]) {
      expect(notices).toContain(source)
    }
  })

  it('name the packages of the page of licenses, and of those for other platforms none', () => {
    const shipped = shippedPackages(read('package-lock.json'))
    const listed = [...notices.matchAll(/^(\S+) (\d\S*): [^\n]*?\. \S/gm)].map(
      ([, name, version]) => `${name} ${version}`,
    )
    const titles = shipped.map(({ name, version }) => `${name} ${version}`)
    expect(listed.filter((title) => !titles.includes(title))).toEqual([])
    const missing = titles.filter((title) => !listed.includes(title))
    expect(missing.filter((title) => !title.startsWith('@node-rs/argon2-'))).toEqual([])
  })

  it('are part of the image', () => {
    expect(read('src/operations/deploy/Dockerfile')).toMatch(
      /^COPY --from=build \/build\/program \.\/program$/m,
    )
    expect(read('src/operations/deploy/Dockerfile')).toContain(
      'npm run prepare && mv dist/* program',
    )
  })
})
