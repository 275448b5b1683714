/**
 * Challenges for refused Bearer tokens (RFC 6750), and the metadata of this service as a protected
 * resource (RFC 9728); neither without an authorization server.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InsufficientScope } from '../../base/errors.ts'
import { baseUrlOf } from './base-url.ts'
import { replyJson } from './json.ts'
import { refuseOtherMethods } from './methods.ts'

const url = '/.well-known/oauth-protected-resource'

interface BearerSettings {
  baseUrl: string | undefined
  publicUrl: string
  oauth:
    | {
        issuer: string
        audience: string
        /** The scopes that are evaluated. */
        scopes: { read: string | undefined; write: string | undefined }
      }
    | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether its token is valid but has none of the required scopes. */
    lacksScope: boolean
  }
}

const isBearer = ({ headers }: FastifyRequest) => /^\s*bearer\b/i.test(headers.authorization ?? '')

/** Records that a token lacks all scopes, so that the challenge says so. */
export async function notingScope<Viewer>(
  request: FastifyRequest,
  find: () => Promise<Viewer>,
): Promise<Viewer> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof InsufficientScope) request.lacksScope = true
    throw error
  }
}

const challenge = (facts: Record<string, string>) =>
  `Bearer ${Object.entries(facts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`

/** Adds challenges to answers that refuse a token, and the route of the metadata. */
export function explainBearers(
  app: FastifyInstance,
  { baseUrl, publicUrl, oauth }: BearerSettings,
): void {
  app.decorateRequest('lacksScope', false)
  const scopes = [oauth?.scopes.read, oauth?.scopes.write].filter((scope) => scope !== undefined)
  app.get(url, (_request, reply) => {
    if (!oauth) return replyJson(reply.code(404), { detail: 'Not found.' })
    return replyJson(reply.header('cache-control', 'public, max-age=3600'), {
      resource: oauth.audience,
      authorization_servers: [oauth.issuer],
      ...(scopes.length > 0 && { scopes_supported: scopes }),
      bearer_methods_supported: ['header'],
    })
  })
  refuseOtherMethods(app, url)
  if (!oauth) return
  app.addHook('onSend', async (request, reply) => {
    const isRefused = reply.statusCode === 401 && reply.hasHeader('www-authenticate')
    if (!isBearer(request) || !(isRefused || request.lacksScope)) return
    const metadata = `${baseUrl ?? baseUrlOf(request) ?? publicUrl}${url}`
    const facts = request.lacksScope
      ? { error: 'insufficient_scope', scope: scopes.join(' ') }
      : { error: 'invalid_token' }
    reply.header('www-authenticate', challenge({ ...facts, resource_metadata: metadata }))
  })
}
