/** Checks the references between the records of an export (test/operations/transfer). */
import { wrong } from '../../base/values.ts'
import { itemKinds, type ReadRecord, type RecordKind } from './records.ts'

const numbered: readonly RecordKind[] = ['person', 'trip', ...itemKinds]

/**
 * Checks one record after the other. A record refers only to earlier ones, numbered from 1 within
 * each kind. Throws WrongValue for an invalid reference.
 */
export class References {
  readonly #counts = new Map<string, number>()
  readonly #members = new Set<string>()

  counted(kind: string): number {
    return this.#counts.get(kind) ?? 0
  }

  check({ kind, fields }: ReadRecord): void {
    const number = this.counted(kind) + 1
    if ((kind === 'account') !== (this.#counts.size === 0)) {
      wrong('the first record must be the only account')
    }
    this.#counts.set(kind, number)
    if (numbered.includes(kind) && fields.id !== number) {
      wrong(`id must be ${number}: records of a kind are numbered from 1`)
    }
    this.#find('trip', fields.trip)
    for (const person of [fields.person, fields.owner, ...((fields.assigned ?? []) as [])]) {
      this.#find('person', person)
    }
    if (fields.at) {
      const { kind, id } = fields.at as { kind: string; id: number }
      this.#find(kind, id)
    }
    if (kind === 'favorite' && !fields.pending && fields.person === null) {
      wrong('a confirmed favorite must name a person')
    }
    if (kind === 'member') this.#checkMember(fields)
  }

  #find(kind: string, id: unknown): void {
    if (id === undefined || id === null) return
    if ((id as number) > this.counted(kind)) {
      wrong(`there is no ${kind} ${id} before this record`)
    }
  }

  #checkMember({ trip, person }: ReadRecord['fields']): void {
    const key = `${trip} ${person}`
    if (this.#members.has(key)) wrong('the person is a member of the trip twice')
    this.#members.add(key)
  }
}
