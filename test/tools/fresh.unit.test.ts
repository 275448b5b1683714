import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { readTypeDefs } from '../../src/core/schema.ts'
import { generatedFiles, staleFiles } from '../../src/tools/generate/files.ts'

const files = await generatedFiles()

test('generated: the checked-in files are those that `npm run generate` would write', async () => {
  expect([...files.keys()].sort()).toEqual([
    'rest-facade/README.md',
    'rest-facade/examples/requests.http',
    'rest-facade/openapi-clients.json',
    'rest-facade/openapi.json',
    'schema/public.graphql',
    'src/core/store/statements.sql',
    'src/generated/types.ts',
    'src/operations/licenses.md',
    'test/clients/generated/graphql.ts',
    'test/clients/generated/persisted-documents.json',
    'test/clients/paths.d.ts',
  ])
  expect(await staleFiles(files), 'run `npm run generate`').toEqual([])
})

test('generated: a file that is missing or edited by hand is named', async () => {
  const edited = new Map(files)
  edited.set('rest-facade/README.md', 'something else')
  edited.set('schema/none.graphql', '')
  expect(await staleFiles(edited)).toEqual(['rest-facade/README.md', 'schema/none.graphql'])
})

test('generated: public.graphql is a schema of the same types, with the directives on input', () => {
  const text = files.get('schema/public.graphql') ?? ''
  const names = (sdl: string) => Object.keys(buildSchema(sdl).getTypeMap()).sort()
  expect(names(text)).toEqual(names(readTypeDefs().join('\n')))
  expect(text).toContain('username: String @filled @text(max: 150, format: USERNAME)')
  expect(text).toContain('@mandatory(fields: ["username", "password"])')
})

test('generated: the README lists every route with the authentication it needs', () => {
  const text = (files.get('rest-facade/README.md') ?? '').replaceAll(/ +/g, ' ')
  expect(text).toContain('| POST | `/v1/signup` | SignUp | none |')
  expect(text).toContain('| PATCH | `/v1/trips/{id}` | UpdateTrip | required |')
})
