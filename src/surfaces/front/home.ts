/**
 * `GET /` for browsers: describes the service, with links to documentation
 * (test/surfaces/front/home).
 */
import type { FastifyInstance } from 'fastify'
import { version } from '../../base/version.ts'
import type { Config } from '../../settings/config.ts'
import { baseUrlOf } from '../http/base-url.ts'
import { type Html, html, joined, nothing, sendPage } from '../http/html.ts'
import { varyByAccept, wantsPage } from '../http/negotiation.ts'

/** A command to type in a shell, and what it does. */
export interface FirstStep {
  does: string
  line: string
}

/** The first commands for the service at a URL, to run in order in one shell. */
export type FirstSteps = (url: string) => readonly FirstStep[]

interface HomeOptions {
  config: Pick<Config, 'baseUrl' | 'publicUrl' | 'serviceName'>
  /** The prefix of paths in the service's URLs. */
  base: string
  /** The URL of an asset. */
  urlOf: (kind: 'own', name: string) => string
  firstSteps: FirstSteps
  /** Which other pages are served. */
  has: { docs: boolean; ide: boolean; sdl: boolean }
}

type Link = readonly [path: string, text: string]

/** A heading with links; nothing without links. */
function section(heading: string, base: string, links: readonly (Link | false)[]): Html {
  const items = links
    .filter((link) => link !== false)
    .map(([path, text]) => html`<li><a href="${base}${path}">${text}</a></li>\n`)
  if (items.length === 0) return nothing
  return html`<h2>${heading}</h2>\n<ul>\n${joined(items)}</ul>\n`
}

const about = html`<p>A service for planning trips with others: places to stay, activities,
transportation and expenses, with their booking emails and documents. Apps use it through its REST
and GraphQL APIs. This is version ${version}.</p>
`

/** Filled by the script. */
const ready = (base: string) => html`<p id="ready" role="status" data-url="${base}/readyz">
<noscript>Without JavaScript, this page cannot say whether the service is ready.</noscript></p>
`

function list(steps: readonly FirstStep[]): Html {
  const items = steps.map(
    ({ does, line }) => html`<li>${does}:\n<pre><code>${line}</code></pre></li>\n`,
  )
  return html`<h2>First steps</h2>
<p>In a terminal, with an email address and a password of your own:</p>
<ol>
${joined(items)}</ol>
`
}

/** Adds the route. Other clients are answered as for an unknown path. */
export function addHome(app: FastifyInstance, options: HomeOptions): void {
  const { config, base, urlOf, firstSteps, has } = options
  const links = joined([
    section('REST', base, [
      has.docs && ['/docs', 'Documentation'],
      ['/openapi.json', 'OpenAPI document'],
    ]),
    section('GraphQL', base, [
      has.ide && ['/graphql', 'IDE'],
      has.sdl && ['/schema.graphql', 'Schema (SDL)'],
    ]),
  ])
  const page = {
    status: 200,
    heading: config.serviceName,
    script: urlOf('own', 'home.js'),
    isWide: true,
  }
  app.get('/', (request, reply) => {
    varyByAccept(reply)
    if (!wantsPage(request)) {
      reply.callNotFound()
      return reply
    }
    const url = config.baseUrl ?? baseUrlOf(request) ?? config.publicUrl
    const content = joined([about, ready(base), list(firstSteps(url)), links])
    return sendPage(reply, { ...page, content })
  })
}
