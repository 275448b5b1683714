/** Keys that may do less than their accounts: what is left of trips and rights (test/spec/b5). */
import { describe, expect, it } from 'vitest'
import {
  includesTrip,
  isPart,
  lacks,
  narrowed,
  narrowingOf,
  narrowingText,
  sightOf,
} from '../../src/core/narrowing.ts'

const stored = { readOnly: false, trips: [] as number[], withheld: [] as string[] }
/** An account with a key that has these limits. */
const holder = (limits: Partial<typeof stored> = {}) => ({
  id: 7,
  narrowing: narrowingOf({ ...stored, ...limits }),
})
const whole = holder()
const readOnly = holder({ readOnly: true })
const ofTrips = holder({ trips: [10, 9] })
const withoutExpenses = holder({ withheld: ['can_see_expenses'] })

describe('keys: the limits of a stored one', () => {
  it('a key without any is not narrowed', () => {
    expect(narrowingOf(stored)).toBeUndefined()
  })

  it('one alone leaves the others open', () => {
    const none = new Set()
    const [reading, some] = [holder({ readOnly: true }), holder({ trips: [10, 9] })]
    expect(reading.narrowing).toEqual({ readOnly: true, trips: undefined, withheld: none })
    expect(some.narrowing).toEqual({ readOnly: false, trips: [10, 9], withheld: none })
  })

  it.each<[string, string[]]>([
    ['can_add_guests', ['canAddGuests']],
    ['can_see_expenses', ['canEditExpenses', 'canSeeExpenses']],
    ['can_see_documents', ['canEditDocuments', 'canSeeDocuments']],
    ['can_edit', ['canAddGuests', 'canEdit', 'canEditDocuments', 'canEditExpenses', 'isOwner']],
    ['is_owner', []],
    ['is_travelling', []],
  ])('%s withholds %j', (column, names) => {
    const { narrowing } = holder({ withheld: [column] })
    expect([...(narrowing?.withheld ?? [])].sort()).toEqual(names)
    expect(narrowing).toMatchObject({ readOnly: false, trips: undefined })
  })
})

describe('keys: a part of an account', () => {
  it('it has some trips, or lacks some right; reading alone is the whole', () => {
    expect([whole, readOnly, ofTrips, withoutExpenses].map(isPart)).toEqual([
      ...[false, false, true, true],
    ])
  })

  it('it includes the trips of its list; without a list, all', () => {
    expect([whole, readOnly, withoutExpenses].map((one) => includesTrip(one, 9))).toEqual([
      ...[true, true, true],
    ])
    expect([9, 10, 11].map((id) => includesTrip(ofTrips, id))).toEqual([true, true, false])
  })

  it('it lacks the rights that are withheld', () => {
    expect(lacks(withoutExpenses, 'canEditExpenses')).toBe(true)
    expect(lacks(withoutExpenses, 'canEdit')).toBe(false)
    expect([whole, ofTrips].map((one) => lacks(one, 'canSeeExpenses'))).toEqual([false, false])
  })

  it('its rights on a trip are those of the account, except what is withheld', () => {
    const held = { tripId: 9, canEdit: true, canSeeExpenses: true }
    const left = { tripId: 9, canEdit: true, canSeeExpenses: false }
    expect(narrowed(withoutExpenses, held)).toStrictEqual(left)
    expect(held.canSeeExpenses).toBe(true)
  })

  it('nothing withheld makes no copy of the rights', () => {
    const held = { canEdit: true }
    for (const one of [whole, readOnly, ofTrips]) expect(narrowed(one, held)).toBe(held)
  })
})

describe('keys: what one sees, as a text', () => {
  it('it is empty for the whole account', () => {
    expect([whole, readOnly].map(sightOf)).toEqual(['', ''])
  })

  it('it is equal for equal limits in any order', () => {
    expect(sightOf(holder({ trips: [9, 10] }))).toBe(sightOf(ofTrips))
    const withheld = ['can_see_documents', 'can_add_guests']
    const narrowing = holder({ withheld }).narrowing
    const turned = { readOnly: true, trips: undefined, withheld: new Set(narrowing?.withheld) }
    const order = [...turned.withheld].reverse()
    expect(sightOf({ id: 8, narrowing: { ...turned, withheld: new Set(order) } })).toBe(
      sightOf({ id: 7, narrowing }),
    )
  })

  it('it differs for other trips and other rights', () => {
    const texts = [ofTrips, holder({ trips: [9] }), withoutExpenses, whole].map(sightOf)
    expect(new Set(texts).size).toBe(4)
  })

  it('with whether it only reads, it is what idempotency keys are bound to', () => {
    const reading = holder({ readOnly: true, trips: [9] })
    expect([whole, readOnly, ofTrips, reading].map(narrowingText)).toEqual([
      ...['', 'readOnly ', '[true,[[9,10],[]]]', 'readOnly [true,[[9],[]]]'],
    ])
  })

  it('it stays as it is, because clients hold it in their positions', () => {
    expect(sightOf(ofTrips)).toBe('[true,[[9,10],[]]]')
    expect(sightOf(withoutExpenses)).toBe('[false,[[],["canEditExpenses","canSeeExpenses"]]]')
  })
})
