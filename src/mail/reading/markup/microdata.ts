/** Reads microdata from the elements of a page, and RDFa as far as it has the same structure. */
import { lastWord, listOf, type Node } from './markup.ts'
import { propertyNameOf, propertyOf, schemaTerms } from './property-names.ts'

type Attributes = Readonly<Record<string, string>>

interface Item {
  node: Node
  depth: number
  parent: Item | undefined
  /** The ids of elements elsewhere that belong to it. */
  refs: string[]
}

interface Reading {
  property: string
  item: Item
  depth: number
  text: string
}

const maxItems = 1_000
const maxReadings = 50
const maxTextLength = 20_000
const maxRefs = 100
const maxCopies = 10_000

/** The attribute with the value of a property, by element; for other elements it is the text. */
const valueAttributes: ReadonlyMap<string, string> = new Map([
  ['meta', 'value'],
  ['link', 'href'],
  ['img', 'src'],
  ['object', 'data'],
  ['time', 'datetime'],
  ['data', 'value'],
  ['meter', 'value'],
  ['input', 'value'],
])
/** For a link with another property, mailers mean the text: `<a itemprop="name" href="…">`. */
const isUrl = (property: string) =>
  /^(url|sameAs|image|logo|hasMap|map)$|(Url|Status)$/.test(property)
/** Other elements separate words. */
const isInline = (name: string) =>
  /^(a|abbr|b|bdi|bdo|big|cite|code|data|em|font|i|kbd|mark|meta|link|q|s|small|span|strike|strong|sub|sup|time|tt|u|wbr)$/.test(
    name,
  )

/** Properties of journeys only, and of reservations only. */
const ofJourney =
  /^(flightNumber|trainNumber|busNumber|(departure|arrival)(Time|Airport|Station|BusStop|BoatTerminal))$/
const isJourney = (type: unknown) => /^(Flight|TrainTrip|BusTrip|BoatTrip|Trip)$/.test(String(type))
const ofReservation =
  /^(reservation(Number|Id|Status|For)|underName|(pickup|dropoff)(Time|Location))$/
const isReservation = (type: unknown) => /Reservation$/.test(String(type))

/** Whether it is not an item, but a part of the item that refers to it. */
const isFragment = ({ node }: Item) => node['@type'] === undefined

/** The item that a property belongs to: with unclosed tags, it may be inside a wrong one. */
function ownerOf(property: string, item: Item): Item {
  const fits = ofJourney.test(property)
    ? isJourney
    : ofReservation.test(property)
      ? isReservation
      : undefined
  if (!fits) return item
  for (let one: Item | undefined = item; one && !isFragment(one); one = one.parent) {
    if (fits(one.node['@type'])) return one
  }
  return item
}

function add(node: Node, property: string, value: unknown): void {
  if (property === '__proto__' || value === '') return
  const before = Object.hasOwn(node, property) ? node[property] : undefined
  if (Array.isArray(before)) before.push(value)
  else node[property] = before === undefined ? value : [before, value]
}

const namesIn = (properties: string) =>
  properties
    .split(/\s+/)
    .filter(Boolean)
    .map((name) => propertyOf(name, schemaTerms))

const typesIn = (types: string) => {
  const words = types.split(/\s+/).filter(Boolean)
  const names = words.map((type) => lastWord(propertyNameOf(type, schemaTerms)))
  return names.length > 1 ? names : (names[0] ?? '')
}

/** The ids of elements that items refer to. */
function refsIn(html: string): Set<string> {
  const refs = new Set<string>()
  for (const [, ids = ''] of html.matchAll(/\bitemref\s*=\s*["']?([^"'<>]{1,1000})/gi)) {
    for (const id of ids.split(/\s+/).filter(Boolean)) if (refs.size < maxRefs) refs.add(id)
  }
  return refs
}

/** Receives the elements of one page in order, and collects its items. */
export class Microdata {
  readonly #top: Item[] = []
  readonly #naming: Item[] = []
  readonly #refs: ReadonlySet<string>
  readonly #fragments = new Map<string, Item>()
  #depth = 0
  #item: Item | undefined
  #readings: Reading[] = []

  constructor(html: string) {
    this.#refs = refsIn(html)
  }

  open(name: string, attributes: Attributes): void {
    this.#depth += 1
    if (this.#readings.length > 0 && !isInline(name)) this.text(' ')
    const { id } = attributes
    if (id !== undefined && this.#refs.has(id) && !this.#fragments.has(id)) this.#openFragment(id)
    const type = attributes.itemtype ?? attributes.typeof
    const { itemprop, property, rel } = attributes
    const isItem = type !== undefined || attributes.itemscope !== undefined
    if (!isItem && (itemprop ?? property) === undefined) return
    const properties = namesIn(itemprop ?? property ?? (attributes.typeof && rel) ?? '')
    // Some mail programs remove attributes without a value, such as itemscope.
    if (isItem) {
      this.#openItem(attributes, typesIn(type ?? ''), properties)
    } else if (this.#item) {
      for (const one of properties) this.#openValue(name, attributes, one, this.#item)
    }
  }

  text(text: string): void {
    for (const reading of this.#readings) {
      if (reading.text.length < maxTextLength) reading.text += text.slice(0, maxTextLength)
    }
  }

  close(): void {
    const isOver = ({ depth }: { depth: number }) => depth === this.#depth
    if (this.#readings.length > 0) {
      for (const { item, property, text } of this.#readings.filter(isOver)) {
        add(item.node, property, text.replace(/\s+/g, ' ').trim())
      }
      this.#readings = this.#readings.filter((one) => !isOver(one))
    }
    while (this.#item && isOver(this.#item)) this.#item = this.#item.parent
    this.#depth -= 1
  }

  /** The items that are not values of others. Throws if they share too much. */
  items(): Node[] {
    let copies = 0
    // Inner fragments first, so that they are part of the outer one when that is copied.
    const inOrder = [...this.#naming.filter(isFragment).reverse(), ...this.#naming]
    for (const { node, refs } of new Set(inOrder)) {
      const fragments = refs.map((id) => this.#fragments.get(id)?.node ?? {})
      for (const [property, value] of fragments.flatMap(Object.entries<unknown>)) {
        for (const one of listOf(value)) {
          copies += 1
          if (copies > maxCopies) throw new Error('the markup is too large')
          add(node, property, one)
        }
      }
    }
    return this.#top.map(({ node }) => node)
  }

  /** Opens a fragment, which belongs to the items that refer to it and to its enclosing item. */
  #openFragment(id: string): void {
    const parent = this.#item
    const fragment: Item = { node: {}, depth: this.#depth, parent, refs: [] }
    this.#fragments.set(id, fragment)
    this.#item = fragment
    if (!parent || parent.refs.includes(id)) return
    if (parent.refs.length === 0) this.#naming.push(parent)
    parent.refs.push(id)
  }

  #openItem(attributes: Attributes, type: string | string[], properties: string[]): void {
    const { itemid, resource, itemref = '' } = attributes
    const name = itemid ?? resource
    const node: Node = { '@type': type, ...(name && { '@id': name }) }
    const parent = this.#item
    const refs = itemref.split(/\s+/).filter((id) => this.#refs.has(id))
    const item = { node, depth: this.#depth, parent, refs }
    this.#item = item
    if (refs.length > 0) this.#naming.push(item)
    if (parent && properties.length > 0) {
      for (const property of properties) add(ownerOf(property, parent).node, property, node)
    } else if (this.#top.length < maxItems) this.#top.push(item)
  }

  #openValue(name: string, attributes: Attributes, property: string, around: Item): void {
    const item = ownerOf(property, around)
    const isLink = name === 'a' || name === 'area'
    const place = isLink && isUrl(property) ? 'href' : valueAttributes.get(name)
    const { content, datetime } = attributes
    const value =
      content ?? (place === undefined ? undefined : attributes[place]) ?? datetime ?? undefined
    if (value !== undefined) add(item.node, property, value.trim())
    else if (this.#readings.length < maxReadings) {
      this.#readings.push({ property, item, depth: this.#depth, text: '' })
    }
  }
}
