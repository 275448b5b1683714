/** The document for generators of clients: the same interface, without what they cannot express. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import document from '../../rest-facade/openapi-clients.json' with { type: 'json' }
import { described, followed, type Json } from './document.ts'

interface Operation {
  operationId: string
  parameters: { $ref?: string; name?: string; schema?: Json; content?: Json }[]
  requestBody?: Body
  responses: Record<string, Body>
}

interface Body {
  content?: Record<string, { schema: Json; examples?: Json }>
}

const jsonOf = (body: Body | undefined) => body?.content?.['application/json'] ?? { schema: {} }

const operations = new Map(
  Object.values(document.paths as unknown as Record<string, Record<string, Operation>>)
    .flatMap((methods) => Object.values(methods))
    .map((one) => [one.operationId, one]),
)

function operation(id: string): Operation {
  const found = operations.get(id)
  if (!found) throw new Error(`no operation ${id}`)
  return found
}

/** Every object in a value, with its path. */
function objectsIn(value: unknown, path = ''): [path: string, object: Json][] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, one]) => objectsIn(one, `${path}/${key}`))
  return Array.isArray(value) ? inner : [[path, value as Json], ...inner]
}

const schemas = objectsIn(document).filter(([path]) => !path.includes('/properties/properties'))

describe('openapi: the document for generators of clients', () => {
  test('is valid OpenAPI 3.0', async () => {
    const validator = new Validator()
    const { errors } = await validator.validate(structuredClone(document) as never)
    expect(errors).toBeUndefined()
    expect(validator.version).toBe('3.0')
  })

  test('has every operation', () => {
    expect([...operations.keys()]).toEqual(described.map(({ operationId }) => operationId))
  })

  test('has no union, no list of types, and no constant', () => {
    const refused = schemas.filter(
      ([, one]) => one.anyOf || one.oneOf || Array.isArray(one.type) || 'const' in one,
    )
    expect(refused.map(([path]) => path)).toEqual([])
  })

  test('has patterns that every language supports', () => {
    const patterns = schemas.flatMap(([, { pattern }]) =>
      typeof pattern === 'string' ? pattern : [],
    )
    expect(patterns.length).toBeGreaterThan(3)
    for (const pattern of patterns) {
      // Java, Python, Go and JavaScript agree on all that is left.
      expect(pattern).not.toMatch(/\\[pPuxdbBAzZ]|\(\?/)
    }
  })

  test('names the parameters of an operation differently in every language', () => {
    for (const { operationId, parameters } of operations.values()) {
      // A generator that ignores `content` has but one parameter of the name `fields`.
      const names = parameters.flatMap(({ $ref, name = $ref ?? '', content }) =>
        content ? [] : name.replace(/.*\//, '').replaceAll(/\W/g, '').toLowerCase(),
      )
      expect(new Set(names).size, operationId).toBe(names.length)
    }
  })

  test('a list is a page of its objects', () => {
    const { responses } = operation('ListTripsV2')
    const body = responses[200]?.content?.['application/json']
    expect(body).toEqual({ schema: { $ref: '#/components/schemas/TripV2Page' } })
    expect(document.components.schemas).not.toHaveProperty('TombstonePage')
  })

  test('describes recorded requests and answers of every operation', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'document', components: document.components })
    const wrong: string[] = []
    let count = 0
    for (const { operationId, requestBody, responses } of described) {
      const bodies = { request: requestBody, ...responses }
      const plain = operation(operationId)
      const simple: Record<string, Body | undefined> = {
        request: plain.requestBody,
        ...plain.responses,
      }
      for (const [place, body] of Object.entries(bodies)) {
        const { examples = {} } = jsonOf(body)
        const name = Object.keys(examples).find((one) => !one.startsWith('Deleted'))
        if (name === undefined) continue
        const schema = JSON.stringify(jsonOf(simple[place]).schema)
        const based = JSON.parse(schema.replaceAll('"#/components/', '"document#/components/'))
        count += 1
        const { value } = followed(examples[name] as Json)
        if (!ajv.validate(based, value)) wrong.push(`${operationId} ${place} ${ajv.errorsText()}`)
      }
    }
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(120)
  })

  test('no empty response hides the type of what is created', () => {
    for (const { operationId, responses } of operations.values()) {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      expect(successes, operationId).toHaveLength(1)
    }
    expect(Object.keys(operation('CreateTrip').responses)[0]).toBe('201')
    expect(Object.keys(operation('DeleteTrip').responses)[0]).toBe('204')
  })
})
