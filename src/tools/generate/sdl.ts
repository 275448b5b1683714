/** `schema/public.graphql`: the whole SDL in one file and one order, for reviews and front-ends. */
import { type ASTNode, type DocumentNode, isTypeDefinitionNode, Kind, print, visit } from 'graphql'

interface Named {
  readonly name: { readonly value: string }
}

const byName = (a: Named, b: Named) => Number(a.name.value > b.name.value) || -1

function sorted<Node extends Named>(nodes: readonly Node[] | undefined): readonly Node[] {
  return [...(nodes ?? [])].sort(byName)
}

/** Sorts the parts of a node whose order is insignificant. Directives keep their order. */
function withSortedParts(node: ASTNode): ASTNode | undefined {
  switch (node.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION:
      return { ...node, fields: sorted(node.fields) }
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      return { ...node, fields: sorted(node.fields) }
    case Kind.FIELD_DEFINITION:
    case Kind.DIRECTIVE_DEFINITION:
      return { ...node, arguments: sorted(node.arguments) }
    case Kind.ENUM_TYPE_DEFINITION:
      return { ...node, values: sorted(node.values) }
    case Kind.UNION_TYPE_DEFINITION:
      return { ...node, types: sorted(node.types) }
    default:
      return undefined
  }
}

/**
 * The text of `public.graphql`. Printed from the syntax tree, because the printer of schema objects
 * omits directives on input, which tell clients limits and required fields.
 */
export function publicSdl(sdl: DocumentNode): string {
  const directives = sdl.definitions.filter(({ kind }) => kind === Kind.DIRECTIVE_DEFINITION)
  const types = sdl.definitions.filter(isTypeDefinitionNode)
  if (directives.length + types.length < sdl.definitions.length) {
    throw new Error('schema/: only definitions of types and directives can be merged')
  }
  const definitions = [...sorted(directives as (ASTNode & Named)[]), ...sorted(types)]
  const whole = { kind: Kind.DOCUMENT, definitions } as DocumentNode
  const text = print(visit(whole, { leave: withSortedParts }))
  return `# Generated from schema/*.graphql by \`npm run generate\`; do not edit.\n\n${text}\n`
}
