/**
 * Undocumented behaviour of packages that the service relies on: it refuses to start without it.
 */
import description from '../../package.json' with { type: 'json' }

const versions: Record<string, string> = {
  ...description.devDependencies,
  ...description.dependencies,
  node: process.version,
}

/** Throws unless `holds`, with a message for the person who upgraded the package. */
export function reliesOn(name: string, holds: unknown, what: string): asserts holds {
  if (holds) return
  throw new Error(
    `${name} ${versions[name]} cannot be used: this service relies on that ${what}. ` +
      `Go back to the version before, or change what relies on it.`,
  )
}
