/**
 * The frame of pages for people: markup that escapes inserted texts, a common style, the service's
 * name, and a policy by which a page loads nothing, runs only its own script and submits its form
 * only to this service. English only, like all texts of the interface.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escaped } from '../../base/escaped.ts'

/** Markup, created only by `html`, so that text is never mistaken for it. */
class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

export type { Html }

/** Markup from a template. Escapes inserted texts, also in quoted attributes. */
export function html(parts: TemplateStringsArray, ...pieces: (string | Html)[]): Html {
  const markups = pieces.map((piece) => (piece instanceof Html ? piece.markup : escaped(piece)))
  return new Html(parts.map((part, at) => part + (markups[at] ?? '')).join(''))
}

export const nothing = html``

/** Concatenated markup. */
export const joined = (pieces: readonly Html[]): Html =>
  pieces.reduce((all, one) => html`${all}${one}`, nothing)

// Colours have a contrast of at least 4.5 to 1; fields and borders of at least 3 to 1.
const style = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1c2024; --quiet: #555d66; --line: #767e88; --wrong: #b3261e;
  --action: #1a56b0; --on-action: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16191d; --ink: #e9ecef; --quiet: #aab2bb; --line: #838c96; --wrong: #ff9b91;
    --action: #8ab8ff; --on-action: #10233f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 2rem 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  overflow-wrap: break-word;
}
header, main { max-width: 26rem; margin: 0 auto; }
.wide { max-width: 46rem; }
header { margin-bottom: 1.5rem; color: var(--quiet); font-weight: 600; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 1.75rem 0 .25rem; font-size: 1.125rem; }
p, ul, ol, pre { margin: 0 0 1rem; }
ul { padding: 0; list-style: none; }
ol { padding: 0 0 0 1.25rem; }
pre {
  padding: .75rem; border: 1px solid var(--line); border-radius: .5rem;
  font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere;
}
li a { display: inline-block; padding: .5rem 0; }
a { color: var(--action); }
label { display: block; font-weight: 600; }
input, button { width: 100%; min-height: 2.75rem; font: inherit; border-radius: .5rem; }
input {
  margin: .25rem 0; padding: .5rem .75rem; border: 1px solid var(--line);
  background: var(--paper); color: var(--ink);
}
input[aria-invalid] { border: 2px solid var(--wrong); }
button {
  margin-top: .5rem; padding: .5rem 1rem; border: 1px solid var(--action);
  background: var(--action); color: var(--on-action); font-weight: 600; cursor: pointer;
}
button.second { background: var(--paper); color: var(--action); }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
#ready { min-height: 1.5rem; font-weight: 600; }
.field { margin: 0 0 1rem; }
.hint { margin: 0; color: var(--quiet); font-size: .875rem; }
.wrong { margin: 0 0 .25rem; color: var(--wrong); font-weight: 600; }
`

/** A page with a script may run it and call this service. */
const policyFor = ({ script }: HtmlPage) =>
  [
    "default-src 'none'",
    ...(script === undefined ? [] : ["script-src 'self'", "connect-src 'self'"]),
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const headers = {
  'content-type': 'text/html; charset=utf-8',
  // URLs of pages contain tokens.
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}

/** A page; the heading is also its title. */
export interface HtmlPage {
  status: number
  heading: string
  content: Html
  /** Further headers, e.g. `retry-after`. */
  headers?: Record<string, string> | undefined
  /** URL of the page's script, a module; none by default. */
  script?: string
  /** For pages with lines of code. */
  isWide?: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The service's name on every page. */
    serviceName: string
  }
}

/** The title of a page in windows and histories. */
export const titleOf = (heading: string, serviceName: string): string =>
  heading === serviceName ? serviceName : `${heading} – ${serviceName}`

/** A whole document from the content of head and body. */
export const documentOf = (title: string, head: Html, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}</head>
<body>
${body}</body>
</html>
`.markup

function framed(
  { status, heading, content, script, isWide }: HtmlPage,
  serviceName: string,
): string {
  // Screen readers read the title first, so it mentions an error.
  const title = titleOf(status < 400 ? heading : `Error: ${heading}`, serviceName)
  const top = heading === serviceName ? nothing : html`<header>${serviceName}</header>\n`
  const main = html`<main${isWide ? html` class="wide"` : nothing}>`
  const body = html`${top}${main}\n<h1>${heading}</h1>\n${content}\n</main>\n${
    script === undefined ? nothing : html`<script type="module" src="${script}"></script>\n`
  }`
  return documentOf(title, html`<style>${new Html(style)}</style>\n`, body)
}

/** Sends a page with the common headers. */
export function sendPage(reply: FastifyReply, page: HtmlPage): FastifyReply {
  return reply
    .code(page.status)
    .headers({ ...page.headers, ...headers, 'content-security-policy': policyFor(page) })
    .send(framed(page, reply.server.serviceName))
}
