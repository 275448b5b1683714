/** What every answer says to browsers, whoever answers. */
import type { Config } from '../../settings/config.ts'

/**
 * The fixed security headers (`content-type` is the business of who answers). A strict policy: the
 * service's JSON needs nothing, and a page that needs more replaces the header. HSTS is for those
 * who are reached by https only.
 */
export function securityHeaders({ baseUrl }: Pick<Config, 'baseUrl'>): Record<string, string> {
  return {
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
    ...(baseUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
