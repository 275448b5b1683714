/**
 * The frame of pages with scripts, and their content security policy: all that they load are files
 * of this service.
 */
import type { FastifyReply } from 'fastify'
import { documentOf, type Html, html, joined, titleOf } from '../http/html.ts'

interface ScriptedPage {
  heading: string
  /** URLs. Scripts are modules, except for `classic` ones, which run first. */
  styles: readonly string[]
  classic?: readonly string[]
  script: string
  content: Html
}

/**
 * `style-src 'unsafe-inline'`: the editor of the IDE and Swagger UI write rules for positions and
 * colours into `<style>` elements and `style` attributes. Neither can run a script.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sends the page. */
export function sendScripted(reply: FastifyReply, page: ScriptedPage): FastifyReply {
  const { heading, styles, classic = [], script, content } = page
  const head = html`<link rel="icon" href="data:,">
${joined(styles.map((url) => html`<link rel="stylesheet" href="${url}">\n`))}`
  const body = html`<noscript><p>This page needs JavaScript.</p></noscript>
${content}
${joined(classic.map((url) => html`<script src="${url}"></script>\n`))}
<script type="module" src="${script}"></script>
`
  return reply
    .headers({ 'content-security-policy': policy, 'x-robots-tag': 'noindex' })
    .type('text/html; charset=utf-8')
    .send(documentOf(titleOf(heading, reply.server.serviceName), head, body))
}
