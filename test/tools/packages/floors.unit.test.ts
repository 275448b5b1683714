/** No version is shipped that is known to have a hole. */
import { expect, test } from 'vitest'
import { root } from '../../../src/base/root.ts'
import { readLock, shippedPackages } from '../../../src/tools/packages/shipped.mjs'
import { floors, isTooOld } from './floors.ts'

const shipped = shippedPackages(readLock(new URL(root).pathname))

test('floors: no package that is shipped is older than the first version without a known hole', () => {
  const tooOld = shipped.flatMap(({ name, version }) =>
    floors
      .filter((floor) => floor.package === name && isTooOld(version, floor))
      .map(({ advisory, safe }) => `${name} ${version}: ${advisory}, safe from ${safe.join(', ')}`),
  )
  expect(tooOld, 'npm update the package, or its parent').toEqual([])
})

test('floors: every line is of a package that is shipped, and says which hole and who says so', () => {
  const names = new Set(shipped.map(({ name }) => name))
  expect(floors.length).toBeGreaterThan(20)
  for (const floor of floors) {
    expect(names, 'remove lines of packages that are gone').toContain(floor.package)
    expect(floor.advisory).toMatch(/^(GHSA(-[\da-z]{4}){3}|CVE-20\d\d-\d{4,})$/)
    expect(floor.source).toMatch(/^https:\/\//)
    expect(floor.about).toMatch(/^[A-Z].*\.$/)
    for (const version of floor.safe) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  }
})

test.each([
  ['3.1.7', true],
  ['3.1.8', false],
  ['3.2.0', false],
  ['3.10.0', false],
  ['4.1.4', true],
  ['4.1.5', false],
  ['2.4.7', true],
  ['5.0.0', false],
  ['3.1.8-rc.1', true],
  ['3.1.9-rc.1', false],
])('floors: with 3.1.8 and 4.1.5 as first safe versions, %s is too old: %s', (version, tooOld) => {
  expect(isTooOld(version, { safe: ['3.1.8', '4.1.5'] })).toBe(tooOld)
})

test('floors: a lock file with an old package is found, also where it is nested', () => {
  const lock = JSON.parse(readLock(new URL(root).pathname))
  const [path] = Object.keys(lock.packages).filter((one) => /.\/node_modules\/fast-uri$/.test(one))
  lock.packages[path ?? ''].version = '3.1.6'
  const old = shippedPackages(JSON.stringify(lock)).filter(({ name, version }) =>
    floors.some((floor) => floor.package === name && isTooOld(version, floor)),
  )
  expect(old.map(({ name, version }) => `${name} ${version}`)).toEqual(['fast-uri 3.1.6'])
})
