/** B2: what is new for a copy, and what of it a copy was sent. */
import { describe, expect, it } from 'vitest'
import {
  kindOf,
  seenDepartures,
  sentBefore,
} from '../../../../src/core/domain/changes/departures.ts'
import {
  changedPlaces,
  heldOf,
  isStale,
  nothingOf,
} from '../../../../src/core/domain/changes/places.ts'
import {
  type Begun,
  nothingHeld,
  type PlaceKind,
  type Position,
} from '../../../../src/core/domain/changes/position.ts'
import type { Departed } from '../../../../src/core/queries/changes.ts'
import type { Versions } from '../../../../src/core/queries/versions.ts'

const most = 2 ** 31 - 1
const now: Versions = {
  ...{ account: 5, isPart: false, history: '' },
  trips: new Map([
    [12, { version: 3, rights: 127 }],
    [9, { version: 4, rights: 1 }],
    [30, { version: 1, rights: 1 }],
  ]),
  categories: [
    [4, 2],
    [20, 6],
  ],
}
const held: Position = {
  account: 5,
  categories: new Map(now.categories),
  trips: new Map([...now.trips].reverse()),
}
const begunAt = (kind: PlaceKind, id: number, more: Partial<Begun> = {}): Begun => ({
  ...{ kind, id, base: 0, after: [0, 0, 0], version: 1, departed: [0, 0], rights: 0 },
  ...more,
})
const placesFor = (more: Partial<Position>, versions: Partial<Versions> = {}) =>
  changedPlaces(1, { ...now, ...versions }, { ...held, ...more }).map(
    ({ kind, id, isLost }) => `${kind} ${id}${isLost ? ' lost' : ''}`,
  )
const all = ['account 1', 'categories 4', 'categories 20', 'trip 9', 'trip 12', 'trip 30']

describe('B2 the places that are new for a copy', () => {
  it('are all of them at first, and none if it holds them', () => {
    expect(changedPlaces(1, now, nothingHeld()).map(({ kind, id }) => `${kind} ${id}`)).toEqual(all)
    expect(placesFor({})).toEqual([])
  })

  it('are those with another version or other rights', () => {
    expect(placesFor({ account: 4 })).toEqual(['account 1'])
    expect(placesFor({ categories: new Map([[4, 2]]) })).toEqual(['categories 20'])
    const trips = new Map([...held.trips, [9, { version: 3, rights: 1 }] as const])
    expect(placesFor({ trips })).toEqual(['trip 9'])
    const less = new Map([...held.trips, [12, { version: 3, rights: 1 }] as const])
    expect(placesFor({ trips: less })).toEqual(['trip 12'])
  })

  it('are those that are no longer seen, by their ids', () => {
    const versions = { categories: [], trips: new Map([...now.trips].slice(0, 1)) }
    expect(placesFor({}, versions)).toEqual([
      ...['lostCategories 4 lost', 'lostCategories 20 lost', 'trip 9 lost', 'trip 30 lost'],
    ])
    const account = new Map([[2, 7] as const, [1, 7] as const])
    expect(placesFor({ categories: account }, versions)).toEqual([
      ...['lostCategories 1 lost', 'lostCategories 2 lost', 'trip 9 lost', 'trip 30 lost'],
    ])
  })

  it('are the begun one, those after it, and then those before it', () => {
    const begun = begunAt('categories', 20)
    const at = all.indexOf('categories 20')
    const from = { ...nothingHeld(), begun }
    expect(changedPlaces(1, now, from).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      ...[...all.slice(at), ...all.slice(0, at)],
    ])
    expect(placesFor({ begun: begunAt('account', 1) })).toEqual(['account 1'])
    expect(placesFor({ begun: begunAt('trip', 12) })).toEqual(['trip 12'])
    expect(placesFor({ begun })).toEqual(['categories 20'])
  })

  it('are the begun ones that were lost, and categories whose forgetting was begun', () => {
    expect(placesFor({ begun: begunAt('trip', 77) })).toEqual(['trip 77 lost'])
    expect(placesFor({ begun: begunAt('lostCategories', 4) })).toEqual(['lostCategories 4 lost'])
    expect(placesFor({ begun: begunAt('categories', 1) })).toEqual([])
  })

  it('are the profile and the trips for a part of an account', () => {
    expect(placesFor({ account: 8 }, { isPart: true })).toEqual(['profile 1'])
  })

  it('have the version and the rights of now, or what was held of lost categories', () => {
    const found = changedPlaces(
      1,
      { ...now, categories: [] },
      { ...held, account: 1, trips: new Map() },
    )
    expect(found.map(({ version, rights }) => [version, rights])).toEqual([
      ...[
        [5, 0],
        [2, 0],
        [6, 0],
        [4, 1],
        [3, 127],
        [1, 1],
      ],
    ])
  })
})

describe('B2 a copy that must begin anew', () => {
  const stale = (more: Partial<Position>, versions: Partial<Versions> = {}) =>
    isStale({ ...now, ...versions }, { ...held, ...more })

  it.each<[string, boolean, Partial<Position>, Partial<Versions>]>([
    ['all is as it was', false, {}, {}],
    ['the account has gone on', false, { account: 4 }, {}],
    ['the account went back', true, { account: 6 }, {}],
    ['the profile of a part is another', false, { account: 6 }, { isPart: true }],
    ['the begun account has gone on', false, { begun: begunAt('account', 1, { version: 4 }) }, {}],
    ['the begun account went back', true, { begun: begunAt('account', 1, { version: 6 }) }, {}],
    ['another begun place is ahead', false, { begun: begunAt('trip', 9, { version: 6 }) }, {}],
    ['categories went back', true, { categories: new Map([[20, 7]]) }, {}],
    ['categories have gone on', false, { categories: new Map([[20, 5]]) }, {}],
    ['begun categories are seen', false, { begun: begunAt('categories', 20) }, {}],
    ['begun categories are lost', true, { begun: begunAt('categories', 7) }, {}],
    ['a begun trip has the id of none', false, { begun: begunAt('trip', 7) }, {}],
  ])('%s: %j', (_, expected, more, versions) => {
    expect(stale(more, versions)).toBe(expected)
  })
})

describe('B2 a place in a copy', () => {
  it.each<[PlaceKind, number, number | undefined, number]>([
    ['account', 1, 5, 0],
    ['categories', 20, 6, 0],
    ['trip', 12, 3, 127],
    // Accounts and trips may have the same ids.
    ['account', 12, 5, 0],
    ['trip', 77, undefined, 0],
    ['categories', 1, undefined, 0],
  ])('of %s %i is held up to version %j', (kind, id, version, rights) => {
    const place = { kind, id, version: 9, rights: 9, isLost: false }
    const whole = version && {
      ...{ kind, id, rights, base: version, version },
      ...{ after: [version, most, most], departed: [version, most] },
    }
    expect(heldOf(place, held)).toEqual(whole)
    expect(nothingOf(place)).toEqual({
      ...{ kind, id, rights: 9, base: 0, version: 0, after: [0, 0, 0], departed: [9, most] },
    })
  })
})

describe('B2 an object that has left a place', () => {
  const begun = begunAt('trip', 9, { base: 5, after: [10, 4, 100] })
  const sent = (kind: string, objectId: number, entered: number, changed: number, people = 0) =>
    sentBefore({ kind, objectId, entered, changed } as Departed, begun, people)

  it('was sent if it entered before the place was begun', () => {
    expect(sent('hosting', 900, 5, 99)).toBe(true)
    expect(sent('hosting', 900, 6, 99)).not.toBe(true)
  })

  it('was sent if it comes before the last object, and not if it comes after', () => {
    // The order of kinds: ..., `collaborator`, `hosting`, `activity`, ...
    const rows = [
      sent('activity', 900, 9, 9),
      sent('activity', 100, 10, 10),
      sent('activity', 99, 10, 10),
      sent('activity', 101, 10, 10),
      sent('hosting', 900, 10, 10),
      sent('transportation', 1, 10, 10),
      sent('member', 900, 10, 10),
    ]
    expect(rows).toEqual([true, true, true, false, true, false, true])
  })

  it('may have been sent or not if it, or a person shown with it, has changed since', () => {
    expect(sent('activity', 1, 6, 11)).toBeUndefined()
    expect(sent('activity', 1, 6, 6, 11)).toBeUndefined()
    expect(sent('activity', 1, 6, 6, 9)).toBe(true)
    expect(sent('activity', 101, 10, 11)).toBe(false)
  })

  it('is mentioned if its kind is seen', () => {
    const kinds = (kind: PlaceKind, rights: number) =>
      seenDepartures({ kind, id: 1, version: 1, rights, isLost: false })
    expect(kinds('categories', 0)).toEqual(['category'])
    expect(kinds('account', 0)).toEqual(['category', 'favorite', 'email'])
    const items = ['hosting', 'activity', 'transportation']
    const first = ['category', 'favorite', 'collaborator', ...items]
    expect(kinds('trip', 127)).toEqual([
      ...[...first, 'expense', 'document', 'email', 'member', 'invitee'],
    ])
    expect(kinds('trip', 4)).toEqual([...first, 'expense', 'member'])
    expect(kinds('trip', 64)).toEqual([...first, 'document', 'email', 'member'])
    expect(kinds('trip', 2)).toEqual([...first, 'member', 'invitee'])
    const shown = ['member', 'invitee', 'email'].map((kind) => kindOf({ kind } as Departed))
    expect(shown).toEqual(['collaborator', 'collaborator', 'email'])
  })
})
