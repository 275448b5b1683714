/** One operation for one request: variables, context, execution, answer. */
import type { FastifyRequest } from 'fastify'
import { withExtensions } from '../src/compiled.ts'
import type { Context, Viewer } from '../src/context.ts'
import type { Complaints } from '../src/errors.ts'
import { binderOf, wrongForm } from './bind.ts'
import type { Answer } from './errors.ts'
import { filterOf, type QueryValue } from './fields.ts'
import type { Operation } from './operations.ts'
import { respond } from './respond.ts'
import type { Route } from './routes.ts'

/** Runs an operation; `body` stands in for the request's own, as an object of wire names. */
export type Run = (request: FastifyRequest, body?: unknown) => Promise<Answer>

export const nobody: Viewer = { kind: 'nobody' }

export interface ContextMaker {
  contextOf(request: FastifyRequest, viewer: Viewer, complaints?: Complaints): Context
}

/** The address the request was made to; none if its Host is more, or less, than a host. */
export function addressOf({ protocol, host }: FastifyRequest): string | undefined {
  return /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host) ? `${protocol}://${host}` : undefined
}

/** A runner of the operation that answers `route`, whose path has these parameters. */
export function runnerOf(
  route: Route,
  operation: Operation,
  params: readonly string[],
  { contextOf }: ContextMaker,
): Run {
  const bind = binderOf(operation, params)
  return async (request, body = request.body) => {
    const wrong = wrongForm(body)
    if (wrong) return wrong
    const { variables, complaints } = bind(request, body)
    const filter = filterOf(operation, request.query as Record<string, QueryValue>)
    const context = contextOf(request, request.viewer ?? nobody, complaints)
    const program = operation.program(filter)
    const result = withExtensions(await program.query(undefined, context, variables))
    const page = variables.page as number
    const { baseUrl = addressOf(request) ?? context.config.publicUrl } = context.config
    return respond({ route, operation, result, filter, complaints, page, baseUrl }, request)
  }
}
