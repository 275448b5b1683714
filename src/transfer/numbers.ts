/** The numbers that replace ids in an export, and the people that it names. */
import type { Prisma } from '../generated/prisma/client.ts'
import { parentKinds } from '../permissions/parent-kinds.ts'

export class Numbers {
  readonly #tx: Prisma.TransactionClient
  readonly #ownId: number
  readonly #write: (record: object) => Promise<void>
  readonly #known = new Map<string, Map<number, number>>()

  constructor(
    tx: Prisma.TransactionClient,
    ownId: number,
    write: (record: object) => Promise<void>,
  ) {
    this.#tx = tx
    this.#ownId = ownId
    this.#write = write
  }

  #ofKind(kind: string): Map<number, number> {
    const known = this.#known.get(kind) ?? new Map<number, number>()
    this.#known.set(kind, known)
    return known
  }

  /** The number of a row that is new here: those of a kind are counted from 1. */
  next(kind: string, id: number): number {
    const known = this.#ofKind(kind)
    known.set(id, known.size + 1)
    return known.size
  }

  /** The number of a row that has one. */
  of(kind: string, id: number): number {
    return this.#ofKind(kind).get(id) ?? 0
  }

  /** What an email or a document is attached to; null for nothing. */
  parent(row: { [Kind in (typeof parentKinds)[number] as `${Kind}Id`]: number | null }) {
    const kind = parentKinds.find((one) => row[`${one}Id`] !== null)
    return kind ? { kind, id: this.of(kind, row[`${kind}Id`] as number) } : null
  }

  /** The number of a person; writes its record before the first use. null: the account itself. */
  async person(id: number | null): Promise<number | null> {
    if (id === null || id === this.#ownId) return null
    const known = this.of('person', id)
    if (known > 0) return known
    const where = { where: { id }, select: { email: true } }
    const { email } = await this.#tx.user.findUniqueOrThrow(where)
    const number = this.next('person', id)
    await this.#write({ kind: 'person', id: number, email })
    return number
  }
}
