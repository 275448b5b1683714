/** Maps the numbers of an export to new ids (test/operations/transfer). */
import type { ParentKind } from '../../core/parent-kinds.ts'
import { attachedTo } from '../../core/permissions/parents.ts'
import type { RecordKind } from './records.ts'

export class Ids {
  /** The id of the imported account. */
  account = 0
  readonly #ids = new Map<RecordKind, number[]>()

  /** Records the ids of the next rows of a kind. */
  add(kind: RecordKind, ids: readonly number[]): void {
    const known = this.#ids.get(kind) ?? []
    this.#ids.set(kind, known)
    known.push(...ids)
  }

  of(kind: RecordKind, number: unknown): number {
    return this.#ids.get(kind)?.[(number as number) - 1] ?? 0
  }

  /**
   * The user id of a person; null is the account itself. Returns 0 for a person without an account
   * here.
   */
  user(person: unknown): number {
    return person === null ? this.account : this.of('person', person)
  }

  /** The new owner of a row: the imported account, if the person has no account here. */
  owner = (person: unknown): number => this.user(person) || this.account

  /** The parent columns of an email or a document. */
  parent(at: unknown) {
    if (!at) return {}
    const { kind, id } = at as { kind: ParentKind; id: number }
    return attachedTo({ kind, id: this.of(kind, id) })
  }
}
