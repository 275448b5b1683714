/** `fields` and `fields!`: which keys of an item are answered (test/spec/01.7). */

/** A query value as Fastify reads it; a repeated key is an array. */
export type QueryValue = string | string[] | undefined

/** The names in a comma-separated list, over repeated keys; undefined if there are none. */
function names(value: QueryValue): Set<string> | undefined {
  const list = [value ?? []].flat().flatMap((text) => text.split(','))
  const found = new Set(list.map((name) => name.trim()).filter((name) => name !== ''))
  return found.size > 0 ? found : undefined
}

/** The keys of one item, in an operation with field filtering. */
export interface Keys {
  /** The keys answered by default, ... */
  shown: ReadonlySet<string>
  /** ... and those answered only when named. */
  named: ReadonlySet<string>
}

export interface Filter {
  /** Whether the answer keeps the key. */
  keeps(key: string): boolean
}

/** The filter that a query asks for; undefined if the answer is not filtered. */
export function filterOf(
  { keys }: { keys?: Keys },
  query: Record<string, QueryValue>,
): Filter | undefined {
  const keep = names(query.fields)
  const drop = names(query['fields!'])
  if (!keys || !(keep || drop)) return undefined
  return {
    keeps: (key) => (keep ? keep.has(key) : keys.shown.has(key)) && !drop?.has(key),
  }
}

type Item = Record<string, unknown>

function filterItem(item: Item, { keeps }: Filter): Item {
  return Object.fromEntries(Object.entries(item).filter(([key]) => keeps(key)))
}

/** The body with its items filtered: those in `results`, or the body itself. */
export function filterBody(body: Item, filter: Filter): Item {
  const { results } = body
  return Array.isArray(results)
    ? { ...body, results: results.map((item) => filterItem(item, filter)) }
    : filterItem(body, filter)
}
