/** A row of the table of settings: name, description, default and reader. */
import type { ValueReader } from '../base/values.ts'

export interface SettingRow<T> {
  /** In the environment and in `.env`. Its key in the table is its name in the code. */
  name: string
  /** The comment in `.env.example`: meaning, unit, what unset means, when to change it. */
  about: string
  /** As in `.env`; without one, unset means undefined. */
  default?: string
  read: ValueReader<T>
  /** Whether an empty value is valid; for other settings it means unset. */
  takesEmpty?: boolean
}

export const row = <T>(
  name: string,
  fallback: string,
  read: ValueReader<T>,
  about: string,
): SettingRow<T> & { default: string } => ({ name, about, default: fallback, read })

/** A row that accepts an empty value. */
export const emptyRow = <T>(
  name: string,
  fallback: string,
  read: ValueReader<T>,
  about: string,
) => ({
  ...row(name, fallback, read, about),
  takesEmpty: true,
})

export const optionalRow = <T>(
  name: string,
  read: ValueReader<T>,
  about: string,
): SettingRow<T> => ({
  name,
  about,
  read,
})

/** The values of a topic, by the keys of its rows. */
export type ValuesOf<Rows> = {
  readonly [Key in keyof Rows]: Rows[Key] extends SettingRow<infer T>
    ? T | (Rows[Key] extends { default: string } ? never : undefined)
    : never
}
