/**
 * Values in wire form, for hot reads: cut from PostgreSQL's text without building a Date. Requires
 * sessions in UTC with ISO dates, which all connections of this folder have.
 */
import pg from 'pg'

const { builtins } = pg.types
const int2Array = 1005
const int4Array = 1007
const space = ' '.charCodeAt(0)

/**
 * '2031-01-02 09:00:00.25+00' -> '2031-01-02T09:00:00Z'; the fraction is cut, not rounded. Instants
 * outside the years 1 to 9999 ('infinity', '… BC') have no wire form and stay as they are.
 */
export function instant(text: string): string {
  if (text.charCodeAt(10) !== space || !text.endsWith('+00')) return text
  return `${text.slice(0, 10)}T${text.slice(11, 19)}Z`
}

/** '{3,1}' -> [3, 1]. */
export function integers(text: string): (number | null)[] {
  if (text === '{}') return []
  return text
    .slice(1, -1)
    .split(',')
    .map((part) => (part === 'NULL' ? null : Number(part)))
}

const unchanged = (text: string): string => text

/**
 * Parsers for one statement (`types` of `pg`): timestamptz and date as strings in wire form, float8
 * and ints as numbers, int8 and numeric as strings, json parsed. Other statements on the
 * connection, such as Prisma's, keep their own.
 */
export const wireTypes = {
  getTypeParser(oid: number, format: 'text' | 'binary' = 'text'): (value: never) => unknown {
    switch (oid) {
      case builtins.TIMESTAMPTZ:
        return instant
      case builtins.DATE:
        return unchanged
      case int2Array:
      case int4Array:
        return integers
      default:
        return pg.types.getTypeParser(oid, format as 'text')
    }
  },
}
