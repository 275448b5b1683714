/** The trusted documents of a service by ID; read when it starts. */
import type { GraphQLSchema } from 'graphql'
import { type TrustedDocument, trust } from './document.ts'
import { readManifests } from './manifest.ts'

interface Options {
  /** Executable, with all its steps. */
  schema: GraphQLSchema
  introspection: boolean
  /** Manifests, or folders of them. */
  paths: readonly string[]
}

/** Throws WrongManifest for the first document, or file, that cannot be used. */
export async function trustedDocuments(
  options: Options,
): Promise<ReadonlyMap<string, TrustedDocument>> {
  const { schema, introspection, paths } = options
  const listed = await readManifests(paths)
  const judging = { schema, introspection }
  return new Map(listed.map((one) => [one.id, trust(one, judging)]))
}
