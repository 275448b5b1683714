/** Idempotency keys of tests (B4). */
import { randomUUID } from 'node:crypto'
import type { ClientAnswer } from '../client.ts'

/** The header with a key that no one has used; or with the one given. */
export const withKey = (key: string = randomUUID()) => ({ 'idempotency-key': key })

/** Whether any part of an answer was kept by an earlier request. */
export const isReplayed = ({ headers }: Pick<ClientAnswer, 'headers'>) =>
  headers['idempotency-replayed'] === 'true'
