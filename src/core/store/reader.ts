/** What the hot path needs of a request; its context has all of it (../context.ts). */
import type { Queryable } from '../../outside/database/database.ts'
import type { Access } from '../access.ts'
import type { Reading } from '../limits/reading.ts'
import type { Viewer } from './viewer.ts'

export interface Reader {
  viewer: Viewer
  db: Queryable
  /** How much this run of an operation may read. */
  reading: Reading
  /** What the viewer may do on a trip; null without access. */
  access(tripId: number): Promise<Access | null>
  /** What several reads of this request share, such as a loader: made once for a key. */
  shared<Value>(key: string, make: () => Value): Value
}
