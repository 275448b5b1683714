/**
 * Runs trusted documents in Apollo Server: it finds them parsed and validated, and uses the result
 * of their compiled form, if any, in place of that of graphql-js.
 */
import { type ApolloServerPlugin, HeaderMap } from '@apollo/server'
import type { DocumentNode, GraphQLError } from 'graphql'
import { sha256 } from '../../../base/hashes.ts'
import { shownForm } from '../error-answers.ts'
import { meterOf } from '../limits.ts'
import type { LoggingContext } from '../outcome.ts'
import type { TrustedDocument } from './document.ts'

type Documents = ReadonlyMap<string, TrustedDocument>

/** Finds the parsed documents by the hash of their text. */
export function parsedIn(documents: Documents): (hash: string) => DocumentNode | undefined {
  const parsed = new Map<string, DocumentNode>()
  for (const { text, document } of documents.values()) parsed.set(sha256(text), document)
  return (hash) => parsed.get(hash)
}

const noHead = { headers: new HeaderMap() }

export function runTrusted<C extends LoggingContext>(): ApolloServerPlugin<C> {
  return {
    requestDidStart: async ({ contextValue: context }) => ({
      async responseForOperation({ request, operation }) {
        const { trusted, instead = {} } = context
        const result = operation && (await trusted?.run(context, request.variables ?? {}))
        if (!result) return null
        const { data = null, errors } = result
        instead.errors = errors
        instead.isInDoubt = errors !== undefined && isInDoubt(errors, context)
        const shown = errors && { errors: errors.map(shownForm) }
        return { http: noHead, body: { kind: 'single', singleResult: { data, ...shown } } }
      },
    }),
  }
}

/**
 * Whether graphql-js may find other errors: it stops once a parent is null, while graphql-jit
 * continues. So after a second failure that nulls its parent, and after errors not thrown by a
 * resolver, such as null for a required value.
 */
function isInDoubt(errors: readonly GraphQLError[], context: LoggingContext): boolean {
  const { failures } = meterOf(context).running
  return failures > 1 || errors.some(({ originalError }) => originalError === undefined)
}
