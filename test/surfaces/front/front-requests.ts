/** A service with settings of its own, as a browser and as other clients ask it. */
import { afterAll, beforeAll } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { db, operatorKey } from '../../world.ts'

/** What Chromium and Firefox send when a person opens an address. */
export const browsers = {
  chromium: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8',
  firefox: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
}

/** Clients that are no browsers, by their `Accept`. */
export const others: Record<string, string | undefined> = {
  'no Accept': undefined,
  curl: '*/*',
  'a JSON client': 'application/json',
  'a GraphQL client': 'application/graphql-response+json, application/json;q=0.9',
  axios: 'application/json, text/plain, */*',
  'JSON before HTML': 'application/json, text/html',
  'HTML with less weight': 'text/html;q=0.5, application/json',
  'HTML refused': 'text/html;q=0, */*',
  'a malformed Accept': ';;q=,,/',
  'no media type': 'html',
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'

/** Asks a service with these settings; `accept` undefined: without that header. */
export function serviceWith(settings: Record<string, string> = {}) {
  let app: Awaited<ReturnType<typeof buildApp>>
  beforeAll(async () => {
    const config = readConfig({ OPERATOR_KEY: operatorKey, ...settings })
    app = await buildApp({ config, db, operatorKey, log: openLog(config, { write: () => {} }) })
  })
  afterAll(() => app.close())
  return async (
    url: string,
    accept?: string,
    { method = 'GET', headers = {} }: { method?: Method; headers?: Record<string, string> } = {},
  ) => {
    const sent = { ...(accept !== undefined && { accept }), ...headers }
    const {
      statusCode,
      headers: answered,
      payload,
    } = await app.inject({ method, url, headers: sent })
    // Each answer has its own.
    const { date: _, 'x-request-id': __, ...rest } = answered
    return { status: statusCode, headers: rest as Record<string, string>, text: payload }
  }
}

/** What a page loads by its own markup. */
export const loadedBy = (markup: string): string[] =>
  [...markup.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url]) => url as string)

/** Of the policy of the pages with scripts. */
export const scriptedPolicy =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; " +
  "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
