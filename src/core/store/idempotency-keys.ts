/**
 * Idempotency keys (test/spec/b4): the outcomes of requests with a key, for a day. All statements
 * on the table are here; they treat older rows as absent.
 */
import type { Queryable } from '../../outside/database/database.ts'
import { type CountedClaim, maxKeptBytes } from './key-counts.ts'
import { rowsOf, typed } from './rows.ts'

/** The idempotency key of a request. */
export interface Claim {
  /** Bytes of the request. */
  size: number
  key: string
  /** A hash of what the client has sent. */
  fingerprint: string
  /** Whether part of the answer was kept by an earlier request. */
  isReplayed?: boolean
  /** Until when the request waits for another one with its key. */
  waitsUntil?: number
}

/** One part of a request with a key: one effect and one answer. */
export interface Claimed extends CountedClaim {
  accountId: number
  /** The hash of the narrowed API key of the request; empty for the account itself. */
  holder: string
  key: string
  part: string
  /** The fingerprint of the request, the same for all parts. */
  fingerprint: string
  /** Maximum keys of the account, if they are to be counted. */
  most: number | null
}

/** The outcome of an earlier request with the key. */
export interface Replay {
  /** The caller's rights after the effect (src/core/idempotency/rights.ts). */
  rights: string
  answer: string
}

/** The outcome of a claim. Only `made` stores anything. */
export type Claiming =
  /** The caller must run the part, in this transaction, and end it with `keepAnswer`. */
  | 'made'
  /** Another transaction is running with this key. */
  | 'running'
  /** The key belongs to another request. */
  | 'reused'
  /** The account has no room for another key. */
  | 'full'
  | Replay

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

/** The parameters of a claim's values, in the order of `valuesOf`: `$1`, `$2`, ... */
type Places = readonly [string, string, string, string, string, string]
const valuesIn = (claimed: Claimed) => [...valuesOf(claimed), claimed.most]

/**
 * SQL: the first request locks its key until the transaction ends, and others see that at once.
 * With an inserted row alone, they would wait for it without a timeout, each with a connection.
 */
const holding = ([account, holder, key, , , most]: Places) => `key_held as materialized (
    select pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', 'idempotency',
        ${account}::int, ${holder}::text, ${key}::text), 0)) as free, ${most}::int as most,
      case when ${most}::int is not null then (
        select count(*)::int from (select distinct holder, key from idempotency_key
          where account_id = ${account}::int and created_at > now() - ${life}) keys) end as keys,
      case when ${most}::int is not null then (
        select least(coalesce(sum(pg_column_size(answer)), 0), 2147483647)::int
        from idempotency_key
        where account_id = ${account}::int and created_at > now() - ${life}) end as bytes)`

const firstPlaces: Places = ['$1', '$2', '$3', '$4', '$5', '$6']

/** SQL: the account has reached its maximum of keys or bytes, if they were counted. */
const isFull = `coalesce(held.keys >= held.most or held.bytes >= ${maxKeptBytes}, false)`

const found = typed<Found>(`held.free as "isFree", exists (select from made) as "isMade",
  exists (select from known where fingerprint <> $5) as "isReused", ${isFull} as "isFull",
  held.keys as "keyCount", held.bytes as "keptBytes",
  mine.rights, mine.answer`)

const claimText = (columns: string) => `with ${holding(firstPlaces)},
  known as (
    select part, fingerprint, rights, answer from idempotency_key k
    where ${whose('k')} and created_at > now() - ${life}),
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
 * Claims a part of a request; the first statement of the transaction that runs it. Undefined if the
 * key was released during the statement: the caller must try again.
 */
export async function claim(tx: Queryable, claimed: Claimed): Promise<Claiming | undefined> {
  const [row] = (await rowsOf(tx, found, claimText, valuesIn(claimed))) as [Found]
  claimed.keyCount = row.keyCount
  claimed.keptBytes = row.keptBytes
  if (row.isMade) return 'made'
  if (row.isReused) return 'reused'
  if (row.answer != null) return { rights: row.rights ?? '', answer: row.answer }
  if (!row.isFree) return 'running'
  return row.isFull ? 'full' : undefined
}

const keepText = (columns: string) => `update idempotency_key k set rights = $6, answer = $7
  where ${whose('k')} and k.part = $4 and k.fingerprint = $5
    and not exists (select from idempotency_key other where ${whose('other')}
      and other.fingerprint <> $5 and other.created_at > now() - ${life})
  returning ${columns}`

/**
 * Keeps the answer; the last statement of the transaction. False if another request turns out to
 * have had the key, because it ended during the claim.
 */
export async function keepAnswer(tx: Queryable, claimed: Claimed, done: Replay): Promise<boolean> {
  const values = [...valuesOf(claimed), done.rights, done.answer]
  return (await rowsOf(tx, typed<{ part: string }>('k.part'), keepText, values)).length > 0
}

/** In the place of rights: those of the key were narrowed since, so that nothing is repeated. */
export const narrowedSince = '*'

const endingText = `
  insert into idempotency_key
    (account_id, holder, key, part, fingerprint, created_at, answer, rights)
  select $1::int, $2, key, part, fingerprint, created_at, '', '${narrowedSince}'
  from idempotency_key where account_id = $1::int and holder = $3
  on conflict (account_id, holder, key, part) do update set rights = excluded.rights`

/** Ends replays of what a key did before it was narrowed; nor does it run again. */
export const endRepetitions = (tx: Queryable, accountId: number, holder: string, before: string) =>
  tx.query({ text: endingText, values: [accountId, holder, before] })

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

/** SQL: the rows to change, skipping locked ones. */
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

/** Removes up to `maxRows` expired rows; returns their number. */
export const removeExpired = (db: Queryable, maxRows: number): Promise<number> =>
  counted(db, maxRows, removing)

const ahead = `created_at > now() + interval '10 minutes'`
const redating = (columns: string) => `with ${dueWhere(ahead)},
  done as (update idempotency_key k set created_at = now() from due where ${same} returning k.part)
  select ${columns} from done`

/** Corrects rows dated in the future by a fast clock, which would otherwise be kept too long. */
export const redate = (db: Queryable, maxRows: number): Promise<number> =>
  counted(db, maxRows, redating)

/** A write that claims its key and keeps its row in a single statement. */
export interface HotClaim extends Claimed {
  /** Whether the statement has kept its row. */
  isKept: boolean
}

/** SQL around such a write. */
interface KeepingSql {
  /** The start of its list of common table expressions. */
  first: string
  /** The condition that the key has no outcome and no running request. */
  goes: string
  /** The end of that list: keeps the row of `x` and the rights, for each row of `from`. */
  last(rights: string, from: string): string
}

/** The SQL of a claim; appends its values to those of the write. */
export function keepingSql(claimed: Claimed, values: unknown[]): KeepingSql {
  const places = valuesIn(claimed).map((value) => `$${values.push(value)}`) as unknown as Places
  const [account, holder, key, part, fingerprint] = places
  return {
    first: `${holding(places)},
      key_free as materialized (
        select keys, bytes, free and not ${isFull}
          and not idempotency_key_is_known(${account}, ${holder}, ${key}) as goes
        from key_held held), `,
    goes: '(select goes from key_free)',
    last: (rights, from) => `, kept as (
      insert into idempotency_key (account_id, holder, key, part, fingerprint, rights, answer)
      select ${account}, ${holder}, ${key}, ${part}, ${fingerprint}, ${rights},
        concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')
      from ${from} where (select goes from key_free) returning part)`,
  }
}
