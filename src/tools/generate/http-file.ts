/**
 * The OpenAPI document as requests for editors, with recorded examples as bodies:
 * `rest-facade/examples/requests.http`, in the common format of VS Code's REST Client, JetBrains'
 * HTTP Client and httpYac.
 */

interface Operation {
  operationId: string
  summary: string
  tags: readonly [string]
  security: readonly object[]
  requestBody?: { content: { 'application/json': { examples?: Record<string, unknown> } } }
}

/** The parts of the document that are used. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { examples: Record<string, { value: unknown }> }
}

interface Request {
  name: string
  text: string
}

/** The first requests of a new user; all others are in the order of the document. */
const first = ['SignUp', 'LogIn']

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/s$/, '')

/** A path with its parameters as variables; `id` is named after the segment before it. */
const pathWithVariables = (path: string) =>
  path
    .replaceAll(/(\w+)\/\{id\}/g, (_, word: string) => `${word}/{${singular(word)}_id}`)
    .replaceAll(/\{(\w+)\}/g, '{{$1}}')

/** A body with the recorded IDs replaced by variables. */
const bodyWithVariables = (value: unknown) =>
  JSON.stringify(value, null, 2)
    .replaceAll(/"(trip_id|user_id)": \d+/g, '"$1": {{$1}}')
    .replaceAll(/("parent_type": "(\w+)",\s+"parent_id": )\d+/g, '$1{{$2_id}}')

function requestOf(
  document: OpenApiDocument,
  path: string,
  method: string,
  of: Operation,
): Request {
  const json = of.requestBody?.content['application/json']
  const [example = ''] = Object.keys(json?.examples ?? {})
  const body = document.components.examples[example]?.value
  const lines = [
    `### ${of.tags[0]}: ${of.summary}`,
    `# @name ${of.operationId}`,
    `${method.toUpperCase()} {{url}}${pathWithVariables(path)}`,
    ...(of.security.length > 0 ? ['Authorization: Token {{key}}'] : []),
    ...(json ? ['Content-Type: application/json', '', bodyWithVariables(body ?? {})] : []),
  ]
  return { name: of.operationId, text: `${lines.join('\n')}\n` }
}

/** The variables of the requests, with their initial values. */
function variablesOf(requests: readonly Request[]): string {
  const used = requests.flatMap(({ text }) => [...text.matchAll(/\{\{(\w+)\}\}/g)])
  const texts: Record<string, string> = {
    url: 'http://127.0.0.1:3000',
    key: 'the-key-that-LogIn-returns',
    hash: 'the-last-part-of-a-verification-link',
  }
  const ids = used.flatMap(([, name = '']) => (name in texts ? [] : [[name, 1] as const]))
  const values = { ...texts, ...Object.fromEntries(ids.sort()) }
  return Object.entries(values)
    .map(([name, value]) => `@${name} = ${value}\n`)
    .join('')
}

/** The text of the file. Omits `PUT` where `PATCH` does the same. */
export function httpFile(document: OpenApiDocument): string {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !operationId.endsWith('ByPut'))
      .map(([method, operation]) => requestOf(document, path, method, operation)),
  )
  const begin = first.flatMap((name) => all.filter((request) => request.name === name))
  const requests = [...begin, ...all.filter((request) => !begin.includes(request))]
  const head = '# Generated from openapi.json by `npm run generate`; do not edit. See README.md.\n'
  return [head, variablesOf(requests), ...requests.map(({ text }) => text)].join('\n')
}
