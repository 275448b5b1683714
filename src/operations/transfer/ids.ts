/** The ids here of what an export has numbered (test/operations/transfer). */
import type { ParentKind } from '../../core/parent-kinds.ts'
import { attachedTo } from '../../core/permissions/parents.ts'
import type { RecordKind } from './records.ts'

export class Ids {
  /** The id of the account. */
  account = 0
  readonly #ids = new Map<RecordKind, number[]>()

  /** Rows of a kind were stored: those with the next numbers. */
  add(kind: RecordKind, ids: readonly number[]): void {
    const known = this.#ids.get(kind) ?? []
    this.#ids.set(kind, known)
    known.push(...ids)
  }

  of(kind: RecordKind, number: unknown): number {
    return this.#ids.get(kind)?.[(number as number) - 1] ?? 0
  }

  /** The user that a person of the export is here; null is the account itself. 0: none. */
  user(person: unknown): number {
    return person === null ? this.account : this.of('person', person)
  }

  /** The new owner of a row: the account, if the person has none here. */
  owner = (person: unknown): number => this.user(person) || this.account

  /** What an email or a document is attached to, as its row has it. */
  parent(at: unknown) {
    if (!at) return {}
    const { kind, id } = at as { kind: ParentKind; id: number }
    return attachedTo({ kind, id: this.of(kind, id) })
  }
}
