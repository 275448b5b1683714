/**
 * Writes of the hot path whose request has an idempotency key (test/spec/b4): the same one
 * statement also claims the key and keeps the row that it answers, or does nothing at all. An
 * answer is given again from that row, by the same resolvers.
 */

import type { Queryable } from '../../outside/database/database.ts'
import { has, isPro } from '../access.ts'
import { rights } from '../rights.ts'
import { columnsOf, type Row } from './answers.ts'
import { type HotClaim, keepingSql } from './idempotency-keys.ts'
import { kinds, type RowKind } from './kinds.ts'
import { isStored, rowsOf, snakeKeys } from './rows.ts'

/** A row that was kept; null where a write answered none. */
export interface KeptRow {
  row: Record<string, unknown> | null
}

/** What a write has to do with a key: claim it, or answer what was kept for it. */
export type Keeping = HotClaim | KeptRow

/** The write is not done: it is to be done in a transaction, which handles all that may be. */
export class ColdWrite extends Error {}

/** The mutations whose writes keep their rows, as coordinates. */
export const hotMutations: ReadonlySet<string> = new Set(
  ['Trip', ...kinds.map(({ type }) => type)].flatMap((type) =>
    ['create', 'update', 'delete'].map((verb) => `Mutation.${verb}${type}`),
  ),
)

/** What rows have besides their stored fields. */
const joined = ['owner', 'emails', 'guests', 'collaboratorsCount', '__typename']

export const isKeptRow = (keeping: Keeping | undefined): keeping is KeptRow =>
  keeping !== undefined && 'row' in keeping

/** For what writes more than one statement: refuses to do it with the claim of one. */
export function refuseHot(keeping: Keeping | undefined): void {
  if (keeping && !isKeptRow(keeping)) throw new ColdWrite()
}

/**
 * The claim of a write that answers this selection; undefined without one. Throws ColdWrite if the
 * row does not have all that is selected.
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

/** The ends of a statement that writes the row `c`. */
interface Ends {
  /** Begins the list of common table expressions. */
  first: string
  /** A condition of all that is written; empty without a claim. */
  also: string
  /** Ends that list, and selects the answer. `from` has a row for each one that is to be kept. */
  select(list: string, source: string, keep: { rights: string; from: string }): string
}

const plainEnds: Ends = {
  first: '',
  also: '',
  select: (list, source) => `select ${list} from ${source}`,
}

/** The ends of a write with this claim, whose values are added to those of the write. */
export function endsFor(claim: HotClaim | undefined, values: unknown[]): Ends {
  if (!claim) return plainEnds
  const { first, goes, last } = keepingSql(claim, values)
  return {
    first,
    also: goes,
    select: (list, source, { rights, from }) =>
      `, x as (select ${list} from ${source}) ${last(rights, from)}
    select key_free.goes, key_free.keys as "keyCount", key_free.bytes as "keptBytes", x.*
    from key_free left join x on true`,
  }
}

/** Notes that a write has kept its row, if it has. Throws ColdWrite if it has done nothing. */
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

/** SQL: rights as they are kept (src/core/idempotency/rights.ts). */
const rightsText = (trip: string, has: (right: (typeof rights)[number]) => string) =>
  `concat(${trip}, ':', ${rights.map((right) => `(${has(right)})::int`).join(', ')})`

/** SQL: those of the member `m` on the trip `t` of the owner `o`. */
export const rightsOfMember = rightsText('t.id', ({ name }) => has('m', name))

/** SQL: those on the trip `x` that the owner `o` has just made. */
export const rightsOfOwner = rightsText('x.id', ({ needsPro }) => (needsPro ? isPro : 'true'))

/** SQL: none, on the trip `x` that is gone. */
export const noRights = `concat(x.id, ':-')`

/** The row that was kept, its values as the database gives them. */
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
