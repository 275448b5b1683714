/**
 * Conditional requests (test/spec/b3): a read is spared if the client has its answer, and a write
 * happens only if its object is as the client last saw it. The rules of the operation decide first,
 * whatever tag a caller knows.
 */
import type { FastifyRequest } from 'fastify'
import type { Context } from '../src/core/context.ts'
import { Reading, type Sizes } from '../src/core/limits/read-budget.ts'
import { etagOf, isMatched, isNamed, isRead } from '../src/surfaces/http/etag.ts'
import { binderOf } from './bind.ts'
import type { RestAnswer } from './errors.ts'
import { filterOf, type QueryValue } from './fields.ts'
import type { FacadeOperation } from './operations.ts'
import type { Route } from './routes/route.ts'
import { type RunOptions, runOnce } from './run.ts'

/** The row of the `GET` on a path, with its operation. */
export interface ReadAt {
  route: Route
  operation: FacadeOperation
}

/**
 * The tag that a read would have now, reading only what the tag needs. Undefined for a refusal, and
 * for an answer that takes several runs, whose tag is known only at its end.
 */
async function tagNow(
  asked: RunOptions,
  context: Context,
  sizes: Sizes,
): Promise<RestAnswer | undefined> {
  const { form, bound } = asked
  if (bound.validationErrors) return undefined
  // What only a tag needs is not divided into parts: if it does not fit, there is no tag.
  const reading = new Reading(sizes.small, form.tag ? {} : { sizes })
  const { answer } = await runOnce(asked, { ...context, reading }, form.tag?.program)
  if (answer.status !== 200 || reading.rest.length > 0) return undefined
  const etag = answer.versionTag ?? etagOf(JSON.stringify(answer.body))
  return { status: 200, body: null, headers: { ...answer.headers, etag } }
}

/** The 304 of a read whose tag follows from versions, if the client has it. */
export async function spared(
  asked: RunOptions,
  context: Context,
  sizes: Sizes,
): Promise<RestAnswer | undefined> {
  const condition = asked.request.headers['if-none-match']
  if (condition === undefined || !asked.form.tag) return undefined
  const now = await tagNow(asked, context, sizes)
  return now && isNamed(condition, now.headers?.etag as string)
    ? { ...now, status: 304 }
    : undefined
}

/**
 * The condition of a write, checked in its transaction: whether `If-Match` names the tag of `GET`
 * on the same path with the same query. On a path without `GET`, there are no tags. Undefined
 * without the header, or if it accepts any state.
 */
export function unchangedFor(
  request: FastifyRequest,
  read: ReadAt | undefined,
  params: readonly string[],
  sizes: Sizes,
): Context['isUnchanged'] {
  const condition = request.headers['if-match']
  if (condition === undefined || isRead(request.method) || request.method === 'POST') return
  if (condition.trim() === '*') return
  return async (held) => {
    if (!read) return false
    const { route, operation } = read
    const filter = filterOf(operation, request.query as Record<string, QueryValue>)
    const bound = binderOf(operation, params)(request, undefined)
    const asked = { route, operation, form: operation.form(filter), filter, bound, request }
    const now = await tagNow(asked, held, sizes)
    return now !== undefined && isMatched(condition, now.headers?.etag as string)
  }
}
