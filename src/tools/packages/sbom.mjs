/**
 * `npm run sbom`: prints what is shipped as a CycloneDX document. npm makes it from
 * package-lock.json, without a network; what is not shipped is left out, and what differs from run
 * to run follows from the content.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { readLock, shippedPackages } from './shipped.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The document of npm with all packages, those for development too. */
function everything() {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { status, stdout, stderr } = spawnSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  return JSON.parse(stdout)
}

/** A UUID made of a text: equal texts have equal ones. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}

/** A license that is not an SPDX identifier is passed over by npm. */
const licensed = (component, license) =>
  component.licenses ? component : { ...component, licenses: [{ license: { name: license } }] }

/**
 * The shipped part of a document; what is built in is as required as what is installed.
 * @param {object} whole what `npm sbom` prints
 * @param {import('./shipped.mjs').Shipped[]} shipped
 */
export function shippedPart(whole, shipped) {
  const licenses = new Map(
    shipped.map(({ name, version, license }) => [`${name}@${version}`, license]),
  )
  const { timestamp: _, ...metadata } = whole.metadata
  const own = metadata.component['bom-ref']
  const isKnown = (ref) => ref === own || licenses.has(ref)
  const components = whole.components
    .filter((one) => licenses.has(one['bom-ref']))
    .map((one) => licensed(one, licenses.get(one['bom-ref'])))
    .map((one) => ({ ...one, scope: 'required', properties: [] }))
  const dependencies = whole.dependencies
    .filter(({ ref }) => isKnown(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKnown) }))
  const component = { ...metadata.component, type: 'application', name: 'trips' }
  const content = { metadata: { ...metadata, component }, components, dependencies }
  const { $schema, bomFormat, specVersion, version } = whole
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`
  return { $schema, bomFormat, specVersion, serialNumber, version, ...content }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const document = shippedPart(everything(), shippedPackages(readLock(root)))
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
}
