/** The steps of mutations whose answers are kept for an idempotency key (test/spec/b4). */
import { getNamedType } from 'graphql'
import { Refusal } from '../../base/errors.ts'
import type { Context } from '../context.ts'
import type { Step } from '../step.ts'

/** The step behind the rules: refuses what they allow, if only the rules should run. */
export const refuseAsked: Step<Context> = ({ type }, next) => {
  if (type !== 'Mutation') return next
  return (parent, args, context, info) => {
    if (context.onlyAsked) throw new Refusal(context.onlyAsked)
    return next(parent, args, context, info)
  }
}

type Args = { tripId?: unknown; input?: { tripId?: unknown } }

/**
 * The step that notes the trips that a mutation names or answers; its rule notes those that it
 * looks up.
 */
export const noteTrips: Step<Context> = ({ type, field }, next) => {
  if (type !== 'Mutation') return next
  const answersTrip = getNamedType(field.type).name === 'Trip'
  return (parent, args: Args, context, info) => {
    const { concerned } = context
    const value = next(parent, args, context, info)
    if (!concerned) return value
    return Promise.resolve(value).then((settled) => {
      const answered = answersTrip ? (settled as { id?: unknown } | null)?.id : undefined
      for (const id of [args.tripId, args.input?.tripId, answered]) {
        if (typeof id === 'number') concerned.add(id)
      }
      return settled
    })
  }
}
