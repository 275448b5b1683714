/** `fields` and `fields!`: which keys of an item are answered (test/spec/01.7). */

/** A query value as Fastify reads it: repeated keys are an array. */
export type QueryValue = string | string[] | undefined

/** The names of a comma list, over repeated keys; undefined if there are none. */
function names(value: QueryValue): Set<string> | undefined {
  const list = [value ?? []].flat().flatMap((text) => text.split(','))
  const found = new Set(list.map((name) => name.trim()).filter((name) => name !== ''))
  return found.size > 0 ? found : undefined
}

/** The keys of one item, in an operation with field filtering. */
export interface Keys {
  /** Those that are answered by default, ... */
  shown: ReadonlySet<string>
  /** ... and all others. */
  named: ReadonlySet<string>
}

export interface Filter {
  /** Whether to keep it. */
  keeps(key: string): boolean
}

/** The filter a query asks for; undefined if the answer stays whole, or is not filtered at all. */
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

/** The body with its items filtered: those in `results`, or itself. */
export function filterBody(body: Item, filter: Filter): Item {
  const { results } = body
  return Array.isArray(results)
    ? { ...body, results: results.map((item) => filterItem(item, filter)) }
    : filterItem(body, filter)
}
