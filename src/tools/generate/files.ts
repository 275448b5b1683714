/** Everything generated from the SDL, the operations and the lock file, by file name. */
import { readFile } from 'node:fs/promises'
import { buildASTSchema, parse } from 'graphql'
import { readExamples } from '../../../rest-facade/openapi/examples.ts'
import { forClients } from '../../../rest-facade/openapi/for-clients.ts'
import { openApiDocument } from '../../../rest-facade/openapi.ts'
import { root } from '../../base/root.ts'
import { allow } from '../../core/permissions/rule.ts'
import { memberOfTrip, signedIn } from '../../core/permissions/rules.ts'
import { limitedFields, optionalFields, publicFields, table } from '../../core/permissions/table.ts'
import { readTypeDefs } from '../../core/schema.ts'
import { licensePage } from '../packages/licenses.mjs'
import { shippedPackages } from '../packages/shipped.mjs'
import { restTypes, typedDocuments } from './clients.ts'
import { httpFile, type OpenApiDocument } from './http-file.ts'
import { mergedSdl } from './merged.ts'
import { withRoutes } from './readme.ts'
import { publicSdl } from './sdl.ts'
import { hotStatements } from './statements.ts'
import { argumentTypes } from './types.ts'

/** The URL of a file, by its path in the repository. */
export const fileUrl = (path: string) => new URL(path, root)

/**
 * Fields that may be refused to authenticated callers; a trip without access is answered with 404
 * instead.
 */
const guardedFields: ReadonlySet<string> = new Set(
  Object.entries(table).flatMap(([type, fields]) =>
    Object.entries(fields)
      .filter(([, rule]) => rule !== allow && rule !== signedIn && rule !== memberOfTrip)
      .map(([field]) => `${type}.${field}`),
  ),
)

/** JSON as Biome formats it: a list of strings on one line if it fits. */
export function json(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replaceAll(
    /^( *)("[^"\n]*": )?\[\n((?: +"(?:[^"\\]|\\.)*",?\n)+) *\](,?)$/gm,
    (whole, indent: string, key: string | undefined, words: string, comma: string) => {
      const line = `${indent}${key ?? ''}[${words.trim().replaceAll(/,\n +/g, ', ')}]${comma}`
      return line.length <= 100 ? line : whole
    },
  )
  return `${text}\n`
}

/** The text of every generated file, by its path in the repository. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const sdl = mergedSdl(parse(readTypeDefs().join('\n')))
  const schema = buildASTSchema(sdl)
  const { version, license } = JSON.parse(await readFile(fileUrl('package.json'), 'utf8'))
  const who = { publicFields, optionalFields }
  const access = { ...who, guardedFields, limitedFields }
  const examples = readExamples()
  const document = openApiDocument({ schema, version, license, examples, ...access })
  const readme = await readFile(fileUrl('rest-facade/README.md'), 'utf8')
  const sent = ['documents.graphql', 'copies/changes.graphql'].map((name) =>
    readFile(fileUrl(`test/clients/${name}`), 'utf8'),
  )
  const documents = (await Promise.all(sent)).join('\n')
  const lock = await readFile(fileUrl('package-lock.json'), 'utf8')
  return new Map([
    ...(await typedDocuments(sdl, documents, 'test/clients/generated')),
    ['schema/public.graphql', publicSdl(sdl)],
    ['src/operations/licenses.md', licensePage(shippedPackages(lock))],
    ['src/core/store/statements.sql', await hotStatements(schema)],
    ['src/generated/types.ts', await argumentTypes(sdl)],
    ['rest-facade/openapi.json', json(document)],
    ['rest-facade/openapi-clients.json', json(forClients(document))],
    ['rest-facade/examples/requests.http', httpFile(document as unknown as OpenApiDocument)],
    ['test/clients/paths.d.ts', await restTypes(document)],
    ['rest-facade/README.md', withRoutes(readme, { schema, ...who })],
  ])
}

/** The paths of missing and outdated files. */
export async function staleFiles(files: ReadonlyMap<string, string>): Promise<string[]> {
  const read = (path: string) => readFile(fileUrl(path), 'utf8').catch(() => undefined)
  const found = await Promise.all(
    [...files].map(async ([path, text]) => ((await read(path)) === text ? [] : [path])),
  )
  return found.flat()
}
