/**
 * What rows weigh, in SQL: the bytes that reading them brings here. PostgreSQL knows the length of
 * a value without reading it, so weighing costs nothing that is stored apart.
 */
import type { Context } from '../../context.ts'
import { snakeCase } from '../../names.ts'
import type { Kind } from './kinds.ts'
import { prepared } from './sql.ts'

/** Fields that may hold more than 255 characters (test/spec/12). */
export const longTexts: ReadonlySet<string> = new Set([
  ...['description', 'address', 'notes', 'providerReservationDescription', 'vehicleDescription'],
  ...['departureDescription', 'departureAddress', 'arrivalDescription', 'arrivalAddress'],
  ...['website', 'providerLocationUrl', 'providerDocument', 'providerUrl', 'coverImageUrl'],
  ...['url', 'thumbUrl', 'faviconUrl', 'subject'],
])

/** What everything else in a row weighs. */
export const flat = 1_000

/** SQL: the bytes of a row of which these fields are read, each from the column `of` says. */
export function weightOf(asked: Iterable<string>, of = (field: string) => `c."${field}"`): string {
  const long = [...asked].filter((field) => longTexts.has(field))
  return [flat, ...long.map((field) => `coalesce(octet_length(${of(field)}), 0)`)].join(' + ')
}

/** SQL: the bytes of a payload as it is answered, in base64 (test/spec/02.9). */
export const payloadBytes = (attachment: string) =>
  `((coalesce(octet_length(${attachment}.payload), 0) + 2) / 3 * 4)`

/** SQL: what is asked of the email `e` weighs, its attachments by `payloads`. */
export function emailWeight(asked: ReadonlySet<string>, payloads: string): string {
  const isShown = asked.has('safeContent')
  return [
    weightOf(asked, (field) => `e.${field}`),
    ...(asked.has('content') || isShown
      ? [
          // The original is stored only where it is what is answered.
          'octet_length(e.html) + octet_length(e.text) + coalesce(octet_length(e.raw), 0) / 3 * 4',
        ]
      : []),
    ...(isShown || asked.has('attachments')
      ? [
          `(select ${flat} * count(*) + coalesce(sum(octet_length(a.filename)), 0)
            from email_attachment a where a.email_id = e.id)`,
        ]
      : []),
    ...(isShown || asked.has('payload') ? [payloads] : []),
  ].join(' + ')
}

/** The bytes of rows of which these fields are read; a map by id for each kind. */
export async function itemWeights(
  { db }: Context,
  wanted: readonly { kind: Kind; asked: ReadonlySet<string>; ids: readonly number[] }[],
): Promise<Map<number, number>[]> {
  const found = wanted.map(() => new Map<number, number>())
  const values = wanted.map(({ ids }) => ids)
  const texts = wanted.map(({ kind, asked }, index) => {
    const weight = weightOf(asked, (field) => `c.${snakeCase(field)}`)
    return `select ${index} as nth, c.id, (${weight})::int as bytes from ${kind.name} c
      where c.id = any ($${index + 1}::int[])`
  })
  const text = texts.join(' union all ')
  const rows = await db.query<{ nth: number; id: number; bytes: number }>(prepared(text, values))
  for (const { nth, id, bytes } of rows) found[nth]?.set(id, bytes)
  return found
}
