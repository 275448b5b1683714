/** The manifests of trusted documents, without which the service does not start. */
import { type Check, failed, ok, sentenceOf } from './checks.ts'

export const trustedManifests: Check = {
  name: 'trusted documents',
  async run({ config: { introspection, trustedDocuments: paths } }) {
    if (paths.length === 0) return undefined
    // Loaded on demand: the schema takes as long as all other checks together.
    const { buildSchema } = await import('../../core/schema.ts')
    const { trustedDocuments } = await import('../../surfaces/graphql/trusted/documents.ts')
    try {
      const { size } = await trustedDocuments({ schema: buildSchema(), introspection, paths })
      return ok(`Trusted documents: ${size}.`)
    } catch (error) {
      return failed(`${sentenceOf(error)} Check TRUSTED_DOCUMENTS.`)
    }
  },
}
