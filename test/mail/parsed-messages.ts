/** Messages as the parser hands them over, and what becomes of them. */
import { randomUUID } from 'node:crypto'
import type { StoredMail } from '../../src/core/intake.ts'
import { type Arrival, fileMail } from '../../src/mail/filing/filing.ts'
import type { ParsedMail, Reservation } from '../../src/mail/reading/reservation.ts'
import { db, type Person } from '../world.ts'

/**
 * A flight from Lisbon to Frankfurt on 18 April 2031, the first day of the cast's trip; one that
 * starts otherwise tells no arrival.
 */
export function flight(more: Partial<Reservation> = {}): Reservation {
  return {
    kind: 'transportation',
    isCancelled: false,
    provider: 'Air Prado',
    code: 'KX77QP',
    leg: 'AP123',
    start: { local: '2031-04-18T08:10:00', zone: 'Europe/Lisbon' },
    ...(!more.start && { end: { local: '2031-04-18T12:05:00', zone: 'Europe/Berlin' } }),
    ...more,
    fields: {
      transportationType: 'airplane',
      company: 'Air Prado',
      transportNumber: more.leg ?? 'AP123',
      departureDescription: 'Lisbon (LIS)',
      departureLatitude: 38.78,
      departureLongitude: -9.13,
      arrivalDescription: 'Frankfurt (FRA)',
      providerReservationCode: more.code ?? 'KX77QP',
      price: 210.4,
      currency: 'EUR',
      ...more.fields,
    },
  }
}

/** A later departure of the same day. */
export const later = { local: '2031-04-18T11:40:00', zone: 'Europe/Lisbon' }
/** The flight a day later. */
export const nextDay = {
  start: { local: '2031-04-19T08:10:00', zone: 'Europe/Lisbon' },
  end: { local: '2031-04-19T12:05:00', zone: 'Europe/Berlin' },
}
/** The way back, under the same number. */
export const back = (more: Partial<Reservation> = {}) =>
  flight({
    leg: 'AP124',
    start: { local: '2031-04-21T18:00:00', zone: 'Europe/Berlin' },
    end: { local: '2031-04-21T20:00:00', zone: 'Europe/Lisbon' },
    ...more,
    fields: { departureDescription: 'Frankfurt (FRA)', arrivalDescription: 'Lisbon (LIS)' },
  })

export function stay(more: Partial<Reservation> = {}): Reservation {
  return {
    kind: 'hosting',
    isCancelled: false,
    provider: 'Casa do Largo',
    code: 'H-4711',
    leg: '',
    start: { local: '2031-04-18T14:00:00' },
    end: { local: '2031-04-21T10:00:00' },
    tickets: [{ roomType: 'Double' }],
    ...more,
    fields: {
      name: 'Casa do Largo',
      address: 'Largo 3, Lisboa',
      providerReservationCode: more.code ?? 'H-4711',
      ...more.fields,
    },
  }
}

export function table(more: Partial<Reservation> = {}): Reservation {
  const start = more.start ?? { local: '2031-04-19T19:30:00', zone: 'Europe/Lisbon' }
  return {
    kind: 'activity',
    isCancelled: false,
    provider: 'Tasca',
    code: 'T9',
    leg: start.local,
    start,
    ...more,
    fields: {
      activityType: 'restaurant',
      name: 'Tasca',
      providerReservationCode: more.code ?? 'T9',
      allDay: false,
      ...more.fields,
    },
  }
}

/** The cancellation of a whole reservation, as the parser makes it: the number, and no more. */
export function cancelled({ kind, provider, code }: Reservation): Reservation {
  return { kind, isCancelled: true, provider, code, leg: '', fields: {} }
}

export function parsed(reservations: Reservation[], more: Partial<ParsedMail> = {}): ParsedMail {
  return {
    messageKey: `<${randomUUID()}@mail.example>`,
    date: '2031-03-01T07:45:00.000Z',
    subject: 'Your booking',
    from: ['booking@air.example'],
    recipients: [],
    html: '<p>Seat 21</p>',
    text: '',
    bodyPreview: 'Seat 21',
    attachments: [],
    reservations,
    doubt: '',
    ...more,
  }
}

export const attachment = (filename: string, content: Uint8Array, mailContentType: string) => ({
  ...{ filename, content, mailContentType },
  contentId: null,
  contentDisposition: 'attachment',
  charset: null,
  contentTransferEncoding: 'base64',
  binary: true,
})

/** Stores and files a message for a person. */
export function file(
  person: Person,
  reservations: Reservation[],
  more: Partial<ParsedMail> = {},
): Promise<StoredMail> {
  const arrival: Arrival = {
    ownerId: person.id,
    source: 'test',
    bytes: Buffer.from('Subject: Your booking\r\n\r\nSeat 21\r\n'),
    parsed: parsed(reservations, more),
    at: new Date('2031-03-02T00:00:00Z'),
  }
  return fileMail(db, arrival)
}

export interface StoredRow {
  tripId: number | null
  hostingId: number | null
  activityId: number | null
  transportationId: number | null
  isDeleted: boolean
  filed: boolean
  reason: string
}

/** Where a message is. */
export async function whereIs(id: number): Promise<StoredRow> {
  const [row] = await db.query<StoredRow>({
    text: `select trip_id as "tripId", hosting_id as "hostingId", activity_id as "activityId",
        transportation_id as "transportationId", deleted_at is not null as "isDeleted",
        parsed_successfully as filed, reason
      from email where id = $1`,
    values: [id],
  })
  if (!row) throw new Error('the message is not stored')
  return row
}

const nowhere = { tripId: null, hostingId: null, activityId: null, transportationId: null }

/** A row in the inbox for this reason. */
export const waitingFor = (reason: string, about = ''): StoredRow => ({
  ...nowhere,
  isDeleted: false,
  filed: false,
  reason: sentence(reason, about),
})

/** The sentence of a reason, with what it is about. */
export const sentence = (reason: string, about: string): string =>
  about === '' ? reason : `${reason.replace(/\.$/, '')}: ${about}.`

/** A row that was filed here. */
export const filedAt = (place: Partial<StoredRow>): StoredRow => ({
  ...nowhere,
  isDeleted: false,
  filed: true,
  reason: '',
  ...place,
})

/** The live objects of a kind in a trip, oldest first. */
export function objectsIn(tripId: number, kind: 'hosting' | 'activity' | 'transportation') {
  return db.query<Record<string, unknown> & { id: number }>({
    text: `select * from ${kind} where trip_id = $1 and deleted_at is null order by id`,
    values: [tripId],
  })
}

/** A trip beside the one of the cast. */
export async function makeTrip(
  owner: Person,
  dates: { starts?: string; ends?: string; zone?: string; hasDates?: boolean } = {},
): Promise<{ id: number }> {
  const { starts = null, ends = null, zone = 'Europe/Lisbon', hasDates = true } = dates
  const [made] = await db.query<{ id: number }>({
    text: `insert into trip (owner_id, name, timezone, starts_at, ends_at, has_dates)
      values ($1, 'Another', $2, $3, $4, $5) returning id`,
    values: [owner.id, zone, starts, ends, hasDates],
  })
  if (!made) throw new Error('the trip was not inserted')
  return made
}
