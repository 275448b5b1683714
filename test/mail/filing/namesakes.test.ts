/** Inbound mail: relatives with similar names in one booking are kept apart. */
import { describe, it } from 'vitest'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import { sentence } from '../parsed-messages.ts'
import {
  cancelling,
  flightFor,
  follow,
  type MailStep,
  type MarkupNode,
  roomFor,
} from './booking-mails.ts'

const seat = (airplaneSeat: string) => ({ airplaneSeat })
const seats = (seat_number: string) => [{ seat_number }]
const moved = {
  ...(flightFor('').reservationFor as object),
  departureTime: '2031-04-18T09:10:00+01:00',
  arrivalTime: '2031-04-18T13:05:00+02:00',
}
const both = (first: string, second: string): MailStep => ({
  markup: [flightFor(first, seat('12A')), flightFor(second, seat('12B'))],
  rows: seats('12A, 12B'),
})
const withoutSeats = (first: string, second: string): MailStep => ({
  markup: [flightFor(first), flightFor(second)],
  rows: seats(''),
})
const cancels = (name: string, more: MarkupNode = {}) => ({
  markup: [cancelling(flightFor(name, more))],
})
const waits = (name: string) => ({ waits: sentence(reasons.cancelsPart, name) })

describe('17 Inbound mail: passengers with similar names', () => {
  it.each([
    ['Mr A Reis', 'Mrs A Reis'],
    ['Ana Reis', 'Ana Maria Reis'],
    ['A REIS', 'ANNA REIS'],
    ['REIS/TOMAS MR', 'REIS/TOMAS CHD'],
    ['Mr Reis', 'Mrs Reis'],
  ])('%s keeps the flight when %s is cancelled, and the reverse', async (one, other) => {
    await follow('transportation', [both(one, other), { ...cancels(other), rows: seats('12A') }])
    await follow('transportation', [
      both(one, other),
      { ...cancels(one), rows: seats('12B') },
      { ...cancels(other), rows: [] },
    ])
  })

  it.each([
    ['Ann Reis', 'Alan Reis', 'REIS/A'],
    ['Ana Reis', 'Ana Maria Reis', 'A Reis'],
    ['REIS/TOMAS MR', 'REIS/TOMAS CHD', 'Tomas Reis'],
  ])('%s and %s are kept when %s is cancelled', async (one, other, name) => {
    await follow('transportation', [
      both(one, other),
      { ...cancels(name), ...waits(name), rows: seats('12A, 12B') },
      { ...cancels(name, seat('12B')), rows: seats('12A') },
    ])
  })

  it('a cancellation with the name of one and the seat of the other waits', async () => {
    await follow('transportation', [
      both('Ana Reis', 'Ana Maria Reis'),
      {
        ...cancels('Ana Reis', seat('12B')),
        ...waits('Ana Reis'),
        rows: seats('12A, 12B'),
      },
    ])
  })

  it.each([
    ['Mr A Reis', 'Mrs A Reis'],
    ['Jose Silva', 'Jose Pedro Silva'],
    ['A REIS', 'ANNA REIS'],
  ])('%s and %s get a seat each, and the second is cancelled alone', async (one, other) => {
    await follow('transportation', [
      withoutSeats(one, other),
      { markup: [flightFor(one, seat('12A'))], rows: seats('12A') },
      { markup: [flightFor(other, seat('12B'))], rows: seats('12A, 12B') },
      {
        markup: [flightFor(one, seat('14A')), flightFor(other, seat('14B'))],
        rows: seats('14A, 14B'),
      },
      { ...cancels(other), rows: seats('14A') },
    ])
  })

  it('Jose Silva does not move to another time for Jose Pedro Silva', async () => {
    await follow('transportation', [
      both('Jose Silva', 'Jose Pedro Silva'),
      {
        markup: [flightFor('Jose Silva', { reservationFor: moved })],
        waits: sentence(reasons.movesPart, 'Jose Silva'),
        rows: [{ departure_at: '2031-04-18T07:10:00Z' }],
      },
    ])
  })

  it('one name in two spellings is one passenger', async () => {
    await follow('transportation', [
      withoutSeats('Ann Reis', 'REIS/ANN MRS'),
      { ...cancels('Ann Reis'), rows: [] },
    ])
  })
})

describe('17 Inbound mail: guests with similar names', () => {
  it('Mr J Smith keeps his room when Mrs J Smith cancels hers', async () => {
    const mr = roomFor('Mr J Smith', { lodgingUnitType: 'Double' })
    const mrs = roomFor('Mrs J Smith', { lodgingUnitType: 'Single' })
    await follow('hosting', [
      { markup: [mr, mrs], rows: [{ room_type: 'Double, Single' }] },
      { markup: [cancelling(roomFor('Mrs J Smith'))], rows: [{ room_type: 'Double' }] },
    ])
  })
})
