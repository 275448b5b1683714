/** Inbound mail: the rooms of one booking are kept apart, and shown as one stay. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { cast } from '../../world.ts'
import { objectsIn } from '../parsed-messages.ts'
import {
  cancelling,
  deliver,
  follow,
  type MailStep,
  type MarkupNode,
  price,
  roomFor,
} from './booking-mails.ts'

const double = (more: MarkupNode = {}) =>
  roomFor('', { lodgingUnitType: 'Double', lodgingUnitDescription: 'Sea view', ...more })
const single = (more: MarkupNode = {}) =>
  roomFor('', { lodgingUnitType: 'Single', lodgingUnitDescription: 'Garden view', ...more })
const shown = (room_type: string, description: string, sum: number | null) => [
  { room_type, description, price: sum },
]
const both: MailStep = {
  markup: [double(price(300)), single(price(210))],
  rows: shown('Double, Single', 'Sea view\nGarden view', 510),
}
const cancelsPart = (what: string) =>
  `The email cancels part of the booking, of which it is not clear whose it is: ${what}.`

describe('17 Inbound mail: two rooms of one number', () => {
  it.each<[string, MailStep[]]>([
    [
      'have the sum of their prices and both descriptions; one is cancelled, rows the other',
      [
        both,
        { markup: [cancelling(single())], rows: shown('Double', 'Sea view', 300) },
        { markup: [cancelling(double())], rows: [] },
      ],
    ],
    ['are cancelled by their number', [both, { markup: [cancelling(roomFor(''))], rows: [] }]],
    ['are cancelled both', [both, { markup: [double(), single()].map(cancelling), rows: [] }]],
    [
      'are not a third one that is cancelled',
      [
        both,
        {
          markup: [cancelling(roomFor('', { lodgingUnitType: 'Suite' }))],
          waits: cancelsPart('Suite'),
          rows: both.rows,
        },
      ],
    ],
    [
      'of one type have both prices',
      [
        {
          markup: [double(price(300)), double(price(280))],
          rows: shown('Double', 'Sea view', 580),
        },
        { markup: [cancelling(double())], waits: cancelsPart('Double'), rows: [{ price: 580 }] },
      ],
    ],
    [
      'in the name of one guest have both prices, and are cancelled with her name',
      [
        {
          markup: [
            { ...double(price(300)), underName: { name: 'Ann Reis' } },
            { ...single(price(210)), underName: { name: 'Ann Reis' } },
          ],
          rows: both.rows,
        },
        {
          markup: [cancelling({ ...single(), underName: { name: 'Ann Reis' } })],
          rows: shown('Double', 'Sea view', 300),
        },
        { markup: [cancelling(roomFor('Ann Reis'))], rows: [] },
      ],
    ],
    [
      'in the names of two guests, told in two messages',
      [
        {
          markup: [{ ...double(price(300)), underName: { name: 'Ann Reis' } }],
          rows: shown('Double', 'Sea view', 300),
        },
        {
          markup: [{ ...single(price(210)), underName: { name: 'Bob Costa' } }],
          rows: both.rows,
        },
        {
          markup: [cancelling(roomFor('Ann Reis'))],
          rows: shown('Single', 'Garden view', 210),
        },
      ],
    ],
    [
      'get numbers later, and a new price',
      [
        both,
        {
          markup: [double({ roomNumber: '12' }), single({ roomNumber: '14', ...price(190) })],
          rows: [{ room_type: 'Double, Single', room_number: '12, 14', price: 490 }],
        },
        {
          markup: [cancelling(roomFor('', { roomNumber: '14' }))],
          rows: [{ room_type: 'Double', room_number: '12', price: 300 }],
        },
      ],
    ],
    [
      'with one price for both keep it when one is cancelled',
      [
        {
          markup: [double(price(510)), single(price(510))],
          rows: shown('Double, Single', 'Sea view\nGarden view', 510),
        },
        { markup: [cancelling(single())], rows: shown('Double', 'Sea view', 510) },
      ],
    ],
    [
      'in two messages without names are one that was changed',
      [
        { markup: [double(price(300))], rows: shown('Double', 'Sea view', 300) },
        {
          markup: [single(price(210))],
          rows: shown('Single', 'Garden view', 210),
        },
      ],
    ],
    [
      'and one new price for all of them',
      [both, { markup: [roomFor('', price(450))], rows: [{ price: 450 }] }],
    ],
    [
      'and other nights for one of them',
      [
        both,
        {
          markup: [single({ checkoutTime: '2031-04-20T11:00:00+01:00' })],
          waits: 'The email has other times for some of those in the booking, not for all: Single.',
          rows: both.rows,
        },
      ],
    ],
    [
      'of which one is known, and is cancelled under another name of its type',
      [
        { markup: [double()], rows: [{ room_type: 'Double' }] },
        {
          markup: [cancelling(single())],
          waits: cancelsPart('Single'),
          rows: [{ room_type: 'Double' }],
        },
        {
          markup: [cancelling(roomFor('', { lodgingUnitType: 'Double room' }))],
          rows: [],
        },
      ],
    ],
    [
      'and a stay of which no type is known is cancelled with its type',
      [
        { markup: [roomFor('')], rows: [{ room_type: '' }] },
        { markup: [cancelling(double())], rows: [] },
      ],
    ],
  ])('%s', async (_, steps) => {
    await follow('hosting', steps)
  })

  it('the words of a person stay when one room is cancelled', async () => {
    const { olga, trip } = await cast()
    await deliver(olga, { markup: both.markup ?? [] })
    const [made] = await objectsIn(trip.id, 'hosting')
    const path = `/v1/trip/${trip.id}/hosting/${made?.id}`
    await as(olga).patch(path, { description: 'Ask for the attic', price: '499.00' })
    await deliver(olga, { markup: [cancelling(single())] }, 1)
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([
      { id: made?.id, description: 'Ask for the attic', price: 499, room_type: 'Double' },
    ])
  })

  it('a message that cancels one of them hangs on the stay', async () => {
    const { olga, trip } = await cast()
    await deliver(olga, { markup: both.markup ?? [] })
    const [made] = await objectsIn(trip.id, 'hosting')
    const { place } = await deliver(olga, { markup: [cancelling(single())] }, 1)
    expect(place).toMatchObject({ hostingId: made?.id, tripId: null })
  })
})
