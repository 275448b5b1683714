/**
 * Writes of the hot path with an idempotency key (test/spec/b4): the single statement also claims
 * the key and keeps the row for the answer, or does nothing at all. Replays are answered from that
 * row by the same resolvers.
 */

import type { Queryable } from '../../outside/database/database.ts'
import { hasJoined } from '../../outside/database/joined.ts'
import { has, isPro } from '../access.ts'
import { type KeyHolder, lacks } from '../narrowing.ts'
import { rights } from '../rights.ts'
import { type Answer, columnsOf, type Row } from './answers.ts'
import { type HotClaim, keepingSql } from './idempotency-keys.ts'
import { kinds, type RowKind } from './kinds.ts'
import { isStored, rowsOf, snakeKeys } from './rows.ts'

/** A kept row; null if the write answered none. */
interface KeptRow {
  row: Record<string, unknown> | null
}

/** A write with a key either claims it or answers its kept row. */
export type Keeping = HotClaim | KeptRow

/** The statement has not written; the write must run in a transaction, which handles all cases. */
export class ColdWrite extends Error {}

/** The coordinates of mutations whose writes keep their rows. */
export const hotMutations: ReadonlySet<string> = new Set(
  ['Trip', ...kinds.map(({ type }) => type)].flatMap((type) =>
    ['create', 'update', 'delete'].map((verb) => `Mutation.${verb}${type}`),
  ),
)

/** Fields of rows that are not stored in them. */
const joined = ['owner', 'emails', 'guests', 'collaboratorsCount', '__typename']

export const isKeptRow = (keeping: Keeping | undefined): keeping is KeptRow =>
  keeping !== undefined && 'row' in keeping

/** Throws ColdWrite if a hot write is expected; for mutations with several statements. */
export function refuseHot(keeping: Keeping | undefined): void {
  if (keeping && !isKeptRow(keeping)) throw new ColdWrite()
}

/**
 * The claim of a write with this selection, if any. Throws ColdWrite if the row lacks a selected
 * field.
 */
export function claimFor(
  keeping: Keeping | undefined,
  { name }: RowKind,
  selection: ReadonlySet<string> = new Set(),
): HotClaim | undefined {
  if (!keeping || isKeptRow(keeping)) return undefined
  const isWhole = [...selection].every((field) => isStored(name, field) || joined.includes(field))
  if (!isWhole) throw new ColdWrite()
  return keeping
}

/**
 * SQL: conditions for an answer that is all in the row, and so is the same when it is repeated:
 * emails are read by another statement, and so is whether the caller knows a creator who has left.
 */
export function keepable({ emails, asksMembers }: Answer): string {
  const noEmails = emails ? `and not exists (${emails})` : ''
  const knowsCreator = asksMembers
    ? `and exists (select from member y
      where y.trip_id = c.trip_id and y.user_id = c.owner_id and ${hasJoined('y')})`
    : ''
  return `${noEmails} ${knowsCreator}`
}

/**
 * SQL: a further condition on the member `m`, who sees prices as the answer does, so that its
 * repetition does. A key that withholds them hides them from both.
 */
const seesAlike = ({ seesMoney }: Answer, actor: KeyHolder) =>
  seesMoney === undefined || lacks(actor, 'canSeeExpenses')
    ? ''
    : ` and ${has('m', 'canSeeExpenses')} = ${seesMoney}`

/** The start and end of a statement that writes the row `c`. */
interface Ends {
  /** The start of the list of common table expressions. */
  first: string
  /** A condition on all writes; empty without a claim. */
  also: string
  /**
   * The end of that list, and the select of the answer. `from` has one row for each row to keep.
   */
  select(list: string, source: string, keep: { rights: string; from: string }): string
}

const plainEnds: Ends = {
  first: '',
  also: '',
  select: (list, source) => `select ${list} from ${source}`,
}

/** Start and end of a write with this claim; appends its values to those of the write. */
export function endsFor(
  claim: HotClaim | undefined,
  values: unknown[],
  { answer, actor }: { answer?: Answer; actor?: KeyHolder } = {},
): Ends {
  if (!claim) return plainEnds
  const { first, goes, last } = keepingSql(claim, values)
  return {
    first,
    also: answer && actor ? goes + seesAlike(answer, actor) : goes,
    select: (list, source, { rights, from }) =>
      `, x as (select ${list} from ${source}) ${last(rights, from)}
    select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
    from key_free left join x on true`,
  }
}

/**
 * Marks the claim as kept if the write has kept its row. Throws ColdWrite if it has done nothing.
 */
export function settle(
  claim: HotClaim | undefined,
  row: object | undefined,
  isDone: boolean,
): void {
  if (!claim) return
  if (!isDone) throw new ColdWrite()
  claim.isKept = true
  const { keyCount, keptBytes } = row as Pick<HotClaim, 'keyCount' | 'keptBytes'>
  Object.assign(claim, { keyCount, keptBytes })
}

/** SQL: rights in the format of src/core/idempotency/rights.ts. */
const rightsText = (trip: string, has: (right: (typeof rights)[number]) => string) =>
  `concat(${trip}, ':', ${rights.map((right) => `(${has(right)})::int`).join(', ')})`

/** SQL: the rights of the member `m` on the trip `t` of the owner `o`. */
export const rightsOfMember = rightsText('t.id', ({ name }) => has('m', name))

/** SQL: the rights on the trip `x`, just created by its owner `o`. */
export const rightsOfOwner = rightsText('x.id', ({ needsPro }) => (needsPro ? isPro : 'true'))

/** SQL: no rights, on the deleted trip `x`. */
export const noRights = `concat(x.id, ':-')`

/** The kept row, with values as from the database. */
export async function keptRow<N extends RowKind['name']>(
  db: Queryable,
  kind: RowKind<N>,
  { row }: KeptRow,
): Promise<Row<N> | null> {
  if (row?.id == null) return null
  const columns = columnsOf(kind, new Set(Object.keys(row)))
  const text = (list: string) =>
    `select ${list} from json_populate_record(null::${kind.name}, $1) c`
  const [stored] = await rowsOf(db, columns, text, [snakeKeys(row)])
  return { ...row, ...stored } as Row<N>
}
