/** One definition of each type: what other files add to it goes into it. */
import {
  type DefinitionNode,
  type DocumentNode,
  type EnumTypeExtensionNode,
  Kind,
  type ObjectTypeExtensionNode,
} from 'graphql'

type Extension = ObjectTypeExtensionNode | EnumTypeExtensionNode

const extensionOf: Partial<Record<Kind, Kind>> = {
  [Kind.OBJECT_TYPE_DEFINITION]: Kind.OBJECT_TYPE_EXTENSION,
  [Kind.ENUM_TYPE_DEFINITION]: Kind.ENUM_TYPE_EXTENSION,
}
const isExtension = (node: DefinitionNode): node is Extension =>
  Object.values(extensionOf).includes(node.kind)

/** The SDL with every extension as part of the type that it extends. */
export function mergedSdl({ kind, definitions }: DocumentNode): DocumentNode {
  const extensions = definitions.filter(isExtension)
  const whole = (node: DefinitionNode): DefinitionNode => {
    if (!('name' in node)) return node
    const added = extensions.filter(
      (one) => one.kind === extensionOf[node.kind] && one.name.value === node.name?.value,
    )
    const part = node.kind === Kind.ENUM_TYPE_DEFINITION ? 'values' : 'fields'
    const parts = [node, ...added].flatMap((one) => Reflect.get(one, part) ?? [])
    return added.length > 0 ? ({ ...node, [part]: parts } as DefinitionNode) : node
  }
  return { kind, definitions: definitions.filter((node) => !isExtension(node)).map(whole) }
}
