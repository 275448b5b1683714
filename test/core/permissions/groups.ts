/** Many requests at a time, as many as an ordinary service has under way. */

const together = 24

/**
 * Runs work for all of them, some at a time. Meanwhile errors have no stacks: thousands of
 * refusals are made whose stacks no one reads, and the tools of the tests map each of their lines.
 */
export async function inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const depth = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    const found: Result[] = []
    for (let from = 0; from < items.length; from += together) {
      found.push(...(await Promise.all(items.slice(from, from + together).map(work))))
    }
    return found
  } finally {
    Error.stackTraceLimit = depth
  }
}
