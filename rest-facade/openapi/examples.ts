/**
 * Examples of bodies that the service has accepted and sent. The suite records `examples.json`, and
 * keeps it in step with the service (test/tools/answers, test/tools/recording).
 */
import { existsSync, readFileSync } from 'node:fs'
import { root } from '../../src/base/root.ts'
import type { Schema } from './values.ts'

/** The bodies of one operation; absent ones are left out. */
export interface Recorded {
  request?: unknown
  response?: unknown
}

/** By operation name; refusals by status. */
export type Examples = Readonly<Record<string, Recorded>>

export const examplesPath = 'rest-facade/openapi/examples.json'

/** The recorded examples; a new route has none yet. */
export function readExamples(): Examples {
  const file = new URL(examplesPath, root)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Builds the components, and references to them. */
export class ExampleComponents {
  readonly components: Record<string, Schema> = {}
  readonly #examples: Examples

  constructor(examples: Examples) {
    this.#examples = examples
  }

  /** The examples of these operations, as the `examples` of a media type. */
  of(operations: readonly string[], kind: keyof Recorded): Schema {
    const names = operations.flatMap((operation) => {
      const value = this.#examples[operation]?.[kind]
      if (value === undefined) return []
      const name = kind === 'request' ? `${operation}Body` : operation
      this.components[name] = { value }
      return [name]
    })
    if (names.length === 0) return {}
    const refs = names.map((name) => [name, { $ref: `#/components/examples/${name}` }])
    return { examples: Object.fromEntries(refs) }
  }
}
