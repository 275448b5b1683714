/** Collects records of a kind, to store many with one statement (test/operations/transfer). */
import { mebi } from '../../base/values.ts'
import type { PlacedRecord } from './checking.ts'
import { itemKinds, type RecordKind } from './records.ts'

const parents = ['trip', ...itemKinds] as const
/** Kinds that are stored in batches, and the kinds whose rows must be stored before. */
const before = {
  trip: [],
  member: ['trip'],
  // Only members can be assigned to an item.
  ...Object.fromEntries(itemKinds.map((kind) => [kind, ['trip', 'member']])),
  document: parents,
  email: parents,
} as unknown as Record<BatchKind, readonly BatchKind[]>
export type BatchKind = (typeof parents)[number] | 'member' | 'document' | 'email'

/** Maximum rows per statement, and bytes of waiting records and files. */
const max = { rows: 200, bytes: 8 * mebi }

export const isBatched = (kind: RecordKind): kind is BatchKind => Object.hasOwn(before, kind)

export class Batches {
  readonly #store: (kind: BatchKind, records: PlacedRecord[]) => Promise<void>
  readonly #waiting = new Map<BatchKind, PlacedRecord[]>()
  #bytes = 0

  /** `store` receives records of one kind, after all that they refer to are stored. */
  constructor(store: (kind: BatchKind, records: PlacedRecord[]) => Promise<void>) {
    this.#store = store
  }

  async add(kind: BatchKind, record: PlacedRecord): Promise<void> {
    const waiting = this.#waiting.get(kind) ?? []
    this.#waiting.set(kind, waiting)
    waiting.push(record)
    this.#bytes += record.bytes
    if (this.#bytes > max.bytes) await this.flush()
    else if (waiting.length >= max.rows) await this.#flush(kind)
  }

  /** Stores all waiting records. */
  async flush(): Promise<void> {
    for (const kind of this.#waiting.keys()) await this.#flush(kind)
  }

  async #flush(kind: BatchKind): Promise<void> {
    for (const other of before[kind]) await this.#flush(other)
    const records = this.#waiting.get(kind) ?? []
    this.#waiting.set(kind, [])
    this.#bytes -= records.reduce((sum, { bytes }) => sum + bytes, 0)
    if (records.length > 0) await this.#store(kind, records)
  }
}
