/** `GET /docs`: Swagger UI, showing `/openapi.json` (test/surfaces/front/docs). */
import type { FastifyInstance } from 'fastify'
import { html } from '../http/html.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import { type Assets, packageAssets } from './assets.ts'
import { sendScripted } from './page.ts'

/** The files of Swagger UI. */
export const docsAssets = (): Assets => packageAssets('swagger-ui-dist/package.json', '', '')

/** Adds the route; `urlOf` returns the URL of an asset. */
export function addDocs(
  app: FastifyInstance,
  { base, urlOf }: { base: string; urlOf: (kind: 'own' | 'docs', name: string) => string },
): void {
  const page = {
    heading: 'REST API',
    styles: [urlOf('docs', 'swagger-ui.css'), urlOf('own', 'docs.css')],
    classic: [urlOf('docs', 'swagger-ui-bundle.js')],
    script: urlOf('own', 'docs.js'),
    content: html`<main id="docs" data-document="${base}/openapi.json"></main>`,
  }
  app.get('/docs', (_request, reply) => sendScripted(reply, page))
  refuseOtherMethods(app, '/docs')
}
