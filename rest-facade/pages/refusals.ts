/** Refusals shared by all pages. */
import type { FastifyInstance } from 'fastify'
import { type HtmlPage, html, sendPage } from '../../src/surfaces/http/html.ts'
import { refuseOtherMethods } from '../../src/surfaces/http/methods.ts'
import type { RestAnswer } from '../errors.ts'

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds === 1) return 'in a second'
  if (seconds < 60) return `in ${seconds} seconds`
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

/** A sentence for a status not caused by a mistake in the form. */
export function apology(status: number, headers: Record<string, string> = {}): string {
  const seconds = Number(headers['retry-after'])
  const later = seconds > 0 ? inWords(seconds) : 'later'
  if (status === 429) return `Too many attempts. Please try again ${later}.`
  if (status === 503) return `The service is temporarily unavailable. Please try again ${later}.`
  return 'An unexpected error occurred. Please try again later.'
}

/** Answers methods that no page has; to be called after the page's own routes. */
export function refuseMethods(scope: FastifyInstance, url: string): void {
  const allow = 'GET, HEAD, POST, OPTIONS'
  scope.options(url, (_request, reply) => reply.code(204).header('allow', allow).send())
  refuseOtherMethods(scope, url, (_request, reply) =>
    sendPage(reply, problem(405, 'This page does not support this kind of request.')),
  )
}

/** A page that reports an error, without a form. */
export const problem = (status: number, sentence: string): HtmlPage => ({
  status,
  heading: 'Something went wrong',
  content: html`<p>${sentence}</p>`,
})

/** The page shown instead of a form that cannot be used now. */
export const unavailable = ({ status, headers }: RestAnswer): HtmlPage => ({
  ...problem(status, apology(status, headers)),
  headers,
})
