/** Environment variables that look like misspelt settings (test/operations/doctor). */

/** Prefixes that no other program uses. */
const groups = /^(INBOUND|OAUTH|LIMIT|S3|SMTP|OPERATOR|MAIL)_/

/** A sentence for each unknown name that has such a prefix or resembles the name of a setting. */
export function misspelt(names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      // Short names resemble too many other variables.
      const near = known.find((one) => one.length >= 6 && distance(name.toUpperCase(), one) <= 2)
      if (near) return [`${name} is not a setting; did you mean ${near}?`]
      return groups.test(name) ? [`${name} is not a setting; see .env.example.`] : []
    })
}

/** The edit distance of two words. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [column, its] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === its ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
