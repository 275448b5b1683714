/**
 * What an operation takes while it runs. The limits that are found in its text cannot know how long
 * a list without `first` is, what a text weighs, or how often a field fails; so this is counted as
 * resolvers answer, and whatever is over a limit ends the operation there and then
 * (test/graphql/running).
 */
import { MapperKind, mapSchema } from '@graphql-tools/utils'
import {
  defaultFieldResolver,
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isNonNullType,
} from 'graphql'
import { Refusal } from '../errors.ts'
import { limits, refusalFor } from './limits.ts'
import { isPlain, objectCounter } from './objects.ts'

/** The account of one operation. */
export class Meter {
  #objects = 0
  #textLength = 0
  #errors = 0
  #refusal: Refusal | undefined
  #end: () => void = () => {}
  /** Settles when the operation is over a limit, and must end. */
  readonly ended = new Promise<void>((resolve) => {
    this.#end = resolve
  })
  /**
   * What fields answer from then on. Nothing waits for them any more: the executor lets go of them,
   * and what hangs on this promise goes with it. An error each would cost more than the answer.
   */
  readonly never = new Promise<never>(() => {})

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
    this.#end()
  }

  /** An object or a list of them, which holds so many: before any of their fields is read. */
  takeObjects(value: unknown, count: number): unknown {
    this.#objects += count
    if (this.#objects > limits.cost) this.endBecauseOf('cost')
    return this.#refusal ? this.never : value
  }

  /**
   * What a resolver makes of a row, such as a text that is decoded or cleaned: its length is less
   * than its bytes, so this only ends what is over the limit in any case; see weight.ts.
   */
  takeValue(value: unknown): unknown {
    if (typeof value === 'string') this.#textLength += value.length
    if (this.#textLength > limits.answerBytes) this.endBecauseOf('answerBytes')
    return this.#refusal ? this.never : value
  }

  /** What a field answers that no one waits for any more. Null costs the executor the least. */
  nothing(isNullable: boolean): unknown {
    return isNullable ? null : this.never
  }

  /** Throws the error of a field, or answers in its place: null once enough are listed. */
  fail(error: unknown, isNullable: boolean): unknown {
    if (this.#refusal) return this.nothing(isNullable)
    // Rows that were too heavy to read: what is left of the answer would pass for the whole.
    if (error instanceof Refusal && error.code === 'TOO_COMPLEX') {
      this.endBecauseOf('answerBytes')
      return this.never
    }
    this.#errors += 1
    if (this.#errors <= limits.errors) throw error
    if (isNullable && this.#errors <= limits.failures) return null
    this.endBecauseOf(isNullable ? 'failures' : 'errors')
    return this.never
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
  const take = (meter: Meter, value: unknown): unknown => {
    if (value instanceof Error) return meter.fail(value, isNullable)
    if (!count || value === null || value === undefined) return meter.takeValue(value)
    return meter.takeObjects(value, count(value))
  }
  return (parent, args, context, info) => {
    const meter = meterOf(context)
    if (meter.refusal) return meter.nothing(isNullable)
    let value: unknown
    try {
      value = resolve(parent, args, context, info)
    } catch (error) {
      return meter.fail(error, isNullable)
    }
    return isPromise(value)
      ? value.then(
          (settled) => take(meter, settled),
          (error) => meter.fail(error, isNullable),
        )
      : take(meter, value)
  }
}

/** Also those of Prisma, which are no native ones. */
function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined | null)?.then === 'function'
}
