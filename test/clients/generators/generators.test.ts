/**
 * Generators of clients that exist, each over the document of a running service: none leaves an
 * operation out, and the client of each compiles and does what `story.ts` says.
 */
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { described } from '../../tools/document.ts'
import { listeningService } from '../listening.ts'
import { environment, story } from './story.ts'
import { run, tools } from './tools.ts'

const timeout = 5 * 60_000
const url = listeningService({ LIMIT_SIGNUP: '1000000' })
const document = () => `${url()}/openapi-clients.json`

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const installed = (name: string) => here(`../../../node_modules/.bin/${name}`)

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trips-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** All files below a folder as one text. */
async function textOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

const snakeCase = (id: string) => id.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
const camelCase = (id: string) => id.charAt(0).toLowerCase() + id.slice(1)

/** Each operation of the document is a function, which is the group of a pattern in the client. */
function expectEveryOperation(client: string, pattern: RegExp, inCase = (id: string) => id): void {
  const functions = [...client.matchAll(pattern)].map(([, name]) => name)
  expect(functions.sort()).toEqual(described.map((one) => inCase(one.operationId)).sort())
}

/** Runs what drives a client; it must print the story. */
async function expectStory(program: string, words: string[], cwd: string): Promise<void> {
  const env = { ...environment(url()), PYTHONPATH: cwd }
  expect(JSON.parse(await run(program, words, { cwd, env }))).toEqual(story)
}

describe.skipIf(tools.openApiGenerator === '')('clients: openapi-generator', () => {
  async function generate(folder: string, language: string, words: string[]): Promise<void> {
    // Less work for a program that ends soon, and no files that no test reads.
    const java = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-jar', tools.openApiGenerator]
    const without = ['apiDocs', 'modelDocs', 'apiTests', 'modelTests'].map((one) => `${one}=false`)
    const files = ['apis', 'models', 'supportingFiles', ...without].join()
    const what = ['-i', document(), '-g', language, '--global-property', files]
    await run('java', [...java, 'generate', ...what, ...words], { cwd: folder })
  }

  it.skipIf(tools.python === '')('python', { timeout }, async () => {
    const folder = await temporaryFolder()
    await generate(folder, 'python', ['--package-name', 'trips_client'])
    expectEveryOperation(
      await textOf(join(folder, 'trips_client/api')),
      /def (\w+)_with_http_info\(/g,
      snakeCase,
    )
    await run(tools.python, ['-m', 'compileall', '-q', 'trips_client'], { cwd: folder })
    await expectStory(tools.python, [here('openapi_generator.py')], folder)
  })

  it('typescript-fetch', { timeout }, async () => {
    const folder = await temporaryFolder()
    await cp(here('typescript'), folder, { recursive: true })
    const names = ['--parameter-name-mappings', 'fields!=fieldsLeftOut']
    await generate(folder, 'typescript-fetch', ['-o', 'client', ...names])
    const client = await textOf(join(folder, 'client/apis'))
    expectEveryOperation(client, /async (\w+)Raw\(/g, camelCase)
    const types = ['--typeRoots', here('../../../node_modules/@types')]
    await run(installed('tsc'), ['-p', '.', ...types], { cwd: folder })
    const bundle = ['drive.ts', '--bundle', '--platform=node', '--format=esm']
    await run(installed('esbuild'), [...bundle, '--outfile=drive.mjs'], { cwd: folder })
    await expectStory(process.execPath, ['drive.mjs'], folder)
  })
})

describe.skipIf(tools.python === '')('clients: openapi-python-client', () => {
  it('generates a client that works', { timeout }, async () => {
    const folder = await temporaryFolder()
    const client = ['--url', document(), '--meta', 'none', '--output-path', 'trips_client']
    const module = ['-m', 'openapi_python_client', 'generate', '--fail-on-warning', ...client]
    // It formats its code with a program beside Python.
    const env = { PATH: `${dirname(tools.python)}:${process.env.PATH}` }
    await run(tools.python, module, { cwd: folder, env })
    const files = await readdir(join(folder, 'trips_client/api'), { recursive: true })
    expectEveryOperation(files.join('\n'), /^\w+\/(?!__init__)(\w+)\.py$/gm, snakeCase)
    await run(tools.python, ['-m', 'compileall', '-q', 'trips_client'], { cwd: folder })
    await expectStory(tools.python, [here('openapi_python_client.py')], folder)
  })
})

describe.skipIf(tools.oapiCodegen === '')('clients: oapi-codegen', () => {
  it('generates a client that works', { timeout }, async () => {
    const folder = await temporaryFolder()
    await cp(here('go'), folder, { recursive: true })
    const client = ['-generate', 'types,client', '-package', 'client', '-o', 'client/client.go']
    await run(tools.oapiCodegen, [...client, document()], { cwd: folder })
    const text = await textOf(join(folder, 'client'))
    const name = /^func \(c \*ClientWithResponses\) (\w+?)(?<!WithBody)WithResponse\(/gm
    expectEveryOperation(text, name)
    // What it imports is there: `.ci/run` has downloaded it.
    const env = { GOFLAGS: '-mod=readonly', GOPROXY: 'off', GOTOOLCHAIN: 'local' }
    await run('go', ['build', '-o', 'drive', '.'], { cwd: folder, env })
    await expectStory(join(folder, 'drive'), [], folder)
  })
})
