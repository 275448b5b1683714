/** One definition of each type: what the files of nouns add to `Mutation` goes into it. */
import { type DocumentNode, Kind, type ObjectTypeExtensionNode } from 'graphql'

/** The SDL with every `extend type` as part of the type that it extends. */
export function mergedSdl({ kind, definitions }: DocumentNode): DocumentNode {
  const isExtension = (node: { kind: Kind }): node is ObjectTypeExtensionNode =>
    node.kind === Kind.OBJECT_TYPE_EXTENSION
  const extensions = definitions.filter(isExtension)
  const fieldsAddedTo = (name: string) =>
    extensions.filter((node) => node.name.value === name).flatMap(({ fields = [] }) => fields)
  return {
    kind,
    definitions: definitions
      .filter((node) => !isExtension(node))
      .map((node) =>
        node.kind === Kind.OBJECT_TYPE_DEFINITION
          ? { ...node, fields: [...(node.fields ?? []), ...fieldsAddedTo(node.name.value)] }
          : node,
      ),
  }
}
