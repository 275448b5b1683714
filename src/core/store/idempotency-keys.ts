/**
 * Idempotency keys (test/spec/b4): the outcomes of requests with a key, for a day. All statements
 * on the table are here; they treat older rows as absent.
 */
import type { Queryable } from '../../outside/database/database.ts'
import { type CountedClaim, maxKeptBytes, maxKeys } from './key-counts.ts'
import { oneRowOf, rowsOf, typed } from './rows.ts'

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

/** The key of a request, as its caller holds it. */
export interface OwnKey {
  accountId: number
  key: string
  /** The hash of the caller's API key; empty for a token. */
  holder: string
  /** What that key lacks; empty for one without limits, which acts for the account. */
  narrowing: string
  /** The fingerprint of the request, the same for all parts. */
  fingerprint: string
}

/** One part of a request with a key: one effect and one answer. */
export interface Claimed extends OwnKey, CountedClaim {
  part: string
  /** Maximum keys of the account, if they are to be counted. */
  most: number | null
}

/** The outcome of an earlier request with the key. */
export interface Replay {
  /** What the key lacked that made the request. */
  narrowing: string
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

const ownValues = ({ accountId, key, holder, narrowing, fingerprint }: OwnKey) => [
  ...[accountId, key, holder],
  ...[narrowing, fingerprint],
]

/** The parameters of a claim's values, in the order of `valuesIn`: `$1`, `$2`, ... */
type Places = readonly [string, string, string, string, string, string, string]
const valuesIn = (claimed: Claimed) => [...ownValues(claimed), claimed.part, claimed.most]

/** SQL: what is known of the key, which is locked until the transaction ends. */
const holding = ([account, key, holder, narrowing, , , most]: Places) =>
  `hold_idempotency_key(${account}::int, ${key}::text, ${holder}::text, ${narrowing}::text,
    ${most}::int is not null) held`

/** SQL: whether the account has reached its maximum of keys or bytes, if they were counted. */
const isFull = ([, , , , , , most]: Places) =>
  `coalesce(held.keys >= ${most} or held.bytes >= ${maxKeptBytes}, false)`

/** SQL: stores a row. While the key is held, only an expired one can be in its place. */
const storing = ([...places]: Places, kept: readonly [string, string], from: string) =>
  `insert into idempotency_key
      (account_id, key, holder, narrowing, fingerprint, part, rights, answer)
    select ${[...places.slice(0, -1), ...kept].join(', ')} from ${from}
    on conflict (account_id, key, holder, part) do update set narrowing = excluded.narrowing,
      fingerprint = excluded.fingerprint, rights = excluded.rights, answer = excluded.answer,
      created_at = excluded.created_at
    returning part`

interface Found {
  keyCount: number | null
  keptBytes: number | null
  isFree: boolean
  isMade: boolean
  isReused: boolean
  isFull: boolean
  /** Of a kept answer; all three are null without one. */
  narrowing: string
  rights: string
  answer: string | null
}

const firstPlaces: Places = ['$1', '$2', '$3', '$4', '$5', '$6', '$7']

const found = typed<Found>(`held.is_free as "isFree", exists (select from made) as "isMade",
  exists (select from known where fingerprint <> $5) as "isReused",
  ${isFull(firstPlaces)} as "isFull", held.keys as "keyCount", held.bytes as "keptBytes",
  mine.narrowing, mine.rights, mine.answer`)

const claimText = (columns: string) => `with
  held as materialized (select * from ${holding(firstPlaces)}),
  known as (select k.* from held, unnest(held.known) k),
  made as (${storing(
    firstPlaces,
    [`''`, 'null'],
    `held where is_free and not ${isFull(firstPlaces)}
      and not exists (select from known where part = $6 or fingerprint <> $5)`,
  )})
  select ${columns} from held left join known mine on mine.part = $6`

/** Claims a part of a request; the first statement of the transaction that runs it. */
export async function claim(tx: Queryable, claimed: Claimed): Promise<Claiming> {
  const row = await oneRowOf(tx, found, claimText, valuesIn(claimed))
  claimed.keyCount = row.keyCount
  claimed.keptBytes = row.keptBytes
  if (row.isMade) return 'made'
  if (row.isReused) return 'reused'
  const { narrowing, rights, answer } = row
  if (answer !== null) return { narrowing, rights, answer }
  return row.isFree ? 'full' : 'running'
}

const keepText = (columns: string) => `update idempotency_key set rights = $5, answer = $6
  where account_id = $1 and key = $2 and holder = $3 and part = $4 returning ${columns}`

const ofPart = typed<{ part: string }>('part')

/** Keeps the answer; the last statement of the transaction. */
export async function keepAnswer(
  tx: Queryable,
  { accountId, key, holder, part }: Claimed,
  { rights, answer }: Omit<Replay, 'narrowing'>,
): Promise<void> {
  await rowsOf(tx, ofPart, keepText, [accountId, key, holder, part, rights, answer])
}

const reusedText = (columns: string) => `select ${columns}
  from known_idempotency_keys($1, $2, $3, $4) where fingerprint <> $5 limit 1`

/** Whether the key belongs to another request. */
export const isReused = async (db: Queryable, own: OwnKey): Promise<boolean> =>
  (await rowsOf(db, ofPart, reusedText, ownValues(own))).length > 0

const roomText = (columns: string) => `with live as (
    select key, case when narrowing <> '' then holder end as own, created_at,
      pg_column_size(answer) as bytes
    from idempotency_key where account_id = $1::int and created_at > now() - ${life}),
  last as (
    select greatest(
      (select max(created_at) as last from live group by key, own
        order by last desc offset ${maxKeys - 1} limit 1),
      (select max(created_at) from (
          select created_at, sum(bytes) over (order by created_at desc) as kept from live) newer
        where kept >= ${maxKeptBytes})) as made)
  select ${columns} from last`

const seconds = typed<{ seconds: number | null }>(
  `ceil(extract(epoch from made + ${life} - now()))::int as seconds`,
)

/**
 * Seconds until the account has room for another key: until so many are older than a day, each
 * with all of its parts, that the others are below both limits.
 */
export async function secondsUntilRoom(db: Queryable, accountId: number): Promise<number> {
  const row = await oneRowOf(db, seconds, roomText, [accountId])
  return Math.max(1, row.seconds ?? 1)
}

/**
 * SQL: the rows to change, skipping locked ones. Locked, they stay in their places; in a join by
 * key, PostgreSQL expects so many that it reads the whole table.
 */
const dueWhere = (where: string) => `due as materialized (
    select ctid as place from idempotency_key where ${where}
    order by created_at limit $1 for update skip locked)`
const same = 'k.ctid = any (array(select place from due))'
const count = typed<{ count: number }>('count(*)::int as count')

async function counted(db: Queryable, maxRows: number, text: (columns: string) => string) {
  return (await oneRowOf(db, count, text, [maxRows])).count
}

const removing = (columns: string) => `with ${dueWhere(`created_at <= now() - ${life}`)},
  done as (delete from idempotency_key k where ${same} returning k.part)
  select ${columns} from done`

/** Removes up to `maxRows` expired rows; returns their number. */
export const removeExpired = (db: Queryable, maxRows: number): Promise<number> =>
  counted(db, maxRows, removing)

const ahead = `created_at > now() + interval '10 minutes'`
const redating = (columns: string) => `with ${dueWhere(ahead)},
  done as (update idempotency_key k set created_at = now() where ${same} returning k.part)
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
  return {
    first: `key_free as materialized (
        select held.keys, held.bytes,
          held.is_free and cardinality(held.known) = 0 and not ${isFull(places)} as goes
        from ${holding(places)}), `,
    goes: '(select goes from key_free)',
    last: (rights, from) =>
      `, kept as (${storing(
        places,
        [rights, `concat('{"row":', coalesce(to_json(x)::text, 'null'), '}')`],
        `${from} where (select goes from key_free)`,
      )})`,
  }
}
