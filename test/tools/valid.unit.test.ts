/** The document for tools: valid OpenAPI 3.1, with an example of every body. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { type Described, described, document, followed, type Json, mismatches } from './document.ts'

interface Media {
  schema: Json
  example?: unknown
  examples?: Json
}

interface Exemplified {
  place: string
  media: Media
}

const jsonOf = (body: { content?: object } | undefined) =>
  (body?.content as Record<string, Media> | undefined)?.['application/json']

/** The JSON bodies of an operation. */
function bodiesOf({ method, path, requestBody, responses }: Described): Exemplified[] {
  const all = [['request', requestBody] as const, ...Object.entries(responses)]
  return all.flatMap(([name, body]) => {
    const media = jsonOf(body)
    return media ? [{ place: `${method} ${path} ${name}`, media }] : []
  })
}

const bodies = described.flatMap(bodiesOf)

const examplesOf = ({ example, examples = {} }: Media): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples)
    .map((one) => followed(one as Json))
    // That of an empty body is a name alone.
    .filter((one) => 'value' in one)
    .map(({ value }) => value),
]

test('openapi: the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document) as never)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

test('openapi: the validator detects a missing parameter', async () => {
  const broken = structuredClone(document) as unknown as { paths: Json }
  broken.paths['/v2/trips'] = { get: { parameters: [{ in: 'nowhere', name: 'page' }] } }
  const { valid } = await new Validator().validate(broken)
  expect(valid).toBe(false)
})

describe('openapi: examples', () => {
  test('every body has one for each of its forms', () => {
    expect(bodies.length).toBeGreaterThan(500)
    const missing = bodies.filter(({ media }) => examplesOf(media).length === 0)
    expect(missing.map(({ place }) => place)).toEqual([])
    const deleted = bodies.filter(({ media }) => examplesOf(media).length > 1)
    const lists = described.filter((one) => one.parameters.some(({ name }) => name === 'deleted'))
    expect(deleted).toHaveLength(lists.length)
  })

  test('empty answers of moves are documented, with an example', () => {
    const moves = described.filter(({ requestBody }) => {
      const { schema = {} } = jsonOf(requestBody) ?? {}
      return 'update_trip' in ((followed(schema).properties ?? {}) as Json)
    })
    expect(moves).toHaveLength(6)
    for (const { responses } of moves) {
      expect(responses[200]?.description).toMatch(
        /If `update_trip` .* the body is empty: zero bytes/,
      )
      const { examples } = jsonOf(responses[200]) ?? {}
      expect(examples?.Moved).toEqual({ summary: 'Moved: the body is empty.' })
    }
  })

  test('each conforms to its schema, without extra keys', () => {
    const wrong = bodies.flatMap(({ place, media }) =>
      examplesOf(media).flatMap((example) =>
        mismatches(media.schema, example).map(
          ({ instancePath, message, params }) =>
            `${place}${instancePath} ${message} ${JSON.stringify(params)}`,
        ),
      ),
    )
    expect(wrong).toEqual([])
  })
})
