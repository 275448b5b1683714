/** The fields that a record takes from its row as they are (test/operations/transfer). */
import { inputFieldsOf, itemKinds, type RecordKind } from './records.ts'

const item = ['createdAt', 'updatedAt', 'deletedAt']
/** Beside those that the mutations of the kind set. */
const more: Partial<Record<RecordKind, readonly string[]>> = {
  account: [
    ...['isPremium', 'isTripitConnected', 'isNewsletterSubscriber', 'premiumExpirationDate'],
    ...['lastActivityDate', 'createdAt'],
  ],
  address: ['verified', 'createdAt'],
  category: ['createdAt', 'deletedAt'],
  trip: ['createdAt', 'deletedAt'],
  ...{ ...Object.fromEntries(itemKinds.map((kind) => [kind, item])), document: item },
}

const namesOf = new Map<RecordKind, readonly string[]>()

/** In the order of their names. */
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
