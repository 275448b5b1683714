/** The notices of third parties in the built program, and so in the image. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { built, repository } from './built.ts'

const notices = readFileSync(
  join(dirname(dirname(dirname(built('server')))), 'THIRD-PARTY-NOTICES.txt'),
  'utf8',
)

interface Package {
  name: string
  version: string
  license?: string
}

/** Of package-lock.json. */
interface Entry {
  dev?: boolean
  link?: boolean
}

const read = (path: string) => readFileSync(join(repository, path), 'utf8')

/** What stays installed beside the program, and two packages that are built into it alone. */
const packages = (): Package[] => {
  const lock = JSON.parse(read('package-lock.json')).packages as Record<string, Entry>
  const installed = Object.entries(lock)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path]) => path)
    .filter((path) => existsSync(join(repository, path, 'package.json')))
  const bundled = ['@prisma/client', '@prisma/adapter-pg'].map((name) => `node_modules/${name}`)
  return [...installed, ...bundled].map((path) => JSON.parse(read(join(path, 'package.json'))))
}

/** Licenses that allow what is done here: to use a package, and to pass it on unchanged. */
const known = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Zlib'],
  ...['BlueOak-1.0.0', 'MPL-2.0', 'Unlicense', 'CC BY 4.0'],
])
const isKnown = (license = '') =>
  license
    .replace(/^\(|\)$/g, '')
    .split(' AND ')
    .every((one) => known.has(one))

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

  it('have no new license: review it, and add it', () => {
    const strange = packages().filter(({ license }) => !isKnown(license))
    expect(strange.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
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
