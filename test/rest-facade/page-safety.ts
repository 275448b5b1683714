/** What must hold for every page that a link in a mail opens. */
import { createHash } from 'node:crypto'
import fastify from 'fastify'
import { expect } from 'vitest'
import type { RestAnswer } from '../../rest-facade/errors.ts'
import { pages } from '../../rest-facade/pages.ts'
import type { ClientAnswer } from '../client.ts'

/** The pages alone, over an operation that has this answer, or throws. */
export async function pagesWith(answer: Partial<RestAnswer> | Error) {
  const app = fastify()
  app.decorate('serviceName', 'Trips')
  const run = async () => {
    if (answer instanceof Error) throw answer
    return { status: 200, body: { detail: '<b>' }, ...answer }
  }
  await app.register(pages({ operation: () => run }))
  return app
}

/** The page has a policy of its own, with the hash of its style. */
export function expectOwnPolicy({ headers, text }: Pick<ClientAnswer, 'headers' | 'text'>): void {
  const [, style = ''] = text.match(/<style>(.*)<\/style>/s) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers).toMatchObject({
    'content-security-policy':
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; ` +
      "form-action 'self'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  expect(text).not.toMatch(/style=/)
}
