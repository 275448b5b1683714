/** schema.org markup in HTML: JSON-LD and microdata, both as plain objects with `@type`. */
import { Parser } from 'htmlparser2'
import { parseLenient } from './lenient-json.ts'

export type Node = { [key: string]: unknown }

const mostNodes = 1_000
const deepestNode = 20
/** Values and parts of nodes; a message of a hundred legs has a tenth of that. */
const mostParts = 100_000
const mostReadings = 50
/** Open tags; the time to read them grows with the square of it. */
const deepestTag = 500
const longestText = 20_000

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One value, a list of them, or none: as a list. */
export const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

interface Item {
  node: Node
  depth: number
  /** The property of the item around it that it is the value of. */
  property: string
  parent: Item | undefined
}

interface Reading {
  property: string
  item: Item
  depth: number
  text: string
}

/** Where the value of a property lies, by element; everywhere else it is the text. */
const valueAttributes: Readonly<Record<string, string>> = {
  meta: 'content',
  link: 'href',
  a: 'href',
  img: 'src',
  time: 'datetime',
  data: 'value',
}

const lastWord = (type: string) => type.trim().split(/\s+/)[0]?.split(/[/#]/).at(-1) ?? ''

function add(node: Node, properties: string, value: unknown): void {
  for (const property of properties.split(/\s+/).filter(Boolean)) {
    const name = lastWord(property)
    if (name === '__proto__') continue
    const before = node[name]
    if (Array.isArray(before)) before.push(value)
    else node[name] = before === undefined ? value : [before, value]
  }
}

/** Walks the HTML once; broken HTML is read as browsers read it. */
class Collector {
  readonly found: Node[] = []
  #depth = 0
  #item: Item | undefined
  #readings: Reading[] = []
  #script: string | undefined

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'script') {
      this.#script = /^application\/ld\+json\b/i.test(attributes.type?.trim() ?? '')
        ? ''
        : undefined
    }
    this.#depth += 1
    if (this.#depth > deepestTag) throw new Error('the tags are nested too deeply')
    const property = attributes.itemprop ?? ''
    if (attributes.itemscope !== undefined) this.#openItem(attributes, property)
    else if (property && this.#item) this.#openValue(name, attributes, property, this.#item)
  }

  text(data: string): void {
    if (this.#script !== undefined) this.#script += data
    else {
      for (const reading of this.#readings) {
        if (reading.text.length < longestText) reading.text += data.slice(0, longestText)
      }
    }
  }

  close(name: string): void {
    if (name === 'script' && this.#script !== undefined) {
      this.#addJson(this.#script)
      this.#script = undefined
    }
    for (const { item, property, text } of this.#readings.filter(
      ({ depth }) => depth === this.#depth,
    )) {
      add(item.node, property, text.replace(/\s+/g, ' ').trim())
    }
    this.#readings = this.#readings.filter(({ depth }) => depth < this.#depth)
    if (this.#item?.depth === this.#depth) this.#item = this.#item.parent
    this.#depth -= 1
  }

  #openItem(attributes: Record<string, string>, property: string): void {
    const node: Node = { '@type': lastWord(attributes.itemtype ?? '') }
    const parent = this.#item
    if (parent && property) add(parent.node, property, node)
    else if (this.found.length < mostNodes) this.found.push(node)
    this.#item = { node, depth: this.#depth, property, parent }
  }

  #openValue(name: string, attributes: Record<string, string>, property: string, item: Item) {
    const value = attributes.content ?? attributes[valueAttributes[name] ?? ''] ?? undefined
    if (value !== undefined) add(item.node, property, value.trim())
    else if (this.#readings.length < mostReadings)
      this.#readings.push({ property, item, depth: this.#depth, text: '' })
  }

  #addJson(text: string): void {
    const value = parseLenient(text)
    for (const node of flattened(value)) if (this.found.length < mostNodes) this.found.push(node)
  }
}

/** The nodes of a JSON-LD text: of arrays and `@graph`s each one. */
function flattened(value: unknown, depth = 0): Node[] {
  if (depth > deepestNode) return []
  if (Array.isArray(value)) return value.flatMap((one) => flattened(one, depth + 1))
  if (!isNode(value)) return []
  const graph = listOf(value['@graph']).flatMap((one) => flattened(one, depth + 1))
  return value['@type'] === undefined ? graph : [value, ...graph]
}

/** The type of a node, without its vocabulary's address; of several the first. */
export function typeOf(node: Node): string {
  const [type] = listOf(node['@type'])
  return typeof type === 'string' ? lastWord(type) : ''
}

/** All top nodes of the markup in a page, in order. */
export function markupIn(html: string): Node[] {
  if (!/ld\+json|itemscope/i.test(html)) return []
  const collector = new Collector()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => collector.open(name, attributes),
      ontext: (data) => collector.text(data),
      onclosetag: (name) => collector.close(name),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.write(html)
  parser.end()
  return resolved(collector.found)
}

/** All top nodes of a list in JSON-LD, in order. Throws for what is no such list. */
export function nodesIn(json: string): Node[] {
  const list: unknown = JSON.parse(json)
  if (!Array.isArray(list) || !list.every(isNode)) throw new Error('this is not a JSON-LD list')
  return resolved(flattened(list).slice(0, mostNodes))
}

/** Nodes that only name another by `@id` are replaced by it. */
function resolved(nodes: Node[]): Node[] {
  const named = new Map<unknown, Node>()
  for (const node of nodes) if (typeof node['@id'] === 'string') named.set(node['@id'], node)
  let parts = 0
  const follow = (value: unknown, depth: number): unknown => {
    if (depth > deepestNode) return undefined
    parts += 1
    // Nodes that name each other grow without end.
    if (parts > mostParts) throw new Error('the markup is too large')
    if (Array.isArray(value)) return value.map((one) => follow(one, depth + 1))
    if (!isNode(value)) return value
    const isReference = Object.keys(value).length === 1 && named.has(value['@id'])
    const node = isReference ? (named.get(value['@id']) as Node) : value
    return Object.fromEntries(
      Object.entries(node).map(([key, inner]) => [key, follow(inner, depth + 1)]),
    )
  }
  return nodes.map((node) => follow(node, 0) as Node)
}
