/**
 * Validates values of settings, commands, exports and input. A reader returns the value or throws a
 * sentence about it; the caller adds where the value stands. No sentence repeats the value, which
 * may be a secret.
 */
import type { ValidationErrors } from './errors.ts'

/** The largest 32-bit integer, and so the largest id and GraphQL Int. */
export const maxInt = 2 ** 31 - 1

export const mebi = 1024 * 1024

/** Whether a value is an object, and not a list: what JSON has between braces. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export type ValueReader<T> = (given: unknown) => T

/** An invalid value, or one that contains invalid values, each with its own sentence. */
export class WrongValue extends Error {
  readonly inside: ValidationErrors[string] | undefined

  constructor(sentence: string, inside?: ValidationErrors[string]) {
    super(sentence)
    this.inside = inside
  }
}

export function wrong(sentence: string): never {
  throw new WrongValue(sentence)
}

/** The result of `read`, or of `otherwise` if `read` throws a WrongValue. */
export function readOr<T, Other>(read: () => T, otherwise: (error: WrongValue) => Other) {
  try {
    return read()
  } catch (error) {
    if (error instanceof WrongValue) return otherwise(error)
    throw error
  }
}

/** The result of `read`; the sentence about a wrong value begins with its name. */
export const readAs = <T>(name: string, given: unknown, read: ValueReader<T>): T =>
  readOr(
    () => read(given),
    ({ message }) => wrong(`${name} ${message}`),
  )

/** A text that `parse` turns into a value. */
export const parsing =
  <T>(sentence: string, parse: (text: string) => T | undefined): ValueReader<T> =>
  (given) =>
    (typeof given === 'string' ? parse(given) : undefined) ?? wrong(sentence)

/** A text of this form. */
export const matching = (sentence: string, form: RegExp | ((text: string) => boolean)) =>
  parsing(sentence, (text) => {
    const matches = form instanceof RegExp ? form.test(text) : form(text)
    return matches ? text : undefined
  })

/** The value that `read` returns, passed through `make`. */
export const mapped =
  <From, To>(read: ValueReader<From>, make: (value: From) => To): ValueReader<To> =>
  (given) =>
    make(read(given))

export const orNull =
  <T>(read: ValueReader<T>): ValueReader<T | null> =>
  (given) =>
    given === null ? null : read(given)

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

export const oneOf = <T extends string>(...choices: readonly T[]): ValueReader<T> =>
  parsing(`must be ${anyOf.format(choices)}`, (text) => choices.find((one) => one === text))

/** `on` or `off`. */
export const onOff = mapped(oneOf('on', 'off'), (word) => word === 'on')

/**
 * An integer of any size, even infinite, given as a number or as digits; undefined for any other
 * value.
 */
export function integerIn(given: unknown): number | undefined {
  const number = typeof given === 'string' && /^-?\d+$/.test(given.trim()) ? Number(given) : given
  if (typeof number !== 'number') return undefined
  return Number.isInteger(number) || Math.abs(number) === Infinity ? number : undefined
}

export const whole =
  (least: number, most: number): ValueReader<number> =>
  (given) => {
    const number = integerIn(given) ?? Number.NaN
    if (number >= least && number <= most) return number
    return wrong(`must be an integer from ${least} to ${most}`)
  }
