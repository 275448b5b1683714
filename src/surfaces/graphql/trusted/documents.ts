/** The trusted documents by ID, read at start-up. */
import type { GraphQLSchema } from 'graphql'
import { type TrustedDocument, trust } from './document.ts'
import { readManifests } from './manifest.ts'

interface Options {
  /** The executable schema, with all steps. */
  schema: GraphQLSchema
  introspection: boolean
  /** Manifests, or folders of manifests. */
  paths: readonly string[]
}

/** Throws WrongManifest for the first unusable document or file. */
export async function trustedDocuments(
  options: Options,
): Promise<ReadonlyMap<string, TrustedDocument>> {
  const { schema, introspection, paths } = options
  const listed = await readManifests(paths)
  const judging = { schema, introspection }
  return new Map(listed.map((one) => [one.id, trust(one, judging)]))
}
