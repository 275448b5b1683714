/** The reservations in a message, from the parser to the filing (test/mail/reading/corpus). */

import type { Message } from './mime/message.ts'

/** A point in time as the message states it; it is never shifted to another zone. */
export interface Moment {
  /** `2031-04-18T08:10:00`, or `2031-04-18` for a whole day. */
  local: string
  /** The IANA zone of the location, if known. */
  zone?: string | undefined
  /** Minutes east of UTC, if stated; 0 for `Z`. */
  offset?: number | undefined
  /** The country or region of a time without a zone, which limits the possible zones. */
  country?: string
}

export const reservationKinds = ['hosting', 'activity', 'transportation'] as const
export type ReservationKind = (typeof reservationKinds)[number]

/** Fields of the object to create, named as in its input type. */
export type ReservationFields = Record<string, string | number | boolean | null>

export interface Paid {
  price: number
  /** ISO 4217. */
  currency: string
}

/** The data of one passenger, guest or room in a reservation; without unstated fields. */
export interface Ticket {
  /** The name of the passenger or guest. */
  name?: string
  /** The number of the ticket. */
  number?: string
  seat?: string
  /** The coach of a train, or the block of a theatre. */
  section?: string
  row?: string
  seatClass?: string
  roomType?: string
  roomNumber?: string
  description?: string
  /** The price of this ticket. */
  money?: Paid
  /** The total of a reservation with only this ticket: its own price, or that of all tickets. */
  total?: Paid
}

/** `saidAt` of what is older than anything known, as far as one can tell. */
export const unknownAge = new Date(0).toISOString()

/** One stay, leg or visit. */
export interface Reservation {
  kind: ReservationKind
  isCancelled: boolean
  /** The seller, or ''; with the number, it identifies the reservation in later messages. */
  provider: string
  /** The reservation number; '' if the message has none. */
  code: string
  /** The part of the reservation: the flight number, the train, the rooms' first night. */
  leg: string
  /** Determines the trip. A cancellation may have none. */
  start?: Moment | undefined
  end?: Moment | undefined
  /** The time of the sender's last change, ISO 8601 in UTC; defaults to the Date of the message. */
  saidAt?: string | undefined
  /** The day to show for it, where `saidAt` is only the earliest possible: of quoted messages. */
  saidOn?: string | undefined
  /** SEQUENCE of a calendar event: the higher one is newer, whatever the dates. */
  sequence?: number | undefined
  /** The tickets of passengers, guests or rooms; in a cancellation, those that it names. */
  tickets?: readonly Ticket[]
  /** Without times and zones (see `start` and `end`) and without the data of tickets. */
  fields: ReservationFields
}

/** A calendar event, without its status and version. */
export type Event = Omit<Reservation, 'isCancelled' | 'saidAt' | 'saidOn' | 'sequence' | 'tickets'>

/**
 * Maximum reservations of one message, and objects that it may change: each takes a statement while
 * the trip is locked, and comparing more would block the process.
 */
export const maxReservations = 250

/** When a quoted message was written, at the earliest, and the day to show for it. */
export interface QuotedAge {
  saidAt: string
  saidOn: string
}

/** The reservations with this age, unless they say more. */
export const agedAs = <Said extends string | undefined>(
  age: { saidAt: Said; saidOn?: string },
  found: readonly Reservation[],
) => found.map((one) => ({ ...one, ...(one.saidAt === undefined ? age : { saidAt: one.saidAt }) }))

/** A parsed message. */
export interface ParsedMail extends Omit<Message, 'calendars' | 'documents' | 'attached'> {
  reservations: Reservation[]
  /** Why the message cannot be filed to any trip; '' if it can. */
  doubt: string
  /** The age of its reservations, unless they say more, if it quotes another message. */
  quoted?: QuotedAge | undefined
}
