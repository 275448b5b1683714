/**
 * Records that wait for others of their kind: one statement stores many (test/operations/transfer).
 */
import type { PlacedRecord } from './checking.ts'
import { itemKinds, type RecordKind } from './records.ts'

const parents = ['trip', ...itemKinds] as const
/** Kinds that come in numbers, and after which others their rows are stored. */
const before = {
  trip: [],
  member: ['trip'],
  // Only members are assigned to an item.
  ...Object.fromEntries(itemKinds.map((kind) => [kind, ['trip', 'member']])),
  document: parents,
  email: parents,
} as unknown as Record<BatchKind, readonly BatchKind[]>
export type BatchKind = (typeof parents)[number] | 'member' | 'document' | 'email'

/** Rows of one statement; and bytes that wait in all, of records and of files. */
const max = { rows: 200, bytes: 8 * 1024 * 1024 }

export const isBatched = (kind: RecordKind): kind is BatchKind => Object.hasOwn(before, kind)

export class Batches {
  readonly #store: (kind: BatchKind, records: PlacedRecord[]) => Promise<void>
  readonly #waiting = new Map<BatchKind, PlacedRecord[]>()
  #bytes = 0

  /** `store` stores records of one kind, when all that they refer to is stored. */
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

  /** Stores all that waits. */
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
