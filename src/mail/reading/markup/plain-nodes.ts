/** Normalizes nodes: names without prefixes, unwrapped values, references replaced by nodes. */
import { decodeHTMLStrict } from 'entities'
import { isNode, listOf, type MarkupBudget, maxNodeDepth, type Node } from './markup.ts'
import {
  propertyNameOf,
  propertyOf,
  schemaTerms,
  type Terms,
  termOf,
  termsIn,
  urlOfTerm,
} from './property-names.ts'

function spend(budget: MarkupBudget): void {
  budget.parts -= 1
  // Nodes that refer to each other would grow infinitely.
  if (budget.parts < 0) throw new Error('the markup is too large')
}

/** Decodes text that mailers escape twice: `Caf&eacute;`, or a plus in a time. */
const unescaped = (text: string) => (text.includes('&') ? decodeHTMLStrict(text) : text)

/** A value with the names of the vocabulary; a text with a language or type becomes the text. */
function plain(value: unknown, around: Terms, depth: number, budget: MarkupBudget): unknown {
  if (depth > maxNodeDepth) return undefined
  spend(budget)
  if (typeof value === 'string') return unescaped(value)
  if (Array.isArray(value)) return value.map((one) => plain(one, around, depth + 1, budget))
  if (!isNode(value)) return value
  const context = value['@context']
  const terms = context === undefined ? around : termsIn(context, around)
  const node = new Map<string, unknown>()
  for (const [key, inner] of Object.entries(value)) {
    const name = propertyOf(key, terms)
    if (name === '@context' || name === '@reverse' || name === '__proto__') continue
    if (name === '@type') {
      const types = listOf(inner).filter((type) => typeof type === 'string')
      node.set(
        name,
        types.map((type) => propertyNameOf(type, terms)),
      )
    } else if (name === '@id' && typeof inner === 'string') {
      node.set(name, urlOfTerm(inner, terms))
    } else if (!node.has(name)) node.set(name, plain(inner, terms, depth + 1, budget))
  }
  const wrapped = node.get('@list') ?? node.get('@set')
  if (wrapped !== undefined) return wrapped
  // With a zone, the object is kept.
  if (node.has('@value') && !node.has('timezone')) return node.get('@value')
  return Object.fromEntries(node)
}

/** The nodes in these are top nodes. */
const isOfNodes = (key: string) => key === '@graph' || key === '@included'

/** The nodes of a value, including those in arrays and `@graph`s. */
function flattened(value: unknown, depth = 0): Node[] {
  if (depth > maxNodeDepth) return []
  if (Array.isArray(value)) return value.flatMap((one) => flattened(one, depth + 1))
  if (!isNode(value)) return []
  const inside = [value['@graph'], value['@included']].flatMap(listOf)
  const nodes = inside.flatMap((one) => flattened(one, depth + 1))
  const isGraph = value['@type'] === undefined && inside.length > 0
  return isGraph ? nodes : [value, ...nodes]
}

/** Flattens nested lists. */
const flatListOf = (value: unknown): unknown[] => listOf(value).flatMap(listOf)

const isReference = (node: Node) =>
  typeof node['@id'] === 'string' &&
  Object.keys(node).every((key) => key === '@id' || key === '@type')

/** The nodes of a document by name; null for a name of two different nodes. */
type Named = Map<string, { node: Node; json: string } | null>

function nameAll(value: unknown, named: Named, depth = 0): void {
  if (depth > maxNodeDepth) return
  for (const one of flatListOf(value).filter(isNode)) {
    const id = one['@id']
    if (typeof id === 'string' && !isReference(one)) {
      const json = JSON.stringify(one)
      const isNew = !named.has(id) || named.get(id)?.json === json
      named.set(id, isNew ? { node: one, json } : null)
    }
    for (const inner of Object.values(one)) nameAll(inner, named, depth + 1)
  }
}

/**
 * The name in a pure reference: a node with only an `@id`, or a text such as `#flight` or
 * `_:flight`.
 */
function nameIn(value: unknown): string | undefined {
  if (typeof value === 'string') return /^(#|_:)./.test(value) ? value : undefined
  return isNode(value) && isReference(value) ? String(value['@id']) : undefined
}

/**
 * The top nodes of documents of one page, in order. Nodes that only name another by `@id` are
 * replaced by it; parts of a reservation do not count as reservations. Throws for markup
 * beyond the budget.
 */
export function plainNodes(documents: readonly unknown[], budget: MarkupBudget): Node[] {
  const read = documents.map((document) => plain(document, schemaTerms, 0, budget))
  const ofPage: Named = new Map()
  nameAll(read, ofPage)
  return read.flatMap((document) => {
    const named: Named = new Map()
    nameAll(document, named)
    const follow = (value: unknown, depth: number): unknown => {
      if (depth > maxNodeDepth) return undefined
      spend(budget)
      if (Array.isArray(value)) return value.map((one) => follow(one, depth + 1))
      const name = nameIn(value)
      const meant = name === undefined ? undefined : (named.get(name) ?? ofPage.get(name))?.node
      if (!isNode(value) && !meant) return value
      if (name !== undefined && !meant) return termOf(name) ?? value
      return Object.fromEntries(
        Object.entries(meant ?? (value as Node))
          .filter(([key]) => !isOfNodes(key))
          .map(([key, inner]) => [key, key.startsWith('@') ? inner : follow(inner, depth + 1)]),
      )
    }
    const nodes = flattened(document)
    const parts = new Set(
      nodes.flatMap(({ subReservation }) => flatListOf(subReservation)).map(nameIn),
    )
    const top = nodes.filter((node) => !parts.has(String(node['@id'])))
    const taken = top.slice(0, Math.max(0, budget.nodes))
    budget.nodes -= taken.length
    return taken.map((node) => follow(node, 0) as Node)
  })
}
