/** Merges type extensions into the types that they extend. */
import {
  type DefinitionNode,
  type DocumentNode,
  type EnumTypeExtensionNode,
  Kind,
  type ObjectTypeExtensionNode,
  type UnionTypeExtensionNode,
} from 'graphql'

type Extension = ObjectTypeExtensionNode | EnumTypeExtensionNode | UnionTypeExtensionNode

/** The kind of extension for each kind of type, and the list that it extends. */
const extensionOf: Partial<Record<Kind, { kind: Kind; part: string }>> = {
  [Kind.OBJECT_TYPE_DEFINITION]: { kind: Kind.OBJECT_TYPE_EXTENSION, part: 'fields' },
  [Kind.ENUM_TYPE_DEFINITION]: { kind: Kind.ENUM_TYPE_EXTENSION, part: 'values' },
  [Kind.UNION_TYPE_DEFINITION]: { kind: Kind.UNION_TYPE_EXTENSION, part: 'types' },
}
const isExtension = (node: DefinitionNode): node is Extension =>
  Object.values(extensionOf).some(({ kind }) => kind === node.kind)

/** The SDL with every extension as part of the type that it extends. */
export function mergedSdl({ kind, definitions }: DocumentNode): DocumentNode {
  const extensions = definitions.filter(isExtension)
  const whole = (node: DefinitionNode): DefinitionNode => {
    const extension = extensionOf[node.kind]
    if (!extension || !('name' in node)) return node
    const { part } = extension
    const added = extensions.filter(
      (one) => one.kind === extension.kind && one.name.value === node.name?.value,
    )
    const parts = [node, ...added].flatMap((one) => Reflect.get(one, part) ?? [])
    return added.length > 0 ? ({ ...node, [part]: parts } as DefinitionNode) : node
  }
  return { kind, definitions: definitions.filter((node) => !isExtension(node)).map(whole) }
}
