/** The part of a request's context (../context.ts) that the hot path needs. */
import type { Queryable } from '../../outside/database/database.ts'
import type { Access } from '../access.ts'
import type { Reading } from '../limits/read-budget.ts'
import type { Viewer } from './viewer.ts'

export interface Reader {
  viewer: Viewer
  db: Queryable
  /** The budget of this run of an operation. */
  reading: Reading
  /** The viewer's access to a trip; null without any. */
  access(tripId: number): Promise<Access | null>
  /** A value that reads of this request share, such as a loader; created once per key. */
  shared<Value>(key: string, make: () => Value): Value
}
