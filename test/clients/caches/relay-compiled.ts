/**
 * Relay's compiler and runtime, which `.ci/run` installs: the programs for all platforms that the
 * compiler consists of are 118 MB. RELAY names the folder of the packages.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse, print } from 'graphql'

const folder = process.env.RELAY ?? ''
export const isRelayInstalled = existsSync(join(folder, 'relay-compiler', 'cli.js'))
if (!isRelayInstalled)
  console.info('caches: the tests of Relay are skipped, they need its packages in RELAY')

const schema = fileURLToPath(new URL('../../../schema/public.graphql', import.meta.url))

/** The package `relay-runtime`. */
// biome-ignore lint/suspicious/noExplicitAny: its types are not installed with this repository.
export const runtime = (): any => createRequire(join(folder, '/'))('relay-runtime')

/** What the compiler makes of these operations and the schema, by the name of the operation. */
export async function artifacts(documents: string): Promise<(name: string) => unknown> {
  const home = await mkdtemp(join(tmpdir(), 'relay-'))
  try {
    const config = { src: '.', schema, language: 'javascript', eagerEsModules: false }
    const operations = parse(documents).definitions.map((one) => `graphql\`${print(one)}\`\n`)
    await writeFile(join(home, 'relay.config.json'), JSON.stringify(config))
    await writeFile(join(home, 'caches.js'), operations.join('\n'))
    const compiler = join(folder, 'relay-compiler', 'cli.js')
    await promisify(execFile)(process.execPath, [compiler], { cwd: home })
    const made = join(home, '__generated__')
    const load = createRequire(join(made, '/'))
    const files = (await readdir(made)).map((file) => [file, load(`./${file}`)] as const)
    return (name) => new Map(files).get(`${name}.graphql.js`)
  } finally {
    await rm(home, { recursive: true })
  }
}
