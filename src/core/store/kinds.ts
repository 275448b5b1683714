/**
 * The kinds of rows: trips, and the items in them, an entry each. What timelines, calendars and
 * bookings derive of a kind stands in its entry; src/contributing.md says what else a kind needs.
 */
import type { Prisma } from '../../generated/prisma/client.ts'
import { type ItemName, type ParentItem, parentItems } from '../parent-kinds.ts'
import type { Right } from '../rights.ts'

type Model<Name extends ItemName> = Prisma.TypeMap['model'][Capitalize<Name>]
type FieldOf<Name> = Name extends ItemName
  ? keyof Model<Name>['payload']['scalars'] & string
  : never

/** What reads and writes know of a kind. */
export interface Stored<Name extends ItemName | 'trip' = ItemName | 'trip'> {
  /** The noun, which is also the table. */
  readonly name: Name
  /** The rights that changing and deleting one need. */
  writes: Right
  deletes: Right
}

/** A kind of items. */
export interface Kind<Name extends ItemName = ItemName> extends Stored<Name> {
  type: Capitalize<Name>
  plural: 'hostings' | 'activities' | 'transportations' | 'expenses'
  /** The field that says what exactly it is, `train`; lists can be filtered by it. */
  subtype?: FieldOf<Name>
}

/** A text that calendars show, by what it means there. */
export type CalendarText =
  | ('address' | 'roomNumber' | 'company' | 'number' | 'seat' | 'coach')
  | ('departure' | 'arrival' | 'arrivalAddress')

/** A kind of what takes place at a time: timelines and calendars have it. */
export interface TimedKind<Name extends ItemName = ItemName> extends Kind<Name> {
  /** The fields of its moments, and of the zones that these are shown in. */
  times: Record<'start' | 'startZone' | 'end' | 'endZone', FieldOf<Name>>
  /** What calendars show of it, beside what all kinds have: fields by their meaning. */
  texts: { [Text in CalendarText]?: FieldOf<Name> }
  values: { [Value in 'latitude' | 'longitude' | 'allDay']?: FieldOf<Name> }
  /** Before its name in a calendar. */
  emoji: string
}

const edited = { writes: 'canEdit', deletes: 'canEdit' } as const
const spent = { writes: 'canEditExpenses', deletes: 'canEditExpenses' } as const
/** Of what is in one place. */
const there = {
  times: { start: 'startsAt', startZone: 'timezone', end: 'endsAt', endZone: 'timezone' },
  position: { latitude: 'latitude', longitude: 'longitude' },
} as const

export const trip: Stored<'trip'> = { name: 'trip', writes: 'canEdit', deletes: 'isOwner' }

export const hosting: TimedKind<'hosting'> = {
  ...{ name: 'hosting', type: 'Hosting', plural: 'hostings', ...edited },
  times: there.times,
  texts: { address: 'address', roomNumber: 'roomNumber' },
  values: there.position,
  emoji: '🏨',
}

export const activity: TimedKind<'activity'> = {
  ...{ name: 'activity', type: 'Activity', plural: 'activities', ...edited },
  subtype: 'activityType',
  times: there.times,
  texts: { address: 'address' },
  values: { ...there.position, allDay: 'allDay' },
  emoji: '📍',
}

export const transportation: TimedKind<'transportation'> = {
  ...{ name: 'transportation', type: 'Transportation', plural: 'transportations', ...edited },
  subtype: 'transportationType',
  times: {
    ...{ start: 'departureAt', startZone: 'departureTimezone' },
    ...{ end: 'arrivalAt', endZone: 'arrivalTimezone' },
  },
  texts: {
    ...{ company: 'company', number: 'transportNumber', seat: 'seatNumber', coach: 'coachNumber' },
    ...{ departure: 'departureDescription', address: 'departureAddress' },
    ...{ arrival: 'arrivalDescription', arrivalAddress: 'arrivalAddress' },
  },
  values: { latitude: 'departureLatitude', longitude: 'departureLongitude' },
  emoji: '🚏',
}

export const expense: Kind<'expense'> = {
  ...{ name: 'expense', type: 'Expense', plural: 'expenses', ...spent },
}

/** Items of the same time are listed in this order. */
export const timedKinds: readonly TimedKind[] = [hosting, activity, transportation]
export const kinds: readonly Kind[] = [...timedKinds, expense]

/** SQL: the column of a row `c` that identifies the trip it is, or is in. */
export const tripOf = ({ name }: Stored) => (name === 'trip' ? 'c.id' : 'c.trip_id')

/** Those that emails and documents are attached to. */
export type ParentItemKind = Kind & { readonly name: ParentItem }
export const parentItemKinds = kinds.filter((kind): kind is ParentItemKind =>
  parentItems.some((name) => name === kind.name),
)
