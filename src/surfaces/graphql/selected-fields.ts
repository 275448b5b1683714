/**
 * Collects the fields of a selection as an executor does: by response key, with fragments expanded.
 */
import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

type Values = Readonly<Record<string, unknown>>

/** Whether a selection is included, by its `@skip` and `@include`. */
export const isIncluded = (
  node: { readonly directives?: readonly DirectiveNode[] },
  coerced: Values,
): boolean =>
  getDirectiveValues(GraphQLSkipDirective, node, coerced)?.if !== true &&
  getDirectiveValues(GraphQLIncludeDirective, node, coerced)?.if !== false

/**
 * The fields of a valid document on an object type, which all type conditions of its fragments
 * name.
 */
export function selectedFields(
  set: SelectionSetNode,
  fragments: readonly FragmentDefinitionNode[],
  coerced: Values,
): Map<string, FieldNode[]> {
  const found = new Map<string, FieldNode[]>()
  const spread = new Set<string>()
  const look = (node: SelectionNode): void => {
    if (!isIncluded(node, coerced)) return
    if (node.kind === Kind.FIELD) {
      const key = (node.alias ?? node.name).value
      found.set(key, [...(found.get(key) ?? []), node])
    } else if (node.kind === Kind.INLINE_FRAGMENT) node.selectionSet.selections.forEach(look)
    else if (!spread.has(node.name.value)) {
      spread.add(node.name.value)
      const fragment = fragments.find(({ name }) => name.value === node.name.value)
      fragment?.selectionSet.selections.forEach(look)
    }
  }
  set.selections.forEach(look)
  return found
}
