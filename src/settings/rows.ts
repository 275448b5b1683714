/** A row of the table of settings: what it is about, its default, how its text is read. */
import type { Reader } from './readers.ts'

export interface Row<T> {
  /** The comment in `.env.example`: meaning, unit, what unset means, when to change it. */
  about: string
  /** As it would stand in `.env`; where there is none, unset means undefined. */
  default?: string
  read: Reader<T>
  /** An empty value is a value; of every other setting it counts as unset. */
  takesEmpty?: boolean
}

export const row = <T>(
  fallback: string,
  read: Reader<T>,
  about: string,
): Row<T> & { default: string } => ({
  about,
  default: fallback,
  read,
})

/** A row with a meaning for an empty value. */
export const emptyRow = <T>(fallback: string, read: Reader<T>, about: string) => ({
  ...row(fallback, read, about),
  takesEmpty: true,
})

export const optionalRow = <T>(read: Reader<T>, about: string): Row<T> => ({ about, read })

export type ValuesOf<Table> = {
  [Name in keyof Table]: Table[Name] extends Row<infer T>
    ? T | (Table[Name] extends { default: string } ? never : undefined)
    : never
}
