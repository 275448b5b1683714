/** Idempotency keys of tests (B4). */
import { randomUUID } from 'node:crypto'
import type { ClientAnswer } from '../client.ts'
import { db, type Person } from '../world.ts'

/** The header with a key that no one has used; or with the one given. */
export const withKey = (key: string = randomUUID()) => ({ 'idempotency-key': key })

/** Whether any part of an answer was kept by an earlier request. */
export const isReplayed = ({ headers }: Pick<ClientAnswer, 'headers'>) =>
  headers['idempotency-replayed'] === 'true'

/** Adds keys of an account, all made so long ago. */
export async function addKeys(count: number, { id }: Person, age: string, holder = '') {
  const text = `insert into idempotency_key
    (account_id, holder, narrowing, key, part, fingerprint, answer, created_at)
    select $1, $4, $4, 'old ' || n || $2, 'body', 'x', '{"data":null}', now() - $2::interval
    from generate_series(1, $3) n`
  await db.query({ text, values: [id, age, count, holder] })
}
