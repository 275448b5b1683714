/**
 * The kinds of rows: one entry for trips and for each kind of item. Timelines, calendars and
 * bookings derive everything about a kind from its entry; src/contributing.md lists what else a
 * kind needs.
 */
import type { Prisma } from '../../generated/prisma/client.ts'
import { type ItemName, isParentItem, type ParentItem } from '../parent-kinds.ts'
import type { Right } from '../rights.ts'

type Model<Name extends ItemName> = Prisma.TypeMap['model'][Capitalize<Name>]
type FieldOf<Name> = Name extends ItemName
  ? keyof Model<Name>['payload']['scalars'] & string
  : never

/** The facts of a kind that reads and writes need. */
export interface RowKind<Name extends ItemName | 'trip' = ItemName | 'trip'> {
  /** The noun, and the name of the table. */
  readonly name: Name
  /** The right to change and delete a row. */
  writes: Right
  deletes: Right
  /**
   * Money is seen and written only with the rights on expenses. What is not money is planned: its
   * creator is shown, members are assigned to it, and lists have what was deleted.
   */
  isMoney?: true
}

/** A kind of items. */
export interface Kind<Name extends ItemName = ItemName> extends RowKind<Name> {
  type: Capitalize<Name>
  plural: 'hostings' | 'activities' | 'transportations' | 'expenses'
  /** The field for the exact type, such as `train`; lists can be filtered by it. */
  subtype?: FieldOf<Name>
}

/** The role of a text in calendars. */
export type CalendarText =
  | ('address' | 'roomNumber' | 'company' | 'number' | 'seat' | 'coach')
  | ('departure' | 'arrival' | 'arrivalAddress')

/** A kind of items with times: timelines and calendars list them. */
export interface TimedKind<Name extends ItemName = ItemName> extends Kind<Name> {
  /** The fields of its times and of their time zones. */
  times: Record<'start' | 'startZone' | 'end' | 'endZone', FieldOf<Name>>
  /** The additional fields that calendars show, by role. */
  texts: { [Text in CalendarText]?: FieldOf<Name> }
  values: { [Value in 'latitude' | 'longitude' | 'allDay']?: FieldOf<Name> }
  /** Shown before its name in calendars. */
  emoji: string
  /** Whether its items are lodgings, which a profile can have shown as whole days. */
  isLodging?: true
}

const edited = { writes: 'canEdit', deletes: 'canEdit' } as const
const spent = { writes: 'canEditExpenses', deletes: 'canEditExpenses', isMoney: true } as const
/** For kinds with one location. */
const located = {
  times: { start: 'startsAt', startZone: 'timezone', end: 'endsAt', endZone: 'timezone' },
  position: { latitude: 'latitude', longitude: 'longitude' },
} as const

export const trip: RowKind<'trip'> = { name: 'trip', writes: 'canEdit', deletes: 'isOwner' }

export const hosting: TimedKind<'hosting'> = {
  name: 'hosting',
  type: 'Hosting',
  plural: 'hostings',
  ...edited,
  times: located.times,
  texts: { address: 'address', roomNumber: 'roomNumber' },
  values: located.position,
  emoji: '🏨',
  isLodging: true,
}

export const activity: TimedKind<'activity'> = {
  name: 'activity',
  type: 'Activity',
  plural: 'activities',
  ...edited,
  subtype: 'activityType',
  times: located.times,
  texts: { address: 'address' },
  values: { ...located.position, allDay: 'allDay' },
  emoji: '📍',
}

export const transportation: TimedKind<'transportation'> = {
  name: 'transportation',
  type: 'Transportation',
  plural: 'transportations',
  ...edited,
  subtype: 'transportationType',
  times: {
    start: 'departureAt',
    startZone: 'departureTimezone',
    end: 'arrivalAt',
    endZone: 'arrivalTimezone',
  },
  texts: {
    company: 'company',
    number: 'transportNumber',
    seat: 'seatNumber',
    coach: 'coachNumber',
    departure: 'departureDescription',
    address: 'departureAddress',
    arrival: 'arrivalDescription',
    arrivalAddress: 'arrivalAddress',
  },
  values: { latitude: 'departureLatitude', longitude: 'departureLongitude' },
  emoji: '🚏',
}

const expense: Kind<'expense'> = {
  name: 'expense',
  type: 'Expense',
  plural: 'expenses',
  ...spent,
}

/** In this order, items with the same time are listed. */
export const timedKinds: readonly TimedKind[] = [hosting, activity, transportation]
export const kinds: readonly Kind[] = [...timedKinds, expense]

/** SQL: the column of a row `c` with the id of its trip, which for a trip is its own. */
export const tripOf = ({ name }: RowKind) => (name === 'trip' ? 'c.id' : 'c.trip_id')

/** The kinds that emails and documents are attached to. */
export type ParentItemKind = Kind & { readonly name: ParentItem }
export const parentItemKinds = kinds.filter((kind): kind is ParentItemKind =>
  isParentItem(kind.name),
)
