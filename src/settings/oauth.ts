/** The settings of Bearer tokens (test/settings/config). */
import { mapped, matching, oneOf } from '../base/values.ts'
import { isIssuer, printable } from './readers.ts'
import { optionalRow, row, type ValuesOf } from './rows.ts'

/** The form of a scope in RFC 6749. */
const scopeName = matching('must be the name of one scope', (text) =>
  /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(text),
)

export const oauthRows = {
  issuer: optionalRow(
    'OAUTH_ISSUER',
    matching(
      'must be an https URL without query or fragment (http only for this machine)',
      isIssuer,
    ),
    'Issuer URL of the authorization server whose access tokens are accepted. Unset: all bearer ' +
      'tokens are refused.',
  ),
  audience: optionalRow(
    'OAUTH_AUDIENCE',
    printable,
    'Audience (`aud`) that tokens must name. Unset: BASE_URL, or else http://HOST:PORT.',
  ),
  clientId: optionalRow(
    'OAUTH_CLIENT_ID',
    String,
    'Client ID for introspection of opaque tokens (RFC 7662). Unset: only JWTs are accepted.',
  ),
  clientSecret: optionalRow(
    'OAUTH_CLIENT_SECRET',
    String,
    'Client secret that belongs to OAUTH_CLIENT_ID.',
  ),
  audienceMayBeMissing: row(
    'OAUTH_AUDIENCE_MISSING',
    'refused',
    mapped(oneOf('refused', 'accepted'), (word) => word === 'accepted'),
    'Opaque tokens for which introspection reports no audience: refused or accepted. Choose ' +
      'accepted only if the authorization server never reports one.',
  ),
  account: row(
    'OAUTH_ACCOUNT',
    'subject',
    oneOf('subject', 'email'),
    'How a token is mapped to an account: by its subject, which an operator binds (admin command ' +
      '`subject`), or by its verified email address. Choose email only if you trust that server ' +
      'to verify addresses and signup on this service is not public: the addresses of its ' +
      'accounts are not verified.',
  ),
  scopeRead: optionalRow(
    'OAUTH_SCOPE_READ',
    scopeName,
    'Scope of tokens that may only read. With this or OAUTH_SCOPE_WRITE, tokens with neither are ' +
      'refused. Both unset: scopes are not evaluated.',
  ),
  scopeWrite: optionalRow(
    'OAUTH_SCOPE_WRITE',
    scopeName,
    'Scope of tokens that may do everything.',
  ),
}

/** undefined: no token is accepted. */
export function oauthOf(values: ValuesOf<typeof oauthRows>, publicUrl: string) {
  const { issuer, clientId: id, clientSecret: secret, scopeRead, scopeWrite, ...others } = values
  if (issuer === undefined) return undefined
  return Object.freeze({
    ...others,
    issuer,
    scopes: Object.freeze({ read: scopeRead, write: scopeWrite }),
    audience: others.audience ?? publicUrl,
    /** undefined: only JWTs are accepted. */
    client: id === undefined || secret === undefined ? undefined : Object.freeze({ id, secret }),
  })
}
