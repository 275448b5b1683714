/** The settings of Bearer tokens (test/process/config). */
import { isIssuer, isVisible, matching, oneOf } from './readers.ts'
import { optionalRow, row, type ValuesOf } from './rows.ts'

export const oauthRows = {
  OAUTH_ISSUER: optionalRow(
    matching('an https URL without query or fragment (http only for this machine)', isIssuer),
    'Issuer URL of the authorization server whose access tokens are accepted. Unset: all bearer ' +
      'tokens are refused.',
  ),
  OAUTH_AUDIENCE: optionalRow(
    matching('printable ASCII characters without spaces', isVisible),
    'Audience (`aud`) that tokens must name. Unset: BASE_URL, or else http://HOST:PORT.',
  ),
  OAUTH_CLIENT_ID: optionalRow(
    String,
    'Client ID for introspection of opaque tokens (RFC 7662). Unset: only JWTs are accepted.',
  ),
  OAUTH_CLIENT_SECRET: optionalRow(String, 'Client secret that belongs to OAUTH_CLIENT_ID.'),
  OAUTH_AUDIENCE_MISSING: row(
    'refused',
    oneOf('refused', 'accepted'),
    'Opaque tokens for which introspection reports no audience: refused or accepted. Choose ' +
      'accepted only if the authorization server never reports one.',
  ),
  OAUTH_ACCOUNT: row(
    'subject',
    oneOf('subject', 'email'),
    'How a token is mapped to an account: by its subject, which an operator binds (admin command ' +
      '`subject`), or by its verified email address. Choose email only if you trust that server ' +
      'to verify addresses and signup on this service is not public: the addresses of its ' +
      'accounts are not verified.',
  ),
}

type Values = ValuesOf<typeof oauthRows>

/** undefined: every token is unknown. */
export function oauthOf(values: Values, publicUrl: string) {
  const { OAUTH_ISSUER: issuer, OAUTH_CLIENT_ID: id, OAUTH_CLIENT_SECRET: secret } = values
  if (issuer === undefined) return undefined
  return Object.freeze({
    issuer,
    audience: values.OAUTH_AUDIENCE ?? publicUrl,
    audienceMayBeMissing: values.OAUTH_AUDIENCE_MISSING === 'accepted',
    /** undefined: tokens that are no JWT are unknown. */
    client: id === undefined || secret === undefined ? undefined : Object.freeze({ id, secret }),
    account: values.OAUTH_ACCOUNT,
  })
}
