/** The numbers that replace ids in an export, and the people in it. */

import { parentKinds } from '../../core/parent-kinds.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

export class Numbers {
  readonly #tx: Prisma.TransactionClient
  readonly #ownId: number
  readonly #write: (record: object) => Promise<void>
  readonly #counts = new Map<string, number>()
  readonly #known = new Map<string, Map<number, number>>()
  readonly #people = new Map<number, number>()

  constructor(
    tx: Prisma.TransactionClient,
    ownId: number,
    write: (record: object) => Promise<void>,
  ) {
    this.#tx = tx
    this.#ownId = ownId
    this.#write = write
  }

  /**
   * Numbers rows, starting at 1 for each kind. Forgets earlier rows of the kind, so that memory use
   * does not grow with the account.
   */
  number(kind: string, rows: readonly { id: number }[]): void {
    const before = this.#counts.get(kind) ?? 0
    this.#counts.set(kind, before + rows.length)
    this.#known.set(kind, new Map(rows.map(({ id }, at) => [id, before + at + 1])))
  }

  /** The number of a row among those of its kind that were numbered last. */
  of(kind: string, id: number): number {
    const number = this.#known.get(kind)?.get(id)
    if (number === undefined) throw new Error(`the ${kind} has no number`)
    return number
  }

  /** The parent of an email or a document, or null. */
  parent(row: { [Kind in (typeof parentKinds)[number] as `${Kind}Id`]: number | null }) {
    const kind = parentKinds.find((one) => row[`${one}Id`] !== null)
    return kind ? { kind, id: this.of(kind, row[`${kind}Id`] as number) } : null
  }

  /** The number of a person; writes its record before the first use. null: the account itself. */
  async person(id: number | null): Promise<number | null> {
    if (id === null || id === this.#ownId) return null
    const known = this.#people.get(id)
    if (known !== undefined) return known
    const where = { where: { id }, select: { email: true } }
    const { email } = await this.#tx.user.findUniqueOrThrow(where)
    const number = this.#people.size + 1
    this.#people.set(id, number)
    await this.#write({ kind: 'person', id: number, email })
    return number
  }
}
