/** What is shipped, as the lock file says, and the document that tells programs so. */
import { describe, expect, test } from 'vitest'
import { root } from '../../../src/base/root.ts'
import { shippedPart } from '../../../src/tools/packages/sbom.mjs'
import { readLock, shippedPackages } from '../../../src/tools/packages/shipped.mjs'

const repository = new URL(root).pathname

describe('shipped packages', () => {
  test('are those of the lock file that are not for development, under their own names', () => {
    const shipped = shippedPackages(readLock(repository))
    const titles = shipped.map(({ name, version }) => `${name} ${version}`)
    expect(new Set(titles).size).toBe(titles.length)
    expect(titles).toContain('graphql-shield 7.6.5')
    expect(titles).toContain('@prisma/client 7.10.0')
    const names = shipped.map(({ name }) => name)
    expect(names).not.toContain('vitest')
    // An alias of tslib in package.json.
    expect(names).not.toContain('ruru-types')
  })

  test('a package that is built in and gone from the lock file is an error', () => {
    const { packages, ...lock } = JSON.parse(readLock(repository))
    delete packages['node_modules/@prisma/debug']
    expect(() => shippedPackages(JSON.stringify({ ...lock, packages }))).toThrow(
      'node_modules/@prisma/debug is built in, but not in package-lock.json',
    )
  })
})

describe('the shipped part of an SBOM', () => {
  const component = (ref: string) => ({
    'bom-ref': ref,
    type: 'library',
    name: ref.split('@')[0],
    scope: 'optional',
    properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
  })
  const whole = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: 'urn:uuid:3b4a5dd5-9e93-4b8f-8f3c-0c3f0d9a1c11',
    version: 1,
    metadata: { timestamp: '2031-04-18T00:00:00Z', component: component('folder@1.0.0') },
    components: [component('a@1.0.0'), component('tester@2.0.0')],
    dependencies: [
      { ref: 'folder@1.0.0', dependsOn: ['a@1.0.0', 'tester@2.0.0'] },
      { ref: 'a@1.0.0', dependsOn: ['tester@2.0.0'] },
      { ref: 'tester@2.0.0', dependsOn: [] },
    ],
  }
  const shipped = [{ name: 'a', version: '1.0.0', license: 'CC BY 4.0' }]

  test('leaves out what is for development, also where something depends on it', () => {
    const part = shippedPart(whole, shipped)
    expect(part.components).toEqual([
      {
        ...{ 'bom-ref': 'a@1.0.0', type: 'library', name: 'a', scope: 'required' },
        ...{ properties: [], licenses: [{ license: { name: 'CC BY 4.0' } }] },
      },
    ])
    expect(part.dependencies).toEqual([
      { ref: 'folder@1.0.0', dependsOn: ['a@1.0.0'] },
      { ref: 'a@1.0.0', dependsOn: [] },
    ])
    expect(part.metadata.component).toMatchObject({ name: 'trips', type: 'application' })
  })

  test('is the same at another time, and another one for other packages', () => {
    const later = { ...whole, serialNumber: 'urn:uuid:other' }
    later.metadata = { ...whole.metadata, timestamp: '2031-04-19T00:00:00Z' }
    const part = shippedPart(whole, shipped)
    expect(shippedPart(later, shipped)).toEqual(part)
    expect(part.serialNumber).toMatch(
      /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/,
    )
    expect(shippedPart(whole, []).serialNumber).not.toBe(part.serialNumber)
  })
})
