/** `npm run sbom`: a CycloneDX document that names every package that is shipped. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../../../src/base/root.ts'
import { readLock, shippedPackages } from '../../../src/tools/packages/shipped.mjs'

interface Component {
  'bom-ref': string
  type: string
  name: string
  version: string
  purl: string
  hashes: { alg: string; content: string }[]
  licenses: { license?: { id?: string; name?: string }; expression?: string }[]
}

const repository = new URL(root).pathname

/** What the command prints, with a registry that nothing answers at: it needs none. */
function printed(): string {
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9' }
  const options = { cwd: repository, env, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], options)
  expect(stderr).toBe('')
  expect(status).toBe(0)
  return stdout
}

test('npm run sbom prints every shipped package with its license and hash', () => {
  const document = JSON.parse(printed())
  expect(document).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/),
    version: 1,
    metadata: { component: { type: 'application', name: 'trips' } },
  })
  const components = document.components as Component[]
  const shipped = shippedPackages(readLock(repository))
  expect(shipped.length).toBeGreaterThan(350)
  expect(components.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(
    shipped.map(({ name, version }) => `${name} ${version}`).sort(),
  )
  for (const { name, version, purl, type, hashes, licenses } of components) {
    expect(type).toBe('library')
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`)
    expect(hashes, name).toEqual([
      { alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) },
    ])
    const [first] = licenses
    expect(first?.expression ?? first?.license?.id ?? first?.license?.name, name).toBeTruthy()
  }
  const own = document.metadata.component['bom-ref']
  const refs = [own, ...components.map((one) => one['bom-ref'])]
  const dependencies = document.dependencies as { ref: string; dependsOn: string[] }[]
  expect(dependencies.map(({ ref }) => ref).sort()).toEqual(refs.sort())
  for (const { dependsOn } of dependencies) expect(refs).toEqual(expect.arrayContaining(dependsOn))
}, 60_000)
