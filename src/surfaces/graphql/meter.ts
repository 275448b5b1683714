/**
 * What an operation takes while it runs. The limits that are found in its text cannot know how long
 * a list without `first` is, what a text weighs, or how often a field fails; so this is counted as
 * resolvers answer, and whatever is over a limit ends the operation: no resolver runs from then on,
 * and outcome.ts answers the refusal alone. Graphql 16 cannot abort what is already running, so the
 * answer waits for statements in flight, which have a timeout of their own
 * (test/surfaces/graphql/running).
 */
import { MapperKind, mapSchema } from '@graphql-tools/utils'
import {
  defaultFieldResolver,
  GraphQLError,
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isNonNullType,
} from 'graphql'
import { Refusal } from '../../base/errors.ts'
import { limits, refusalFor } from './limits.ts'
import { isPlain, objectCounter, rowCounter } from './objects.ts'
import { Running } from './running.ts'

/** Rows whose fields are answered in one turn of the event loop; a field more is a microsecond. */
const rowsAtOnce = 100

/** The account of one operation. */
export class Meter {
  readonly running = new Running()
  #objects = 0
  #textLength = 0
  #errors = 0
  #rows = 0
  #refusal: Refusal | undefined

  /** What was too much; undefined while nothing is. */
  get refusal(): Refusal | undefined {
    return this.#refusal
  }

  /** Whether errors were left out. */
  get hasMoreErrors(): boolean {
    return this.#errors > limits.errors
  }

  /** Ends the operation because of this limit. */
  endBecauseOf(limit: keyof typeof limits): void {
    this.#refusal ??= refusalFor(limit)
  }

  /** An object or a list of them, which holds so many: before any of their fields is read. */
  takeObjects(count: number): void {
    this.#objects += count
    if (this.#objects > limits.cost) this.endBecauseOf('cost')
  }

  /** Whether so many rows more are to wait for a turn of their own, in which they are answered. */
  isDue(rows: number): boolean {
    this.#rows += rows
    if (this.#rows <= rowsAtOnce) return false
    this.#rows = 0
    return true
  }

  /**
   * What a resolver makes of a row, such as a text that is decoded or cleaned: its length is less
   * than its bytes, so this only ends what is over the limit in any case; see weight.ts.
   */
  takeValue(value: unknown): void {
    if (typeof value === 'string') this.#textLength += value.length
    if (this.#textLength > limits.answerBytes) this.endBecauseOf('answerBytes')
  }

  /** What a field answers that failed: its error, or null once enough are listed. */
  fail(error: unknown, isNullable: boolean, path: GraphQLResolveInfo['path']): unknown {
    // Rows that were too heavy to read: what is left of the answer would pass for the whole.
    if (error instanceof Refusal && error.code === 'TOO_COMPLEX') this.endBecauseOf('answerBytes')
    if (this.#refusal) return nothing(isNullable)
    this.#errors += 1
    if (this.#errors <= limits.errors) {
      if (isNullable) throw error
      return this.running.failLast(error, path)
    }
    if (!isNullable || this.#errors > limits.failures) {
      this.endBecauseOf(isNullable ? 'failures' : 'errors')
    }
    return nothing(isNullable)
  }
}

/** Where a context keeps its meter: a field of many rows has no time to look for it elsewhere. */
const meterKey = Symbol('meter')
type Metered = { [meterKey]?: Meter }

/** The meter of the one operation that is run with this context. */
export function meterOf(context: object): Meter {
  const metered: Metered = context
  metered[meterKey] ??= new Meter()
  return metered[meterKey]
}

/**
 * Graphql takes an error that has a path as it is: whatever is given up has this one, because an
 * error each would cost more than the answer. It is never shown.
 */
const givenUp = new GraphQLError('The operation has ended.', { path: [] })

/**
 * What a field answers once its operation has ended. Null costs graphql the least. Where null must
 * not stand it is a promise: what is thrown there ends a list at once, and the promises of its
 * earlier elements would fail unheard, which ends the process.
 */
const nothing = (isNullable: boolean): unknown => (isNullable ? null : Promise.reject(givenUp))

/** What a context has on `/graphql`, where operations give way to others. */
type Waiting = { giveWay?: (() => Promise<void>) | undefined }

type Resolver = GraphQLFieldResolver<unknown, object>

/**
 * The same schema, whose operations are counted; `schema` itself stays as it is. What no resolver
 * makes came with its row, and is counted there: a resolver more for each would be felt.
 */
export function metered(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field: GraphQLFieldConfig<unknown, object>) =>
      isPlain(field) ? undefined : { ...field, resolve: meteredResolver(field) },
  })
}

function meteredResolver(field: GraphQLFieldConfig<unknown, object>): Resolver {
  const { resolve = defaultFieldResolver, type } = field
  const isNullable = !isNonNullType(type)
  const count = objectCounter(field)
  const rows = rowCounter(field)
  const take = (
    meter: Meter,
    value: unknown,
    { giveWay }: Waiting,
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
    return meter.refusal ? nothing(isNullable) : value
  }
  /** What a promise comes to, which the operation waits for. */
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
        return meter.refusal ? nothing(isNullable) : answered(settled)
      },
      (error) => {
        meter.running.settled()
        return meter.fail(error, isNullable, path)
      },
    )
  }
  return (parent, args, context, info) => {
    const meter = meterOf(context)
    if (meter.refusal) return nothing(isNullable)
    let value: unknown
    try {
      value = resolve(parent, args, context, info)
    } catch (error) {
      return meter.fail(error, isNullable, info.path)
    }
    return isPromise(value)
      ? settling(meter, value, (settled) => take(meter, settled, context, info.path), info.path)
      : take(meter, value, context, info.path)
  }
}

/** Also those of Prisma, which are no native ones. */
function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined | null)?.then === 'function'
}
