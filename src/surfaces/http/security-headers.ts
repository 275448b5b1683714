/** The headers that every answer has for browsers. */
import type { Config } from '../../settings/config.ts'

/**
 * The fixed security headers (`content-type` is set by each handler). A strict policy: JSON needs
 * nothing, and a page that needs more replaces the header. HSTS is for services reached by https
 * only.
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
