/** What is read of trips through a key that does less (test/spec/b5-keys-with-less). */
import { describe, expect, it } from 'vitest'
import { maxOperationBytes, Reading } from '../../../src/core/limits/read-budget.ts'
import { narrowingOf } from '../../../src/core/narrowing.ts'
import { kinds } from '../../../src/core/store/kinds.ts'
import type { Reader } from '../../../src/core/store/reader.ts'
import { included, listTrips, visible } from '../../../src/core/store/reads.ts'
import { binder } from '../../../src/core/store/rows.ts'

/** A reader whose key has these limits, and the statements that it sends. */
function readerWith(limits: object) {
  const narrowing = narrowingOf({ readOnly: false, trips: [], withheld: [], ...limits })
  const user = { id: 7, narrowing }
  const sent: { text: string; values: unknown[] }[] = []
  const query = async (statement: { text: string; values: unknown[] }) => {
    sent.push(statement)
    return []
  }
  const reading = new Reading(maxOperationBytes)
  const reader = { viewer: { kind: 'user', user }, db: { query }, reading } as unknown as Reader
  return { reader, user, sent }
}

describe('a key', () => {
  it('finds no trip that it does not name', () => {
    const { reader } = readerWith({ trips: [3] })
    expect(included(reader, 3)).toBe(3)
    expect(() => included(reader, 4)).toThrow('Not found.')
    expect(included(readerWith({}).reader, 4)).toBe(4)
  })

  it('lists the trips that it names', async () => {
    const { reader, sent } = readerWith({ trips: [3, 5] })
    await listTrips(reader, { first: 9, page: 1 }, new Set(['name'])).catch(() => undefined)
    expect(sent[0]?.text).toMatch(/where true and c\.id = any \(\$\d::int\[\]\)/)
    expect(sent[0]?.values).toContainEqual([3, 5])
  })

  it.each(kinds)('shows no $plural if it lacks what they need', (kind) => {
    const { user } = readerWith({ withheld: ['can_see_expenses'] })
    const { user: whole } = readerWith({})
    const isHidden = visible(kind, '$1', user, binder().bind) === 'false'
    expect(isHidden).toBe(kind.isMoney === true)
    expect(visible(kind, '$1', whole, binder().bind)).toContain('from member v')
  })
})
