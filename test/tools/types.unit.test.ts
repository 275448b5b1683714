/**
 * src/generated/types.ts says what resolvers get. Here it is held against what
 * src/core/input/input.ts, which reads input before them, really hands over.
 */
import { buildSchema, type GraphQLArgument, getNamedType, isInputObjectType, parse } from 'graphql'
import { expect, test } from 'vitest'
import { directive } from '../../src/base/directives.ts'
import { inputReader } from '../../src/core/input/input.ts'
import { readTypeDefs } from '../../src/core/schema.ts'
import { mergedSdl } from '../../src/tools/generate/merged.ts'
import { argumentTypes } from '../../src/tools/generate/types.ts'

const sdl = readTypeDefs().join('\n')
const text = await argumentTypes(mergedSdl(parse(sdl)))

/** A field's line within its interface: `name?: InputMaybe<Scalars['String']['input']>;`. */
function lineOf(type: string, field: string): string {
  const body = text.match(new RegExp(`export interface ${type} \\{([^}]*)\\}`))?.[1] ?? ''
  return body.match(new RegExp(`^ *${field}\\??: .*$`, 'm'))?.[0] ?? ''
}

const inputs = Object.values(buildSchema(sdl).getMutationType()?.getFields() ?? {})
  .flatMap(({ name, args }) => args.map((argument) => [name, argument] as const))
  .filter((pair): pair is readonly [string, GraphQLArgument] =>
    isInputObjectType(getNamedType(pair[1].type)),
  )

test.each(inputs)('types: null and absence in the input of %s', (_, argument) => {
  const type = getNamedType(argument.type)
  if (!isInputObjectType(type)) throw new Error(`${type.name} is not an input object`)
  const read = inputReader(argument)
  const required = read({}).validationErrors ?? {}
  for (const field of Object.values(type.getFields())) {
    const { name } = field
    const line = lineOf(type.name, name)
    expect(line, `${type.name}.${name}`).not.toBe('')
    const mayBeNull = line.includes('OrNull') || line.includes("'JSON'")
    if (read({ [name]: null }).value[name] === null) expect(mayBeNull, line).toBe(true)
    // What one mutation may leave out is optional for all that share the type.
    const isFilledIn = directive(field, 'fallback') !== undefined
    if (!(name in required) && !isFilledIn) expect(line).toContain('?:')
  }
})

test('types: a field with a fallback is always present', () => {
  expect(lineOf('SignUpInput', 'email')).toContain('email:')
})

test('types: fields that every mutation with the input requires are always present', () => {
  expect(lineOf('SignUpInput', 'password')).toContain('password:')
  expect(lineOf('SignUpInput', 'name')).toContain('name?:')
  expect(lineOf('AuthUserInput', 'username')).toContain('username?:')
  expect(lineOf('QueryTripsArgs', 'first')).toContain('first:')
})
