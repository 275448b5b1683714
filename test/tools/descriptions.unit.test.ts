/** The descriptions of the schema: every definition has one, all in one style. */
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { readTypeDefs } from '../../src/core/schema.ts'
import { described, document, type Json } from './document.ts'

interface Described {
  /** `Trip.hostings(first:)`, as GraphQL writes schema coordinates. */
  at: string
  text: string
}
type Named = { name: string; description?: string | null | undefined }

const schema = buildSchema(readTypeDefs().join('\n'))

const entry = (at: string, { description }: Omit<Named, 'name'>): Described => ({
  at,
  text: (description ?? '').replaceAll(/\s+/g, ' '),
})

/** An argument `input` is described by its type. */
const ofArguments = (of: string, args: readonly GraphQLArgument[]) =>
  args.filter(({ name }) => name !== 'input').map((arg) => entry(`${of}(${arg.name}:)`, arg))

function ofMembers(type: GraphQLNamedType): Described[] {
  if (isEnumType(type)) return type.getValues().map((one) => entry(`${type.name}.${one.name}`, one))
  if (!isObjectType(type) && !isInputObjectType(type)) return []
  return Object.values(type.getFields()).flatMap((field) => {
    const at = `${type.name}.${field.name}`
    return [entry(at, field), ...('args' in field ? ofArguments(at, field.args) : [])]
  })
}

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)
const directives = schema.getDirectives().filter((one) => !isSpecifiedDirective(one))
const all: Described[] = [
  ...types.flatMap((type) => [entry(type.name, type), ...ofMembers(type)]),
  ...directives.flatMap((one) => [
    entry(`@${one.name}`, one),
    ...ofArguments(`@${one.name}`, one.args),
  ]),
]

/** The places whose description breaks a rule, with the description. */
const wrong = (isRight: (one: Described) => boolean) =>
  all.filter((one) => !isRight(one)).map(({ at, text }) => `${at}: ${text}`)

describe('schema: descriptions', () => {
  test('every type, field, argument, value and directive has one', () => {
    expect(all.length).toBeGreaterThan(500)
    expect(wrong(({ text }) => text !== '')).toEqual([])
  })

  test('they are sentences or noun phrases: a capital letter or a quoted name, and a period', () => {
    expect(wrong(({ text }) => /^([A-Z]|`).*\.`?$/.test(text))).toEqual([])
  })

  test('they begin without an article', () => {
    expect(wrong(({ text }) => !/^(A|An|The|This) /.test(text))).toEqual([])
  })

  test('mutations and directives begin with a verb', () => {
    const isAction = ({ at }: Described) => /^(Mutation\.\w+|@\w+)$/.test(at)
    expect(wrong((one) => !isAction(one) || /^[A-Z][a-z-]+s /.test(one.text))).toEqual([])
  })

  test('one argument of all lists is described in one way', () => {
    for (const name of ['first', 'page']) {
      const lists = all.filter(({ at }) => at.endsWith(`(${name}:)`) && !at.includes('changes('))
      const texts = lists.map(({ text }) => text)
      expect(texts.length).toBeGreaterThan(10)
      expect(new Set(texts).size, name).toBe(1)
    }
  })

  test('they use the words of the glossary', () => {
    const old = /\b(signs|nobody|somebody|people|complaints?|booking mails?|rights?|answered)\b/i
    expect(wrong(({ at, text }) => !old.test(text) || at.startsWith('@writableWith'))).toEqual([])
  })
})

describe('openapi: descriptions', () => {
  test('every operation has a summary, every parameter and response a description', () => {
    const missing = described.flatMap(({ method, path, ...one }) => {
      const { summary, parameters, responses } = one as unknown as {
        summary?: string
        parameters: Named[]
        responses: Record<string, Omit<Named, 'name'>>
      }
      const texts = [
        summary && `${summary}.`,
        ...parameters.map(({ description }) => description),
        ...Object.values(responses).map(({ description }) => description),
      ]
      return texts.every((text) => /^[A-Z`].*\.$/.test(text ?? '')) ? [] : [`${method} ${path}`]
    })
    expect(missing).toEqual([])
  })

  test('every key of a body has a description', () => {
    const undescribed = (value: unknown, at: string): string[] => {
      if (typeof value !== 'object' || value === null) return []
      const { properties } = value as { properties?: Record<string, Json> }
      const own = Object.entries(properties ?? {})
        .filter(([, schema]) => !schema.description)
        .map(([key]) => `${at}.${key}`)
      const inner = Object.entries(value).flatMap(([key, one]) => undescribed(one, `${at}.${key}`))
      return [...own, ...inner]
    }
    expect(undescribed(document.components.schemas, '')).toEqual([])
  })
})
