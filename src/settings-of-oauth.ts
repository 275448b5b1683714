/** The settings of Bearer tokens (test/process/config). */
import { isIssuer, isVisible, matching, oneOf } from './setting-readers.ts'
import { optionalRow, row, type ValuesOf } from './setting-rows.ts'

export const oauthRows = {
  OAUTH_ISSUER: optionalRow(
    matching('an https URL without query (http: this machine only)', isIssuer),
    'The authorization server whose access tokens count as Bearer. Unset: no token does.',
  ),
  OAUTH_AUDIENCE: optionalRow(
    matching('visible ASCII characters without spaces', isVisible),
    'Whom those tokens must be meant for (`aud`). Unset: the public address.',
  ),
  OAUTH_CLIENT_ID: optionalRow(
    String,
    'The client id for asking about tokens that are no JWT. Unset: such tokens are refused.',
  ),
  OAUTH_CLIENT_SECRET: optionalRow(String, 'The secret that goes with OAUTH_CLIENT_ID.'),
  OAUTH_AUDIENCE_MISSING: row(
    'refused',
    oneOf('refused', 'accepted'),
    'Tokens that are no JWT and for which no audience is reported: `refused` or `accepted`.',
  ),
  OAUTH_ACCOUNT: row(
    'subject',
    oneOf('subject', 'email'),
    'What of a token names the account: its `subject`, or its verified `email`.',
  ),
}

type Values = ValuesOf<typeof oauthRows>

/** What is right by itself and wrong together. */
export function contradictionsOfOauth(values: Values): string[] {
  const { OAUTH_CLIENT_ID: id, OAUTH_CLIENT_SECRET: secret } = values
  return (id === undefined) === (secret === undefined)
    ? []
    : ['OAUTH_CLIENT_ID: must be set together with OAUTH_CLIENT_SECRET']
}

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
