/** Finds the fields that an operation selects, so that reads fetch no unused columns. */
import {
  type FieldNode,
  type GraphQLResolveInfo,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'

type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'schema'>

/** A step of a path into the selection on this type, for an object of several possible types. */
export const on = (type: string) => `on ${type}`

/** Whether a fragment with this type condition applies to objects of the type. */
function applies(condition = '', type: string, { schema }: Info): boolean {
  return condition === type || !isObjectType(schema.getType(condition))
}

/** By fragments and then node, as documents that share a node may differ in their fragments. */
const known = new WeakMap<Info['fragments'], WeakMap<FieldNode, Map<string, unknown>>>()

function collect(
  set: SelectionSetNode | undefined,
  path: string[],
  info: Info,
  found: Set<string>,
) {
  const [first, ...rest] = path
  const type = first?.startsWith('on ') ? first.slice(3) : undefined
  for (const node of set?.selections ?? []) {
    if (node.kind === 'Field' && type) {
      collect({ kind: Kind.SELECTION_SET, selections: [node] }, rest, info, found)
    } else if (node.kind === 'Field') {
      if (path.length === 0) found.add(node.name.value)
      else if (node.name.value === first) collect(node.selectionSet, rest, info, found)
    } else {
      const fragment = node.kind === 'InlineFragment' ? node : info.fragments[node.name.value]
      if (type && !applies(fragment?.typeCondition?.name.value, type, info)) continue
      collect(fragment?.selectionSet, path, info, found)
    }
  }
}

/** The result of `make` for a selection, cached by document node and key. */
export function ofSelection<Value>(info: Info, key: string, make: () => Value): Value {
  const [node] = info.fieldNodes
  if (!node || info.fieldNodes.length > 1) return make()
  const nodes = known.get(info.fragments) ?? new WeakMap<FieldNode, Map<string, unknown>>()
  known.set(info.fragments, nodes)
  const made = nodes.get(node) ?? new Map<string, unknown>()
  nodes.set(node, made)
  if (!made.has(key)) made.set(key, make())
  return made.get(key) as Value
}

/** The names of the fields selected below `path`, e.g. `selected(info, 'results')`. See `on`. */
export function selected(info: Info, ...path: string[]): Set<string> {
  return ofSelection(info, path.join('.'), () => {
    const found = new Set<string>()
    for (const fieldNode of info.fieldNodes) collect(fieldNode.selectionSet, path, info, found)
    return found
  })
}
