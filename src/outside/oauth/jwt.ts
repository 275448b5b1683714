/** Checks access tokens that are JWTs (RFC 9068) with the server's public keys. */
import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { words } from '../../base/names.ts'
import { type Claims, leeway, type TokenCheck } from './claims.ts'
import { RequestFailed, TokenRefused } from './token-errors.ts'

/** Asymmetric ones only: this service must not be able to issue tokens. */
const algorithms = words('RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519')

/** Errors of the token itself; any other is a failure of the server. */
const faults = [
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
]

export function isJwt(token: string): boolean {
  if (token.split('.').length !== 3) return false
  try {
    return typeof decodeProtectedHeader(token).alg === 'string'
  } catch {
    return false
  }
}

/**
 * The claims of a valid token. Its header may only name a key of the server: `jku`, `x5u`, `jwk`
 * and `x5c` are ignored.
 */
export async function claimsOfJwt(token: string, check: TokenCheck): Promise<Claims> {
  const { metadata, keys } = await check.server()
  if (keys === undefined) throw new TokenRefused('the authorization server publishes no keys')
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms,
      typ: 'at+jwt',
      issuer: metadata.issuer,
      audience: check.audience,
      requiredClaims: ['sub', 'exp'],
      currentDate: new Date(check.now()),
      clockTolerance: leeway,
    })
    return payload
  } catch (error) {
    if (error instanceof RequestFailed) throw error
    if (faults.some((fault) => error instanceof fault)) {
      throw new TokenRefused((error as Error).message)
    }
    check.requests.pause()
    throw new RequestFailed('unusable keys of the authorization server', { cause: error })
  }
}
