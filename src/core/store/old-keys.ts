/** Removes old idempotency keys (src/core/idempotency/cleaning.ts), and ends repetitions. */
import type { Queryable } from '../../outside/database/database.ts'
import { life } from './idempotency-keys.ts'
import { rowsOf, typed } from './rows.ts'

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

/** In the place of rights: those of the key were narrowed since, so that nothing is repeated. */
export const narrowedSince = '*'

const ending = `insert into idempotency_key
    (account_id, holder, key, part, fingerprint, created_at, answer, rights)
  select $1::int, $2, key, part, fingerprint, created_at, '', '${narrowedSince}'
  from idempotency_key where account_id = $1::int and holder = $3 and answer is not null
  on conflict (account_id, holder, key, part) do update set rights = excluded.rights`

/** Ends the repetitions of what a key did before it was narrowed; nor is anything done twice. */
export const endRepetitions = (tx: Queryable, accountId: number, holder: string, before: string) =>
  tx.query({ text: ending, values: [accountId, holder, before] })
