/**
 * Bounds the work of graphql's own rules. They read the whole document, not only the requested
 * operation, and compare all pairs of fields with the same response key, of fragments, and of
 * operations with their spreads: a quarter of a second even for 2,000 tokens. So these are counted
 * first, and larger documents never reach the rules.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Fragments } from '../../base/fragments.ts'

interface DocumentSize {
  /** Operations and fragments. */
  definitions: number
  /**
   * Maximum selections of one response key in one object of the answer, with fragments expanded.
   */
  repeats: number
  /** Fields and spreads of all operations; a fragment counts once per object of the answer. */
  selections: number
  /** Maximum characters of aliases, which the answer repeats, and of operation names. */
  nameLength: number
}

/** The enclosing fragments, innermost first. */
interface Within {
  readonly fragment: FragmentDefinitionNode
  readonly outer: Within | undefined
}

/** The selection set of a field, an operation or a fragment, with its enclosing fragments. */
interface Selected {
  readonly set: SelectionSetNode | undefined
  readonly within: Within | undefined
}

/** The size of a document, valid or not. Counting stops after `most` selections. */
export function documentSize(
  document: DocumentNode,
  fragments: Fragments,
  most: number,
): DocumentSize {
  const reached = new Set<FragmentDefinitionNode>()
  const size = { definitions: document.definitions.length, repeats: 0, selections: 0 }
  let nameLength = 0

  /** Counts one object of the answer, from which all of these select. */
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
  // Unused and duplicate definitions are refused, but only after they were compared.
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION || reached.has(definition)) continue
    const within = { fragment: definition, outer: undefined }
    count([{ set: definition.selectionSet, within }])
  }
  return { ...size, nameLength }
}

/** A recursive spread counts as nothing; graphql's own rules refuse the document. */
function isWithin(fragment: FragmentDefinitionNode, within: Within | undefined): boolean {
  for (let around = within; around; around = around.outer) {
    if (around.fragment === fragment) return true
  }
  return false
}
