/** What kitinerary-extractor writes in its own way, by invented bookings that it was given. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { ticketed } from '../../../../src/mail/reading/bookings/combined-tickets.ts'
import { installedExtractor } from '../../../../src/mail/reading/kitinerary/installed-extractor.ts'
import { readMarkup } from '../../../../src/mail/reading/parse.ts'
import { extractedFlight, extractedStay, extractedTrain, qDateTime } from './extractor.ts'

async function read(...nodes: unknown[]) {
  const { doubt, reservations } = await readMarkup(JSON.stringify(nodes))
  return { doubt, reservations: reservations.map(ticketed) }
}

describe('17 Inbound mail: the forms of kitinerary-extractor', () => {
  it('a train has its coach, its seat, its class, its platform and the price of its ticket', async () => {
    const { doubt, reservations } = await read(extractedTrain)
    expect(doubt).toBe('')
    expect(reservations).toMatchObject([
      {
        provider: 'Rail Sale',
        leg: 'IC 571',
        start: { local: '2031-04-18T08:10:00', zone: 'Europe/Lisbon' },
        end: { local: '2031-04-18T11:05:00', offset: 60 },
        fields: {
          company: 'Rail Co',
          ...{ coachNumber: '7', seatNumber: '21', seatClass: '2', departureGate: '3' },
          ...{ price: 31.5, currency: 'EUR', providerReservationDescription: 'Ticket: T-9' },
          providerUrl: 'https://rail.example/b/R1',
        },
      },
    ])
  })

  it('two passengers have two seats of one leg, and both prices', async () => {
    const { seatNumber: _, ...seat } = extractedTrain.reservedTicket.ticketedSeat
    const reservedTicket = {
      ...{ ...extractedTrain.reservedTicket, ticketNumber: 'T-10' },
      ticketedSeat: { ...seat, seatNumber: '22' },
    }
    const { reservations } = await read(extractedTrain, { ...extractedTrain, reservedTicket })
    expect(reservations).toHaveLength(1)
    expect(reservations[0]?.fields).toMatchObject({
      ...{ coachNumber: '7', seatNumber: '21, 22', seatClass: '2', price: 63, currency: 'EUR' },
      providerReservationDescription: 'Ticket: T-9, T-10',
    })
  })

  it('a boarding pass with a date and a boarding time has a day but no departure time', async () => {
    const { departureTime: _, arrivalTime: __, ...pass } = extractedFlight.reservationFor
    const boardingTime = qDateTime('2031-04-18T07:30:00+01:00', 'Europe/Lisbon')
    const { reservations } = await read({
      ...extractedFlight,
      reservationFor: { ...pass, boardingTime },
    })
    expect(reservations.map(({ start }) => start?.local)).toEqual(['2031-04-18'])
  })

  test.each([
    ['a text', '2031-04-18T00:00:00'],
    ['a time with its zone', qDateTime('2031-04-18T00:00:00+01:00', 'Europe/Lisbon')],
  ])(
    'a day written as midnight does not become the time of a train: %s',
    async (_, departureTime) => {
      const reservationFor = { ...extractedTrain.reservationFor, departureTime }
      const { reservations } = await read({ ...extractedTrain, reservationFor })
      expect(reservations.map(({ start }) => start?.local)).toEqual(['2031-04-18'])
    },
  )

  it('a flight longer than a day by guess lands on the only possible day', async () => {
    const reservationFor = {
      ...extractedFlight.reservationFor,
      arrivalTime: qDateTime('2031-04-19T12:05:00+02:00', 'Europe/Berlin'),
    }
    const { doubt, reservations } = await read({ ...extractedFlight, reservationFor })
    expect(doubt).toBe('')
    expect(reservations).toMatchObject([
      { end: { local: '2031-04-18T12:05:00', zone: 'Europe/Berlin' } },
    ])
  })

  it('a stay written from midnight to midnight has nights without times', async () => {
    const { reservations } = await read({
      ...extractedStay,
      checkinTime: qDateTime('2031-04-18T00:00:00+01:00', 'Europe/Lisbon'),
      checkoutTime: '2031-04-21T00:00:00',
    })
    expect(reservations).toMatchObject([
      { start: { local: '2031-04-18' }, end: { local: '2031-04-21' } },
    ])
  })
})

describe('17 Inbound mail: the paths of kitinerary-extractor', () => {
  /** The program that is found among these paths, all of which can be executed but the last. */
  function found(...paths: string[]): string | undefined {
    const root = mkdtempSync(join(tmpdir(), 'trips-root-'))
    try {
      for (const [index, path] of paths.entries()) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        const mode = index < paths.length - 1 ? 0o755 : 0o644
        writeFileSync(join(root, path), '', { mode })
      }
      return installedExtractor(root)?.slice(root.length + 1)
    } finally {
      rmSync(root, { recursive: true })
    }
  }

  test.each([
    'usr/lib/x86_64-linux-gnu/libexec/kf6/kitinerary-extractor',
    'usr/lib/x86_64-linux-gnu/libexec/kf5/kitinerary-extractor',
    'usr/lib/aarch64-linux-gnu/libexec/kf6/kitinerary-extractor',
    'usr/lib/arm-linux-gnueabihf/libexec/kf5/kitinerary-extractor',
    'usr/libexec/kf6/kitinerary-extractor',
    'usr/lib/libexec/kf6/kitinerary-extractor',
    'usr/lib64/libexec/kf5/kitinerary-extractor',
    'usr/lib/kf6/kitinerary-extractor',
    'usr/bin/kitinerary-extractor',
  ])('it is found at /%s', (path) => {
    expect(found(path, 'usr/another-program')).toBe(path)
  })

  it('takes the newest program, and no other file', () => {
    const [new6, old5] = ['kf6', 'kf5'].map((one) => `usr/libexec/${one}/kitinerary-extractor`)
    expect(found(old5 as string, new6 as string, 'usr/another-program')).toBe(new6)
    expect(found('usr/bin/kitinerary-extractor')).toBeUndefined()
    expect(found()).toBeUndefined()
  })
})
