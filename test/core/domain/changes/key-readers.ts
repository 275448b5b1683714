/** Readers whose keys do less than their account (B5). */
import { type Narrowing, narrowingOf } from '../../../../src/core/narrowing.ts'
import { names, type PersonName } from './scene.ts'

const see = ['can_see_expenses', 'can_see_documents']

/** Keys by name, as they are stored; the first two trips are there from the beginning. */
const keys = {
  'on two trips': { trips: [1, 2], withheld: [] },
  'without expenses': { trips: [], withheld: ['can_see_expenses'] },
  'without documents': { trips: [], withheld: ['can_see_documents'] },
  'without editing': { trips: [], withheld: ['can_edit'] },
  'with all of that': { trips: [1, 3], withheld: [...see, 'can_edit'] },
} as const satisfies Record<string, { trips: number[]; withheld: string[] }>
const keyNames = Object.keys(keys) as (keyof typeof keys)[]

export type ReaderName = PersonName | `${PersonName} ${keyof typeof keys}`

/** The person of a reader, and what the key lacks. */
export function partsOf(name: ReaderName): { person: PersonName; narrowing?: Narrowing } {
  const key = keyNames.find((one) => name.endsWith(` ${one}`))
  if (!key) return { person: name as PersonName }
  const narrowing = narrowingOf({ readOnly: false, ...keys[key] }) as Narrowing
  return { person: name.slice(0, -key.length - 1) as PersonName, narrowing }
}

/** All readers through keys. */
export const keyReaders: readonly ReaderName[] = names.flatMap((person) =>
  keyNames.map((key): ReaderName => `${person} ${key}`),
)
