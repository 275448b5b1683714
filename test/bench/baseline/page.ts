/** Pages and their links (test/spec/01.6) for the hand-written server. */
import type { FastifyRequest } from 'fastify'
import { refusals, type WireAnswer } from './wire.ts'

export const pageSize = 100

/** The page asked for: 1-based, 0 for what can be no page, `Infinity` for `last`. */
export function pageOf(request: FastifyRequest): number {
  const { page } = request.query as { page?: string }
  if (page === undefined || page === '') return 1
  if (page === 'last') return Number.POSITIVE_INFINITY
  return /^\d{1,7}$/.test(page) ? Number(page) : 0
}

/** The rows to skip; an invalid page is refused after the access is known. */
export function offsetOf(page: number): number {
  return page >= 1 && Number.isFinite(page) ? (page - 1) * pageSize : 0
}

/** The envelope around `results` (JSON texts), or E-PAGE. */
export function envelope(
  request: FastifyRequest,
  page: number,
  total: number,
  results: string[],
): WireAnswer {
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (page < 1 || page > last) return refusals.invalidPage
  const next = page < last ? JSON.stringify(linkTo(request, page + 1)) : 'null'
  const previous = page > 1 ? JSON.stringify(linkTo(request, page - 1)) : 'null'
  const list = results.join(',')
  const body = `{"count":${total},"next":${next},"previous":${previous},"results":[${list}]}`
  return { status: 200, body }
}

export function linkTo(request: FastifyRequest, page: number): string {
  const [path = '', query = ''] = request.url.split('?', 2)
  const parameters = new URLSearchParams(query)
  if (page === 1) parameters.delete('page')
  else parameters.set('page', String(page))
  const rest = parameters.size > 0 ? `?${parameters}` : ''
  return `${request.protocol}://${request.host}${path}${rest}`
}
