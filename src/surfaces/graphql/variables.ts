/** Counts the values in the variables of a request. */

/**
 * Whether the variables have more than `most` values: members of objects and elements of lists, at
 * any depth. graphql may report an error for every value and quotes the input in each, so too many
 * must never reach it.
 */
export function hasMoreValues(variables: object, most: number): boolean {
  let count = 0
  const open: object[] = [variables]
  for (let holder = open.pop(); holder; holder = open.pop()) {
    const values: unknown[] = Array.isArray(holder) ? holder : Object.values(holder)
    count += values.length
    if (count > most) return true
    for (const value of values) {
      if (typeof value === 'object' && value !== null) open.push(value)
    }
  }
  return false
}
