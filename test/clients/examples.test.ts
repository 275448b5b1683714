/** The two clients that the README shows: they are these files, and they work. */
import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cast } from '../world.ts'
import { listeningService } from './listening.ts'

const url = listeningService()
const text = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

/** Runs an example as `olga`, who owns a trip; what it prints. */
async function printedBy(name: string, key: string): Promise<unknown[][]> {
  vi.stubEnv('TRIPS_URL', url())
  vi.stubEnv('TRIPS_KEY', key)
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import(`./examples/${name}.mts`)
  return log.mock.calls
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('the README: typed clients', () => {
  it.each(['rest.mts', 'graphql.mts', 'trips.graphql', 'codegen.yml'])(
    'shows examples/%s',
    async (name) => {
      const example = await text(`examples/${name}`)
      // In an empty folder, what is generated is beside them.
      const shown = example.replace('../paths', './paths').replace('../generated/', './generated/')
      expect(await text('../../README.md')).toContain(`\n${shown}\`\`\`\n`)
    },
  )

  it('the REST client creates a trip', async () => {
    const { olga } = await cast()
    expect(await printedBy('rest', olga.key)).toEqual([[expect.any(Number), 'Lisbon']])
  })

  it('the GraphQL client lists the trips of its user', async () => {
    const { olga, trip } = await cast()
    const printed = await printedBy('graphql', olga.key)
    expect(printed).toContainEqual([trip.id, expect.any(String)])
  })
})
