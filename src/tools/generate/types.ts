/**
 * `src/generated/types.ts`: the arguments of every field and the input objects, as resolvers
 * receive them. They differ from the SDL, because input has been read by its directives before
 * (src/core/input/input.ts): required fields are present, and most texts are never null.
 */
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import {
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InputObjectTypeDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type TypeNode,
  valueFromASTUntyped,
  visit,
} from 'graphql'
import { capitalized } from '../../base/names.ts'

const scalars: Record<string, string> = {
  Boolean: 'boolean',
  Date: 'string',
  DateTime: 'string',
  Float: 'number',
  Int: 'number',
  JSON: 'unknown',
  Password: 'string',
  String: 'string',
}
/** Suffix of the scalars that represent nullable types for the code generator. */
const orNull = 'OrNull'

type Marked = { readonly directives?: readonly ConstDirectiveNode[] }

function directive(of: Marked, name: string): Record<string, unknown> | undefined {
  const node = of.directives?.find((found) => found.name.value === name)
  const given = node?.arguments?.map(({ name, value }) => [name.value, valueFromASTUntyped(value)])
  return given && Object.fromEntries(given)
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type)
}

const named = (name: string): TypeNode => ({
  kind: Kind.NAMED_TYPE,
  name: { kind: Kind.NAME, value: name },
})

/** Whether null stays null when a field is read; repeats a rule of src/core/input/input.ts. */
function keepsNull(field: InputValueDefinitionNode): boolean {
  if (field.type.kind !== Kind.NAMED_TYPE || directive(field, 'filled')) return false
  switch (field.type.name.value) {
    case 'String': {
      const rule = directive(field, 'text')
      return rule?.orNull === true || rule?.blankIsNull === true
    }
    case 'Int':
      return directive(field, 'number')?.default === undefined
    case 'Float':
    case 'DateTime':
    case 'Date':
      return true
    default:
      return false
  }
}

/** A field of an input object for the code generator: without its default, with explicit null. */
function received(value: InputValueDefinitionNode, type: TypeNode): InputValueDefinitionNode {
  const { kind, name, description } = value
  return { kind, name, type, ...(description && { description }) }
}

type Mandatory = ReadonlyMap<string, ReadonlySet<string>>

/** By input object, the fields that are required wherever it is an argument. */
function mandatoryFields(fields: readonly FieldDefinitionNode[]): Mandatory {
  const found = new Map<string, ReadonlySet<string>>()
  for (const { arguments: args = [] } of fields) {
    for (const argument of args) {
      const required = new Set((directive(argument, 'mandatory')?.fields ?? []) as string[])
      const type = nameOf(argument.type)
      const others = found.get(type) ?? required
      found.set(type, new Set([...required].filter((field) => others.has(field))))
    }
  }
  return found
}

function receivedInput(
  { kind, name, fields = [] }: InputObjectTypeDefinitionNode,
  mandatory: Mandatory,
): InputObjectTypeDefinitionNode {
  return {
    kind,
    name,
    fields: fields.map((field) => {
      const { type } = field
      const isThere =
        mandatory.get(name.value)?.has(field.name.value) || directive(field, 'fallback')
      if (isThere && type.kind !== Kind.NON_NULL_TYPE) {
        return received(field, { kind: Kind.NON_NULL_TYPE, type })
      }
      return received(field, keepsNull(field) ? named(nameOf(type) + orNull) : type)
    }),
  }
}

/** The arguments of one field as an input object: `MutationSignUpArgs`. */
function receivedArguments(type: string, field: FieldDefinitionNode) {
  const name = `${type}${capitalized(field.name.value)}Args`
  return {
    kind: Kind.INPUT_OBJECT_TYPE_DEFINITION as const,
    name: { kind: Kind.NAME as const, value: name },
    fields: field.arguments?.map((argument) => received(argument, argument.type)),
  } as InputObjectTypeDefinitionNode
}

/** The SDL as resolvers see it: input objects, with the enums and scalars that they use. */
function asReceived({ definitions }: DocumentNode): DocumentNode {
  const objects = definitions.filter(
    (node): node is ObjectTypeDefinitionNode => node.kind === Kind.OBJECT_TYPE_DEFINITION,
  )
  const withArguments = objects.flatMap(({ name, fields = [] }) =>
    fields
      .filter((field) => (field.arguments?.length ?? 0) > 0)
      .map((field) => ({ type: name.value, field })),
  )
  const mandatory = mandatoryFields(withArguments.map(({ field }) => field))
  const inputs = [
    ...definitions
      .filter((node) => node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION)
      .map((node) => receivedInput(node, mandatory)),
    ...withArguments.map(({ type, field }) => receivedArguments(type, field)),
  ]
  const used = new Set<string>()
  const seek = { NamedType: ({ name }: { name: { value: string } }) => void used.add(name.value) }
  for (const input of inputs) visit(input, seek)
  const enums = definitions.filter(
    (node) => node.kind === Kind.ENUM_TYPE_DEFINITION && used.has(node.name.value),
  )
  const own = Object.keys(scalars).flatMap((name) => [name, name + orNull])
  const builtIn = new Set(['String', 'Int', 'Float', 'Boolean'])
  const made = own
    .filter((name) => used.has(name) && !builtIn.has(name))
    .map((name) => ({
      kind: Kind.SCALAR_TYPE_DEFINITION as const,
      name: { kind: Kind.NAME as const, value: name },
    }))
  return { kind: Kind.DOCUMENT, definitions: [...made, ...enums, ...inputs] }
}

/** The text of `types.ts`. */
export async function argumentTypes(sdl: DocumentNode): Promise<string> {
  const mapped = Object.entries(scalars).flatMap(([name, type]) => [
    [name, type],
    [name + orNull, `${type} | null`],
  ])
  const text = await codegen({
    schema: asReceived(sdl),
    documents: [],
    filename: 'types.ts',
    pluginMap: { typescript },
    plugins: [{ typescript: {} }],
    config: {
      declarationKind: 'interface',
      enumsAsTypes: true,
      inputMaybeValue: 'T',
      scalars: Object.fromEntries(mapped),
      strictScalars: true,
    },
  })
  return `/** Generated from schema/*.graphql by \`npm run generate\`; do not edit. */\n${text}`
}
