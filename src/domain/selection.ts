/** Which fields an operation asks of an object, so that a read fetches no column in vain. */
import type { FieldNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql'

type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>

const known = new WeakMap<FieldNode, Map<string, Set<string>>>()

function collect(
  set: SelectionSetNode | undefined,
  path: string[],
  info: Info,
  found: Set<string>,
) {
  for (const node of set?.selections ?? []) {
    if (node.kind === 'Field') {
      if (path.length === 0) found.add(node.name.value)
      else if (node.name.value === path[0]) collect(node.selectionSet, path.slice(1), info, found)
    } else {
      const fragment = node.kind === 'InlineFragment' ? node : info.fragments[node.name.value]
      collect(fragment?.selectionSet, path, info, found)
    }
  }
}

/** The names of the fields selected below `path`, e.g. `selected(info, 'results')`. */
export function selected(info: Info, ...path: string[]): Set<string> {
  const [node] = info.fieldNodes
  const key = path.join('.')
  const cached = info.fieldNodes.length === 1 && node ? known.get(node)?.get(key) : undefined
  if (cached) return cached
  const found = new Set<string>()
  for (const fieldNode of info.fieldNodes) collect(fieldNode.selectionSet, path, info, found)
  if (node && info.fieldNodes.length === 1) {
    known.set(node, (known.get(node) ?? new Map()).set(key, found))
  }
  return found
}
