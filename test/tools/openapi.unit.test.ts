/** The document by itself: complete, consistent, and sound JSON Schema (OpenAPI 3.1). */
import { buildSchema, Kind, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { pageOperations, routes } from '../../rest-facade/routes.ts'
import { publicFields } from '../../src/core/permissions/table.ts'
import { readTypeDefs } from '../../src/core/schema.ts'
import { described, describedAt, document, followed, type Json, mismatches } from './document.ts'
import { operationBehind } from './recording.ts'

const all = described.map((one) => [`${one.method} ${one.path}`, one] as const)

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap(references)]
}

describe('openapi: the document', () => {
  test('has every row of the route table exactly once, for each of its methods', () => {
    const rows = routes.flatMap(({ route }) => {
      const [methods = '', path = ''] = route.split(' ')
      return methods.split(',').map((method) => `${method} ${path}`)
    })
    expect(all.map(([place]) => place).sort()).toEqual(rows.sort())
    expect(new Set(rows).size).toBe(rows.length)
  })

  test('documents 304 for reads of JSON, with an ETag to send back', () => {
    for (const { method, path, responses } of described) {
      const isJsonRead = method === 'GET' && !path.endsWith('/verify')
      expect('304' in responses, `${method} ${path}`).toBe(isJsonRead)
      expect('etag' in (responses[200]?.headers ?? {}), `${method} ${path}`).toBe(isJsonRead)
      if (isJsonRead) expect(responses[304]?.headers?.etag?.required, path).toBe(true)
    }
  })

  test('gives every response the ID of its request', () => {
    for (const { method, path, responses } of described) {
      for (const [status, { headers }] of Object.entries(responses)) {
        expect(headers?.['x-request-id']?.required, `${method} ${path} ${status}`).toBe(true)
      }
    }
  })

  test('has summaries that are plain text: tools show them without rendering', () => {
    const marked = described.filter(({ summary }) => /[`*<>]/.test(summary))
    expect(marked.map(({ summary }) => summary)).toEqual([])
  })

  test('begins with the first three steps of a new user, before conventions and limits', () => {
    const { description } = document.info
    const items = description.split('\n').filter((line) => /^(\d\.|-|##) /.test(line))
    const heads = items.map((line) =>
      line
        .split(/[:. ]+/)
        .slice(0, 2)
        .join(' '),
    )
    expect(heads.slice(0, 4)).toEqual(['1 Sign', '2 Authorize', '3 Try', '## Conventions'])
    expect(description.slice(0, description.indexOf('##'))).not.toMatch(/at most|MiB|40[45]/)
  })

  test('tags every operation with one noun, and has no unused tag', () => {
    const tagged = described.map(({ tags }) => tags)
    expect(tagged.every((tags) => tags.length === 1)).toBe(true)
    expect([...new Set(tagged.flat())].sort()).toEqual(document.tags.map(({ name }) => name).sort())
  })

  test('defines every object once, and none inline in another or in an operation', () => {
    const inline = (value: unknown, at: string): string[] => {
      if (typeof value !== 'object' || value === null) return []
      const own = 'type' in value && value.type === 'object' ? [at] : []
      return [...own, ...Object.entries(value).flatMap(([key, one]) => inline(one, `${at}.${key}`))]
    }
    const { schemas } = document.components
    expect(inline(document.paths, 'paths')).toEqual([])
    expect(inline(schemas, '').sort()).toEqual(
      Object.keys(schemas)
        .map((name) => `.${name}`)
        .sort(),
    )
  })

  test('has a valid GraphQL document for every route', () => {
    const schema = buildSchema(readTypeDefs().join('\n'))
    for (const { method, path, ...one } of described) {
      const graphql = parse(one['x-graphql-operation'])
      expect(validate(schema, graphql), `${method} ${path}`).toEqual([])
      const [first] = graphql.definitions
      const isRead = first?.kind === Kind.OPERATION_DEFINITION && first.operation === 'query'
      expect(isRead, `${method} ${path}`).toBe(method === 'GET' && !path.endsWith('/verify'))
    }
  })

  test('names its operations uniquely', () => {
    const ids = described.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has no dangling reference and no unused component', () => {
    const used = new Set(references(document))
    for (const $ref of used) expect(followed({ $ref })).toBeDefined()
    for (const [section, components] of Object.entries(document.components)) {
      if (section === 'securitySchemes') continue
      for (const name of Object.keys(components)) {
        expect(used).toContain(`#/components/${section}/${name}`)
      }
    }
  })
})

describe('openapi: one operation', () => {
  test.each(all)('%s declares each parameter of its path, and each name once', (_, one) => {
    const inPath = one.parameters.filter((parameter) => parameter.in === 'path')
    const inQuery = one.parameters.filter((parameter) => parameter.in === 'query')
    const params = [...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(inPath.map(({ name }) => name)).toEqual(params)
    expect(new Set(inQuery.map(({ name }) => name)).size).toBe(inQuery.length)
    const inHeaders = one.parameters.filter((parameter) => parameter.in === 'header')
    expect(inHeaders.map(({ name }) => name)).toEqual([
      ...(one.responses[304] === undefined ? [] : ['If-None-Match']),
      ...(one.responses[412] === undefined ? [] : ['If-Match']),
      ...(one.responses[422] === undefined ? [] : ['Idempotency-Key']),
    ])
    expect(inPath.length + inQuery.length + inHeaders.length).toBe(one.parameters.length)
  })

  test.each(all)('%s has schemas that a validator accepts', (_, one) => {
    const bodies = [one.requestBody, ...Object.values(one.responses)].map(
      (body) => body?.content?.['application/json']?.schema,
    )
    for (const schema of bodies) if (schema) mismatches(schema, {}, 'open')
  })

  test.each(all)('%s says whether credentials are needed', (_, one) => {
    const isProtected = one.security.length > 0
    // The page behind the link of a mail tells with it that there is no such link.
    expect('401' in one.responses).toBe(isProtected || one.path.endsWith('/verify'))
  })
})

describe('openapi: what a row and its operation say', () => {
  const parameters = (method: string, path: string) =>
    describedAt(method, path)
      .parameters.filter((parameter) => parameter.in !== 'header')
      .map(({ name }) => name)
  const statuses = (method: string, path: string) =>
    Object.keys(describedAt(method, path).responses).map(Number)

  test('the routes of public fields are public', () => {
    const open = described.filter(({ security }) => security.length === 0)
    const operations = new Set(open.map((one) => operationBehind(one)))
    expect(operations.size).toBe(publicFields.size - pageOperations.length)
  })

  test('query parameters', () => {
    const filters = ['fields', 'fields!']
    expect(parameters('GET', '/v2/trips')).toEqual([
      ...['page', 'updatedSince', 'deleted'],
      ...filters,
    ])
    const activities = '/v1/trip/{trip_id}/activities'
    expect(parameters('GET', activities)).toEqual([
      ...['trip_id', 'page', 'updatedSince', 'activityType'],
      ...filters,
    ])
    expect(parameters('POST', activities)).toEqual(['trip_id', ...filters])
    expect(parameters('DELETE', '/v1/trips/{id}')).toEqual(['id'])
    expect(parameters('GET', '/v1/me')).toEqual([])
  })

  test('statuses', () => {
    const write = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 503, 507]
    const transportations = '/v1/trip/{trip_id}/transportations'
    expect(statuses('POST', transportations)).toEqual([200, 201, ...write])
    expect(statuses('POST', '/v1/trip/{trip_id}/expenses')).toEqual([201, ...write])
    expect(statuses('GET', '/v2/trips')).toEqual([200, 304, 400, 401, 404, 405, 503])
    const change = [400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 429, 503, 507]
    expect(statuses('PATCH', '/v1/trip/{trip_id}/expense/{id}')).toEqual([200, ...change])
    expect(statuses('POST', '/auth')).toEqual([200, 400, 405, 413, 415, 429, 503, 507])
  })

  test('request bodies: required fields, limits, null, ignored fields', () => {
    const body = (method: string, path: string) =>
      followed(describedAt(method, path).requestBody?.content['application/json'].schema ?? {})
    const create = body('POST', '/v1/trip/{trip_id}/transportations')
    const update = body('PATCH', '/v1/trip/{trip_id}/transportation/{id}')
    expect(create.required).toEqual(['transportation_type'])
    expect(update.required).toBeUndefined()
    expect(create.properties).not.toHaveProperty('update_trip')
    expect(update.properties).toMatchObject({
      update_trip: { type: ['integer', 'null'], minimum: 1 },
      transportation_type: { type: 'string', minLength: 1, maxLength: 255 },
      departure_timezone: { type: ['string', 'null'], maxLength: 64 },
      hidden: { type: 'boolean' },
      departure_at: { type: ['string', 'null'], format: 'date-time' },
      assigned_users: { type: ['array', 'null'] },
      price: {
        description: 'Price in `currency`. Ignored without the permission `can_edit_expenses`.',
      },
    })
  })

  test('answers: extra and missing keys, null and wrong forms are detected', () => {
    const schema = { $ref: '#/components/schemas/Expense' }
    const moment = '2031-04-19T20:00:00Z'
    const dinner = { id: 1, title: '', date: moment, price: 1, currency: '', owner: 1, trip: 1 }
    const { title, ...untitled } = dinner
    expect(mismatches(schema, dinner)).toEqual([])
    for (const wrong of [
      { ...dinner, created_at: moment },
      untitled,
      { ...untitled, title: null },
      { ...untitled, title: [title] },
      { ...dinner, date: '2031-04-19T20:00:00.5Z' },
    ]) {
      expect(mismatches(schema, wrong)).toHaveLength(1)
    }
  })

  test('answers: keys that may be hidden or must be requested are not required', () => {
    const { properties, required } = document.components.schemas.Hosting as {
      properties: Json
      required: string[]
    }
    for (const key of ['price', 'currency', 'sort_order', 'assigned_users']) {
      expect(properties).toHaveProperty(key)
      expect(required).not.toContain(key)
    }
    expect(required).toContain('starts_at')
    expect(properties.starts_at).toEqual({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'Check-in time; null if unknown.',
    })
  })
})
