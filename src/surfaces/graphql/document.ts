/**
 * How much graphql's own rules will have to compare in a document. They read all of it, not only
 * the requested operation, and compare every two fields that are answered under one name, every
 * two fragments, every operation with what it spreads: quadratic, a quarter of a second even for
 * 2,000 tokens. So this is counted first, and larger documents never reach them.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Fragments } from '../../base/fragments.ts'

export interface DocumentSize {
  /** Operations and fragments. */
  definitions: number
  /** How often one name is selected in one object of the answer, fragments written out. */
  repeats: number
  /** Fields and spreads of all operations; in one object of the answer a fragment counts once. */
  selections: number
  /** Of aliases, which the answer repeats, and of operations, in characters. */
  nameLength: number
}

/** Fragments around each other, the innermost first. */
interface Within {
  readonly fragment: FragmentDefinitionNode
  readonly outer: Within | undefined
}

/** The selection of a field, an operation or a fragment, and the fragments around it. */
interface Selected {
  readonly set: SelectionSetNode | undefined
  readonly within: Within | undefined
}

/** The document need not be valid. Counting stops beyond `most` selections. */
export function documentSize(
  document: DocumentNode,
  fragments: Fragments,
  most: number,
): DocumentSize {
  const reached = new Set<FragmentDefinitionNode>()
  const size = { definitions: document.definitions.length, repeats: 0, selections: 0 }
  let nameLength = 0

  /** Counts the object of the answer that all of these together select from. */
  const count = (all: readonly Selected[]): void => {
    size.repeats = Math.max(size.repeats, all.length)
    if (all.every(({ set }) => !set)) return
    const fields = new Map<string, Selected[]>()
    const spread = new Set<FragmentDefinitionNode>()
    const gather = ({ set, within }: Selected): void => {
      for (const node of set?.selections ?? []) {
        if (size.selections > most) return
        size.selections += 1
        if (node.kind === Kind.INLINE_FRAGMENT) gather({ set: node.selectionSet, within })
        else if (node.kind === Kind.FIELD) {
          if (node.alias) nameLength = Math.max(nameLength, node.alias.value.length)
          const key = (node.alias ?? node.name).value
          const selected = { set: node.selectionSet, within }
          const others = fields.get(key)
          if (others) others.push(selected)
          else fields.set(key, [selected])
        } else {
          const fragment = fragments.get(node.name.value)
          if (!fragment || spread.has(fragment) || isWithin(fragment, within)) continue
          spread.add(fragment)
          reached.add(fragment)
          gather({ set: fragment.selectionSet, within: { fragment, outer: within } })
        }
      }
    }
    all.forEach(gather)
    if (size.selections > most) return
    for (const below of fields.values()) count(below)
  }

  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    nameLength = Math.max(nameLength, definition.name?.value.length ?? 0)
    count([{ set: definition.selectionSet, within: undefined }])
  }
  // Unused and duplicate definitions are refused in the end, but read before.
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION || reached.has(definition)) continue
    const within = { fragment: definition, outer: undefined }
    count([{ set: definition.selectionSet, within }])
  }
  return { ...size, nameLength }
}

/** A fragment inside itself counts as nothing; graphql's own rules refuse the document. */
function isWithin(fragment: FragmentDefinitionNode, within: Within | undefined): boolean {
  for (let around = within; around; around = around.outer) {
    if (around.fragment === fragment) return true
  }
  return false
}
