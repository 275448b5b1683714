/** Checks opaque access tokens by asking the server (RFC 7662). */
import * as oauth from 'oauth4webapi'
import { type Claims, leeway, type TokenCheck } from './claims.ts'
import { requestOptions, type Server } from './server.ts'
import { RequestFailed, TokenRefused } from './token-errors.ts'

/** The claims of an active token that is meant for this service. */
export async function claimsByIntrospection(token: string, check: TokenCheck): Promise<Claims> {
  const server = await check.server()
  if (server.metadata.introspection_endpoint === undefined) {
    throw new TokenRefused('not a JWT, and the authorization server has no introspection endpoint')
  }
  const claims = await ask(token, server, check)
  const wrong = fault(claims, server.metadata.issuer, check)
  if (wrong) throw new TokenRefused(wrong)
  return claims
}

async function ask(token: string, { metadata }: Server, check: TokenCheck) {
  const { id, secret } = check.client ?? {}
  if (id === undefined || secret === undefined) throw new TokenRefused('not a JWT')
  const client = { client_id: id }
  const methods = metadata.introspection_endpoint_auth_methods_supported
  const byPost = methods?.includes('client_secret_basic') === false
  const proof = byPost ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret)
  try {
    const response = await oauth.introspectionRequest(metadata, client, proof, token, {
      additionalParameters: { token_type_hint: 'access_token' },
      ...requestOptions(metadata.issuer, check.requests),
    })
    return await oauth.processIntrospectionResponse(metadata, client, response)
  } catch (error) {
    if (error instanceof RequestFailed) throw error
    throw new RequestFailed('invalid introspection response', { cause: error })
  }
}

/** Servers also introspect refresh tokens, whose type is missing or different. */
const bearerTypes = new Set(['bearer', 'access_token'])

const hasAudience = (aud: string | string[], ours: string) => [aud].flat().includes(ours)

function fault(claims: oauth.IntrospectionResponse, issuer: string, check: TokenCheck) {
  if (!claims.active) return 'not active'
  const { iss, aud, exp, nbf, token_type: type, token_use: use } = claims
  if (iss !== undefined && iss !== issuer) return 'unexpected "iss"'
  if (aud === undefined && !check.audienceMayBeMissing)
    return 'no "aud" (see OAUTH_AUDIENCE_MISSING)'
  if (aud !== undefined && !hasAudience(aud, check.audience)) return 'unexpected "aud"'
  const seconds = check.now() / 1000
  if (exp !== undefined && !(exp > seconds - leeway)) return 'expired'
  if (nbf !== undefined && !(nbf <= seconds + leeway)) return 'not valid yet'
  if (typeof type !== 'string' || !bearerTypes.has(type.toLowerCase())) return 'not a bearer token'
  if (use !== undefined && use !== 'access_token') return 'not an access token'
  return undefined
}
