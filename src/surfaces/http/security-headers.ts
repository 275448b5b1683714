/** Security headers for browsers, on every answer. */
import type { Config } from '../../settings/config.ts'

/**
 * The fixed headers; handlers set `content-type`. The strict policy suits JSON; a page that needs
 * more replaces it. HSTS is sent only if the service is reached by https.
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
