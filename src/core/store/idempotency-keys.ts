/**
 * Idempotency keys (test/spec/b4): what requests with a key have done, for a day. All statements of
 * the table are here; one that finds an older row treats it as absent.
 */
import type { Queryable } from '../../outside/database/database.ts'
import { type CountedClaim, maxKeptBytes } from './key-counts.ts'
import { rowsOf, typed } from './rows.ts'

/** The key that a request carries. */
export interface Claim {
  /** Bytes of the request. */
  size: number
  key: string
  /** Of what the client has sent. */
  fingerprint: string
  /** Whether part of the answer was kept by an earlier request. */
  isReplayed?: boolean
}

/** Part of a request that has a key: one effect, and one answer. */
export interface Claimed extends CountedClaim {
  accountId: number
  /** The hash of the narrowed key that made the request; empty for the account itself. */
  holder: string
  key: string
  part: string
  /** Of the request: the same for all of its parts. */
  fingerprint: string
  /** How many keys the account may have, if they are to be counted. */
  most: number | null
}

/** What was done, by an earlier request with the key. */
export interface Done {
  /** The caller's rights after it (src/core/idempotency/rights.ts). */
  rights: string
  answer: string
}

/** The outcome of a claim. All but `made` leave nothing. */
export type Claiming =
  /** The part is the caller's to do: in this transaction, which ends with `keepAnswer`. */
  | 'made'
  /** Another transaction does something for this key now. */
  | 'running'
  /** The key belongs to another request. */
  | 'reused'
  /** The account has no room for another key. */
  | 'full'
  | Done

const life = `interval '24 hours'`

const whose = (row: string) =>
  `${row}.account_id = $1::int and ${row}.holder = $2::text and ${row}.key = $3::text`

const valuesOf = ({ accountId, holder, key, part, fingerprint }: Claimed) => [
  ...[accountId, holder, key],
  ...[part, fingerprint],
]

interface Found {
  keyCount: number | null
  keptBytes: number | null
  isFree: boolean
  isMade: boolean
  isReused: boolean
  isFull: boolean
  rights: string | null
  answer: string | null
}

/** The places of a claim's values in a statement, as `valuesOf` orders them: `$1`, `$2`, ... */
type Places = readonly [string, string, string, string, string, string]
const valuesIn = (claimed: Claimed) => [...valuesOf(claimed), claimed.most]

/**
 * SQL: the first request holds its key until the transaction ends, and others learn that at once.
 * For an inserted row alone they would wait, with a connection each and without an end of their
 * own. `key_known` is what was done for the key.
 */
const holding = ([account, holder, key, , , most]: Places) => `key_held as materialized (
    select pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', 'idempotency',
        ${account}::int, ${holder}::text, ${key}::text), 0)) as free, ${most}::int as most,
      case when ${most}::int is not null then (
        select count(*)::int from (select distinct key from idempotency_key
          where account_id = ${account}::int and created_at > now() - ${life}) keys) end as keys,
      case when ${most}::int is not null then (
        select least(coalesce(sum(pg_column_size(answer)), 0), 2147483647)::int
        from idempotency_key
        where account_id = ${account}::int and created_at > now() - ${life}) end as bytes),
  key_known as (
    select part, fingerprint, rights, answer, created_at > now() - ${life} as lives
    from idempotency_key where account_id = ${account}::int and holder = ${holder}::text
      and key = ${key}::text)`

const firstPlaces: Places = ['$1', '$2', '$3', '$4', '$5', '$6']

/** SQL: the account has as many keys, or bytes, as it may have, if they were counted. */
const isFull = `coalesce(held.keys >= held.most or held.bytes >= ${maxKeptBytes}, false)`

const found = typed<Found>(`held.free as "isFree", exists (select from made) as "isMade",
  exists (select from known where fingerprint <> $5) as "isReused", ${isFull} as "isFull",
  held.keys as "keyCount", held.bytes as "keptBytes",
  mine.rights, mine.answer`)

const claimText = (columns: string) => `with ${holding(firstPlaces)},
  known as (select * from key_known where lives),
  made as (
    insert into idempotency_key as k (account_id, holder, key, part, fingerprint)
    select $1, $2, $3, $4, $5 from key_held held
    where free and not exists (select from known where part = $4 or fingerprint <> $5)
      and (not ${isFull} or exists (select from known))
    on conflict (account_id, holder, key, part) do update
      set fingerprint = $5, rights = '', answer = null, created_at = excluded.created_at
      where k.created_at <= now() - ${life}
    returning k.part)
  select ${columns} from key_held held left join known mine on mine.part = $4::text`

/**
 * Claims a part of a request, as the first statement of the transaction that does it. Undefined if
 * the key has been let go of since the statement began: to be asked again.
 */
export async function claim(tx: Queryable, claimed: Claimed): Promise<Claiming | undefined> {
  const [row] = await rowsOf(tx, found, claimText, valuesIn(claimed))
  claimed.keyCount = row?.keyCount
  claimed.keptBytes = row?.keptBytes
  if (row?.isMade) return 'made'
  if (row?.isReused) return 'reused'
  if (row?.answer != null) return { rights: row.rights ?? '', answer: row.answer }
  if (!row?.isFree) return 'running'
  return row.isFull ? 'full' : undefined
}

const keepText = (columns: string) => `update idempotency_key k set rights = $6, answer = $7
  where ${whose('k')} and k.part = $4 and k.fingerprint = $5
    and not exists (select from idempotency_key other where ${whose('other')}
      and other.fingerprint <> $5 and other.created_at > now() - ${life})
  returning ${columns}`

/**
 * Keeps the answer, as the last statement of the transaction. False if another request has had the
 * key after all, which ended while this one claimed it.
 */
export async function keepAnswer(tx: Queryable, claimed: Claimed, done: Done): Promise<boolean> {
  const values = [...valuesOf(claimed), done.rights, done.answer]
  return (await rowsOf(tx, typed<{ part: string }>('k.part'), keepText, values)).length > 0
}

const reusedText = (columns: string) => `select ${columns} from idempotency_key k
  where ${whose('k')} and k.fingerprint <> $4 and k.created_at > now() - ${life} limit 1`

/** Whether the key belongs to another request. */
export async function isReused(
  db: Queryable,
  { accountId, holder, key, fingerprint }: Omit<Claimed, 'part'>,
): Promise<boolean> {
  const values = [accountId, holder, key, fingerprint]
  return (await rowsOf(db, typed<{ part: string }>('k.part'), reusedText, values)).length > 0
}

const seconds = typed<{ seconds: number }>(
  `ceil(extract(epoch from min(created_at) + ${life} - now()))::int as seconds`,
)

/** Seconds until the account has room for another key. */
export async function secondsUntilRoom(db: Queryable, accountId: number): Promise<number> {
  const text = (columns: string) => `select ${columns} from idempotency_key
    where account_id = $1::int and created_at > now() - ${life}`
  const [row] = await rowsOf(db, seconds, text, [accountId])
  return Math.max(1, row?.seconds ?? 1)
}

/** SQL: rows that are to change, without waiting for those that somebody holds. */
const dueWhere = (where: string) => `due as materialized (
    select account_id, holder, key, part from idempotency_key where ${where}
    order by created_at limit $1 for update skip locked)`
const same = `(k.account_id, k.holder, k.key, k.part)
  = (due.account_id, due.holder, due.key, due.part)`
const count = typed<{ count: number }>('count(*)::int as count')

async function counted(db: Queryable, maxRows: number, text: (columns: string) => string) {
  const [row] = await rowsOf(db, count, text, [maxRows])
  return row?.count ?? 0
}

const removing = (columns: string) => `with ${dueWhere(`created_at <= now() - ${life}`)},
  done as (delete from idempotency_key k using due where ${same} returning k.part)
  select ${columns} from done`

/** Removes that many expired rows at most; returns how many. */
export const removeExpired = (db: Queryable, maxRows: number): Promise<number> =>
  counted(db, maxRows, removing)

const ahead = `created_at > now() + interval '10 minutes'`
const redating = (columns: string) => `with ${dueWhere(ahead)},
  done as (update idempotency_key k set created_at = now() from due where ${same} returning k.part)
  select ${columns} from done`

/** Dates rows anew that a clock has dated ahead, which would be kept for ever. */
export const redate = (db: Queryable, maxRows: number): Promise<number> =>
  counted(db, maxRows, redating)

/** A write that claims its key and keeps its row by itself, in its one statement. */
export interface HotClaim extends Claimed {
  /** Whether it has. */
  isKept: boolean
}

/** SQL around such a write. */
export interface KeepingSql {
  /** Begins its list of common table expressions. */
  first: string
  /** Whether nothing was done for the key, and nothing is being done. */
  goes: string
  /** Ends that list: keeps the row of `x`, and the rights, for each row of `from`. */
  last(rights: string, from: string): string
}

/** The SQL of a claim, whose values are added to those of the write. */
export function keepingSql(claimed: Claimed, values: unknown[]): KeepingSql {
  const places = valuesIn(claimed).map((value) => `$${values.push(value)}`) as unknown as Places
  const [account, holder, key, part, fingerprint] = places
  return {
    first: `${holding(places)},
      key_free as materialized (
        select keys, bytes, free and not ${isFull} and not exists (select from key_known) as goes
        from key_held held), `,
    goes: '(select goes from key_free)',
    last: (rights, from) => `, kept as (
      insert into idempotency_key (account_id, holder, key, part, fingerprint, rights, answer)
      select ${account}, ${holder}, ${key}, ${part}, ${fingerprint}, ${rights},
        concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
      from ${from} where (select goes from key_free) returning part)`,
  }
}
