/** Whether an answer is one that the document describes (target H1). */
import {
  type Described,
  described,
  mismatches,
  type Response,
  type Strictness,
} from './document.ts'

/** An answer as it came: the names of its headers in lower case. */
export interface Came {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  text: string
}

// Our own: a test may count how often the service calls JSON.parse (test/spec/01.2).
const { parse } = JSON

/** A placeholder in a path matches what words in the same place do not. */
const byPath = described
  .map((one) => ({ one, shape: new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }))
  .sort((a, b) => a.one.path.split('{').length - b.one.path.split('{').length)

const found = new Map<string, Described | undefined>()

/** The operation at an address; undefined where the document has none. */
function operationAt(method: string, path: string): Described | undefined {
  const place = `${method} ${path}`
  if (!found.has(place)) {
    const matching = byPath.find(({ one, shape }) => one.method === method && shape.test(path))
    found.set(place, matching?.one)
  }
  return found.get(place)
}

function headerProblems({ headers: described = {} }: Response, headers: Came['headers']): string[] {
  return Object.entries(described).flatMap(([name, { required, schema }]) => {
    const text = headers[name]
    if (text === undefined) return required ? [`${name} is missing`] : []
    const value = schema.type === 'integer' ? Number(text) : text
    return mismatches(schema, value).map(({ message }) => `${name}: ${text} ${message}`)
  })
}

function bodyProblems(response: Response, came: Came, strictness?: Strictness): string[] {
  const { content } = response
  if (came.text === '') {
    return content && !response.description.includes('body is empty') ? ['it has no body'] : []
  }
  const type = came.headers['content-type'] ?? 'none'
  const described = content?.[type]
  if (!described) return [`a body of the media type ${type}`]
  if (type !== 'application/json') return []
  const problems = mismatches(described.schema, parse(came.text), strictness)
  return problems.map((one) => `${one.instancePath} ${one.message} ${JSON.stringify(one.params)}`)
}

function statusProblems({ responses }: Described, { status, headers }: Came): string[] {
  const response = responses[status]
  return response ? headerProblems(response, headers) : [`the status ${status}`]
}

/** What the document does not say of an answer; empty if it says all of it. */
export function undescribed(one: Described, came: Came, strictness?: Strictness): string[] {
  const response = one.responses[came.status]
  return [
    ...statusProblems(one, came),
    ...(response ? bodyProblems(response, came, strictness) : []),
  ]
}

/**
 * Throws where the answer to a request is not one that the document describes. Addresses and
 * methods that it does not have are not its affair.
 *
 * @param url path and query, as they were sent
 */
export function assertDescribed(method: string, url: string, came: Came): void {
  const [path = '', query = ''] = url.split('?')
  const isHead = method === 'HEAD'
  const one = operationAt(isHead ? 'GET' : method, path)
  if (!one) return
  const isFiltered = /(^|&)fields(!|%21)?=/.test(query)
  // Without a body, as an answer to HEAD is, only what goes before the body can be judged.
  const problems = isHead
    ? statusProblems(one, came)
    : undescribed(one, came, isFiltered ? 'partial' : 'closed')
  if (problems.length === 0) return
  const text = came.text.slice(0, 300)
  throw new Error(
    `rest-facade/openapi.json does not describe ${problems.join('; ')}, ` +
      `as ${method} ${url.slice(0, 200)} answered: ${came.status} ${text}`,
  )
}
