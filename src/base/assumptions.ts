/** What a package does without promising it: the service does not start where it no longer does. */
import description from '../../package.json' with { type: 'json' }

const versions: Record<string, string> = {
  ...description.devDependencies,
  ...description.dependencies,
  node: process.version,
}

/** Throws, with a sentence for those who upgraded the package, unless it `holds`. */
export function reliesOn(name: string, holds: unknown, what: string): asserts holds {
  if (holds) return
  throw new Error(
    `${name} ${versions[name]} cannot be used: this service relies on that ${what}. ` +
      `Go back to the version before, or change what relies on it.`,
  )
}
