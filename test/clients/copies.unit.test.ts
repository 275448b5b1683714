/** What schema/changes.md shows: the files that are tested, and a document with everything. */
import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isUnionType,
  Kind,
  parse,
  validate,
} from 'graphql'
import { describe, expect, it } from 'vitest'

const fileOf = (name: string) => readFileSync(`test/clients/copies/${name}`, 'utf8')
const linesOf = (text: string) => text.trimEnd().split('\n').length
const recipes = ['apollo.ts', 'rxdb.ts', 'tanstack.ts']

describe('changes.md', () => {
  const shown = ['loop.ts', 'page.ts', 'changes.graphql', ...recipes]

  it.each(shown)('shows copies/%s', (name) => {
    const language = name.split('.').at(-1)
    const block = `\n\`\`\`${language}\n${fileOf(name)}\`\`\`\n`
    expect(readFileSync('schema/changes.md', 'utf8')).toContain(block)
  })

  it.each(recipes)('has at most 40 lines of %s', (name) => {
    expect(linesOf(fileOf(name))).toBeLessThanOrEqual(40)
  })

  it('has ten lines of the loop', () => {
    const [, loop = ''] = fileOf('loop.ts').split(/^(?=export async function)/m)
    expect(linesOf(loop)).toBe(10)
  })
})

describe('the document of changes.md', () => {
  const schema = buildSchema(readFileSync('schema/public.graphql', 'utf8'))
  const document = parse(fileOf('changes.graphql'))
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)

  it('is valid', () => {
    expect(validate(schema, document)).toEqual([])
  })

  const selectedOn = (type: string) => {
    const found = fragments.find(({ typeCondition }) => typeCondition.name.value === type)
    const { selections } = (found as FragmentDefinitionNode).selectionSet
    return selections.map((one) => one.kind === Kind.FIELD && one.name.value)
  }
  const valuesOf = (type: GraphQLObjectType) =>
    Object.values(type.getFields()).filter((field) => isLeafType(getNamedType(field.type)))

  /** Long, or valid for minutes. */
  const leftOut: Record<string, string[]> = {
    Document: ['tempReadUrl'],
    Email: ['content', 'safeContent'],
  }
  const union = schema.getType('Changed')
  const kinds = isUnionType(union) ? union.getTypes().filter(({ name }) => name !== 'User') : []

  it.each(kinds.map((type) => [type.name, type] as const))(
    'lists all values of %s',
    (name, type) => {
      const all = valuesOf(type).map((field) => field.name)
      const missing = all.filter((field) => !selectedOn(name).includes(field))
      expect(missing).toEqual(leftOut[name] ?? [])
    },
  )

  it('selects a part of the profile', () => {
    expect(selectedOn('User')).toEqual(expect.arrayContaining(['id', 'name', 'isPremium']))
  })
})
