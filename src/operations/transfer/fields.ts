/** The fields that a record copies from its row (test/operations/transfer). */
import { words } from '../../base/names.ts'
import { inputFieldsOf, itemKinds, type RecordKind } from './records.ts'

const item = ['createdAt', 'updatedAt', 'deletedAt']
/** In addition to those that the kind's mutations set. */
const more: Partial<Record<RecordKind, readonly string[]>> = {
  account: words(`
    isPremium isTripitConnected isNewsletterSubscriber premiumExpirationDate lastActivityDate
    createdAt`),
  address: ['verified', 'createdAt'],
  category: ['createdAt', 'deletedAt'],
  trip: ['createdAt', 'deletedAt'],
  ...Object.fromEntries(itemKinds.map((kind) => [kind, item])),
  document: item,
}

const namesOf = new Map<RecordKind, readonly string[]>()

/** The fields of a record, ordered by name. */
export function recordFields(kind: RecordKind, row: object): Record<string, unknown> {
  const names =
    namesOf.get(kind) ?? [...new Set([...inputFieldsOf(kind), ...(more[kind] ?? [])])].sort()
  namesOf.set(kind, names)
  const fields: Record<string, unknown> = {}
  for (const name of names) {
    const value: unknown = Reflect.get(row, name)
    if (value !== undefined) fields[name] = value
  }
  return fields
}
