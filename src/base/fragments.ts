/**
 * The fragments of a GraphQL document by name. The last of a name wins, as when graphql executes
 * it.
 */
import { type DocumentNode, type FragmentDefinitionNode, Kind } from 'graphql'

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

export const fragmentsOf = ({ definitions }: DocumentNode): Fragments =>
  new Map(
    definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  )
