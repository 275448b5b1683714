/**
 * What a message says about a booking: made by the parser, taken by the filing (test/mail/corpus).
 */

import type { Message } from './mime/message.ts'

/** A point in time as the message states it; it is never shifted to another zone. */
export interface Moment {
  /** `2031-04-18T08:10:00`; of a whole day, `2031-04-18`. */
  local: string
  /** The IANA zone of the location, where it is known. */
  zone?: string | undefined
  /** Minutes east of UTC, where the message states them; 0 for `Z`. */
  offset?: number | undefined
  /** The country or region of a time without a zone: only the zones there fit. */
  country?: string
}

export const reservationKinds = ['hosting', 'activity', 'transportation'] as const
export type ReservationKind = (typeof reservationKinds)[number]

/** Fields of the object to be, named as in its input type. */
export type ReservationFields = Record<string, string | number | boolean | null>

export interface Paid {
  price: number
  /** ISO 4217. */
  currency: string
}

/** What one passenger, guest or room has of a reservation; what is not stated is absent. */
export interface Ticket {
  /** Of the passenger or guest. */
  name?: string
  /** Of the ticket. */
  number?: string
  seat?: string
  /** The coach of a train, the block of a theatre. */
  section?: string
  row?: string
  seatClass?: string
  roomType?: string
  roomNumber?: string
  description?: string
  /** Its own price. */
  money?: Paid
  /** The total of a reservation with this ticket alone: its own price, or that of all tickets. */
  total?: Paid
}

/** One stay, leg or visit. */
export interface Reservation {
  kind: ReservationKind
  isCancelled: boolean
  /** The seller; with the number it identifies the reservation in later messages. May be ''. */
  provider: string
  /** The reservation number; ''  where the message has none. */
  code: string
  /** Which part of the reservation: the flight number, the train, the rooms' first night. */
  leg: string
  /** What decides the trip. A cancellation may have none. */
  start?: Moment | undefined
  end?: Moment | undefined
  /** When the sender last changed it, ISO 8601 in UTC; else the Date of the message counts. */
  saidAt?: string | undefined
  /** SEQUENCE of a calendar event: a higher one is newer, whatever its date. */
  sequence?: number | undefined
  /** What each passenger, guest or room has; of a cancellation, whom it names. */
  tickets?: readonly Ticket[]
  /** Without times and zones, which are `start` and `end`, and without what tickets state. */
  fields: ReservationFields
}

/** What a calendar event is, apart from its status and version. */
export type Event = Omit<Reservation, 'isCancelled' | 'saidAt' | 'sequence' | 'tickets'>

/**
 * Reservations of one message at most, and objects that it may change: each is a statement, and the
 * trip waits until all are written. More would also stop all else while they are compared.
 */
export const maxReservations = 250

/** A message, read. */
export interface ParsedMail extends Omit<Message, 'calendars' | 'documents' | 'attached'> {
  reservations: Reservation[]
  /** Why the message cannot be filed, whatever the trips are; '' if it may be. */
  doubt: string
}
