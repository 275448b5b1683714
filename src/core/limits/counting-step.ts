/**
 * The step that counts the values of fields in operations with a meter: those on `/graphql`, whose
 * documents come from clients. Fields without a resolver are counted with their row, because
 * wrapping each would slow down every answer.
 */
import { defaultFieldResolver, type GraphQLResolveInfo, isNonNullType } from 'graphql'
import type { FieldPlace, Resolve } from '../step.ts'
import { objectCounter, rowCounter } from './object-counters.ts'
import { type Meter, noAnswer } from './running-cost.ts'

/** The fields of contexts on `/graphql`, where operations are counted and give way to others. */
export interface Metered {
  meter?: Meter | undefined
  giveWay?: (() => Promise<void>) | undefined
}

/** Counts the values of a field, if the operation has a meter. */
export function meterField<C extends Metered>({ field }: FieldPlace, next: Resolve<C>): Resolve<C> {
  if (next === defaultFieldResolver) return next
  const isNullable = !isNonNullType(field.type)
  const count = objectCounter(field)
  const rows = rowCounter(field)
  const take = (
    meter: Meter,
    value: unknown,
    { giveWay }: Metered,
    path: GraphQLResolveInfo['path'],
  ): unknown => {
    if (value instanceof Error) return meter.fail(value, isNullable, path)
    if (!count || value === null || value === undefined) meter.takeValue(value)
    else {
      meter.takeObjects(count(value))
      if (giveWay && !meter.refusal && meter.isDue(rows(value))) {
        return settling(meter, giveWay(), () => value, path)
      }
    }
    return meter.refusal ? noAnswer(isNullable) : value
  }
  /** The result of a promise that the operation waits for. */
  const settling = <Value>(
    meter: Meter,
    promise: PromiseLike<Value>,
    answered: (settled: Value) => unknown,
    path: GraphQLResolveInfo['path'],
  ): PromiseLike<unknown> => {
    meter.running.started()
    return promise.then(
      (settled) => {
        meter.running.settled()
        return meter.refusal ? noAnswer(isNullable) : answered(settled)
      },
      (error) => {
        meter.running.settled()
        return meter.fail(error, isNullable, path)
      },
    )
  }
  return (parent, args, context, info) => {
    const { meter } = context
    if (!meter) return next(parent, args, context, info)
    if (meter.refusal) return noAnswer(isNullable)
    let value: unknown
    try {
      value = next(parent, args, context, info)
    } catch (error) {
      return meter.fail(error, isNullable, info.path)
    }
    return isPromise(value)
      ? settling(meter, value, (settled) => take(meter, settled, context, info.path), info.path)
      : take(meter, value, context, info.path)
  }
}

/** Also true for Prisma's promises, which are not native. */
function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined | null)?.then === 'function'
}
