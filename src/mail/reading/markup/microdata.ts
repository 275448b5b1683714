/** What the elements of a page say: microdata, and RDFa as far as it is written the same way. */
import { lastWord, listOf, type Node } from './markup.ts'
import { propertyNameOf, propertyOf, schemaTerms } from './property-names.ts'

type Attributes = Readonly<Record<string, string>>

interface Item {
  node: Node
  depth: number
  parent: Item | undefined
  /** The ids of elements that belong to it, wherever they stand. */
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

/** Where the value of a property lies, by element; everywhere else it is the text. */
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
/** Of a link with another property, mailers mean the text: `<a itemprop="name" href="…">`. */
const isUrl = (property: string) =>
  /^(url|sameAs|image|logo|hasMap|map)$|(Url|Status)$/.test(property)
/** Text on both sides of these is not one word. */
const isInline = (name: string) =>
  /^(a|abbr|b|bdi|bdo|big|cite|code|data|em|font|i|kbd|mark|meta|link|q|s|small|span|strike|strong|sub|sup|time|tt|u|wbr)$/.test(
    name,
  )

/** Properties that only journeys have, and those that only reservations have. */
const ofJourney =
  /^(flightNumber|trainNumber|busNumber|(departure|arrival)(Time|Airport|Station|BusStop|BoatTerminal))$/
const isJourney = (type: unknown) => /^(Flight|TrainTrip|BusTrip|BoatTrip|Trip)$/.test(String(type))
const ofReservation =
  /^(reservation(Number|Id|Status|For)|underName|(pickup|dropoff)(Time|Location))$/
const isReservation = (type: unknown) => /Reservation$/.test(String(type))

/** Not an item, but what belongs to one that names it. */
const isFragment = ({ node }: Item) => node['@type'] === undefined

/** The item that a property belongs to: where tags are not closed, it stands inside a wrong one. */
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

/** The elements that items name as theirs. */
function refsIn(html: string): Set<string> {
  const refs = new Set<string>()
  for (const [, ids = ''] of html.matchAll(/\bitemref\s*=\s*["']?([^"'<>]{1,1000})/gi)) {
    for (const id of ids.split(/\s+/).filter(Boolean)) if (refs.size < maxRefs) refs.add(id)
  }
  return refs
}

/** Takes the elements of one page in order, and has its items at the end. */
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
    // Mail programs remove attributes without a value, such as itemscope.
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
    for (const { item, property, text } of this.#readings.filter(isOver)) {
      add(item.node, property, text.replace(/\s+/g, ' ').trim())
    }
    if (this.#readings.length > 0) this.#readings = this.#readings.filter((one) => !isOver(one))
    while (this.#item && isOver(this.#item)) this.#item = this.#item.parent
    this.#depth -= 1
  }

  /** The items that are no value of another one. Throws where they share too much. */
  items(): Node[] {
    let copies = 0
    // A fragment in another one is part of it before that is copied.
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

  /** What belongs to the items that name it, and to the one that it stands in. */
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
