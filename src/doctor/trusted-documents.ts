/** The manifests that `TRUSTED_DOCUMENTS` names: a service with a wrong one does not start. */
import { trustedDocuments } from '../graphql/trusted/documents.ts'
import { WrongManifest } from '../graphql/trusted/manifest.ts'
import { buildSchema } from '../schema.ts'
import { type Check, failed, ok } from './checks.ts'

export const trusted: Check = {
  name: 'trusted documents',
  async run({ config: { introspection, trustedDocuments: paths } }) {
    if (paths.length === 0) return undefined
    try {
      const { size } = await trustedDocuments({ schema: buildSchema(), introspection, paths })
      return ok(`Trusted documents that can be run: ${size}.`)
    } catch (error) {
      if (error instanceof WrongManifest) return failed(`${error.message} Check TRUSTED_DOCUMENTS.`)
      throw error
    }
  },
}
