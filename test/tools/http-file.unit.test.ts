/** The requests that editors send are those that the OpenAPI document describes. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { described, mismatches } from './document.ts'

const text = readFileSync('rest-facade/examples/requests.http', 'utf8')
const variables = Object.fromEntries(
  [...text.matchAll(/^@(\w+) = (.+)$/gm)].map(([, name, value]) => [name, value]),
)

/** The requests of the file, with variables filled in, as a client of this format reads them. */
const requests = text
  .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`the variable ${name} is not set`)
    return value
  })
  .split(/^### /m)
  .slice(1)
  .map((part) => {
    const [head = '', body] = part.split(/\n\n/)
    const [, , line = '', ...headers] = head.split('\n')
    const [method, url = ''] = line.split(' ')
    const [, name] = /^# @name (\w+)$/m.exec(head) ?? []
    return { name, method, path: new URL(url).pathname, headers, body: body?.trim() }
  })

describe('rest-facade/examples/requests.http', () => {
  const expected = described.filter(({ operationId }) => !operationId.endsWith('ByPut'))

  it('has a request for each operation, except PUT besides PATCH; signup and login come first', () => {
    const names = requests.map(({ name }) => name)
    expect([...names].sort()).toEqual(expected.map(({ operationId }) => operationId).sort())
    expect(names.slice(0, 2)).toEqual(['SignUp', 'LogIn'])
  })

  it.each(requests.map((one) => [one.name, one] as const))('%s', (name, request) => {
    const operation = expected.find(({ operationId }) => operationId === name)
    if (!operation) throw new Error(`there is no operation ${name}`)
    const { method, path, security, requestBody } = operation
    const form = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[\\w-]+')}$`)
    expect([request.method, request.path]).toEqual([method, expect.stringMatching(form)])
    expect(request.headers.some((one) => one.startsWith('Authorization: Token '))).toBe(
      security.length > 0,
    )
    expect(request.headers.includes('Content-Type: application/json')).toBe(Boolean(requestBody))
    if (!requestBody) return expect(request.body ?? '').toBe('')
    const { schema } = requestBody.content['application/json']
    expect(mismatches(schema, JSON.parse(request.body ?? ''))).toEqual([])
  })
})
