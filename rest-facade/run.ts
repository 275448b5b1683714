/** One run of an operation: its program, in a context, and the answer made from the result. */
import type { FastifyRequest } from 'fastify'
import type { Program } from '../src/core/compiled.ts'
import type { Context } from '../src/core/context.ts'
import { once } from '../src/core/idempotency/exactly-once.ts'
import { sightOf } from '../src/core/narrowing.ts'
import { baseUrlOf } from '../src/surfaces/http/base-url.ts'
import { replayed } from '../src/surfaces/http/idempotency-key.ts'
import type { Bound } from './bind.ts'
import type { RestAnswer } from './errors.ts'
import type { Filter } from './fields.ts'
import type { FacadeOperation } from './operations.ts'
import type { CompiledForm } from './programs.ts'
import { answeredRows, outcomeOf, respond } from './respond.ts'
import type { Route } from './routes/route.ts'

/** What a request asks for. */
export interface RunOptions {
  route: Route
  operation: FacadeOperation
  form: CompiledForm
  filter: Filter | undefined
  bound: Bound
  request: FastifyRequest
}

interface RunOutcome {
  answer: RestAnswer
  /** The ids of the rows in the answer. */
  ids: readonly number[]
  outcome: string
}

type User = Extract<Context['viewer'], { kind: 'user' }>['user']

/** The caller, which may be a key that is a part of an account, and what they asked for. */
const askedBy = (user: User, variables: Bound['variables']) => {
  const sight = sightOf(user)
  return [user.id, user.history, variables, ...(sight ? [sight] : [])]
}

/** Runs the form's program, or the one that reads what its tag needs. */
export async function runOnce(
  { route, operation, form, filter, bound, request }: RunOptions,
  context: Context,
  program: Program = form.program,
): Promise<RunOutcome> {
  const { variables, validationErrors } = bound
  const { coordinate, bodyPath, isMutation } = operation
  const field = { coordinate, key: bodyPath[0] as string }
  const result = isMutation
    ? await once(context, field, (inner) => program(inner, variables))
    : await program(context, variables)
  const page = variables.page as number
  const { baseUrl = baseUrlOf(request) ?? context.config.publicUrl } = context.config
  const ids = answeredRows(result.data, operation).map(({ id }) => id as number)
  const { viewer } = context
  const asked = viewer.kind === 'user' ? askedBy(viewer.user, variables) : []
  const executed = {
    route,
    operation,
    form,
    filter,
    asked,
    result,
    validationErrors,
    page,
    baseUrl,
  }
  const answer = respond(executed, request)
  if (context.claim?.isReplayed) answer.headers = { ...answer.headers, ...replayed }
  return { answer, ids, outcome: outcomeOf(executed) }
}
