/** Mail: the zones of a rental car's times. */
import { describe, expect, test } from 'vitest'
import { parseMail } from '../../../../src/mail/reading/parse.ts'
import { flightHtml, rawMail } from '../../raw-mails.ts'

const newYork = {
  name: 'Hertz Manhattan',
  address: { addressLocality: 'New York', addressRegion: 'NY', addressCountry: 'US' },
}
const lisbon = {
  name: 'Hertz Lisboa',
  address: { addressLocality: 'Lisboa', addressCountry: 'PT' },
}

const there = '2031-04-20T18:00:00'

async function timesOf(pickupLocation: object, dropoffLocation?: object, dropoffTime = there) {
  const html = flightHtml({
    '@type': 'RentalCarReservation',
    reservationFor: { '@type': 'RentalCar', rentalCompany: { name: 'Hertz' } },
    pickupTime: '2031-04-18T09:00:00',
    ...{ pickupLocation, dropoffLocation, dropoffTime },
  })
  return (await parseMail(rawMail({ html }))).reservations
}

const zonesOf = async (pickUp: object, dropOff?: object) =>
  (await timesOf(pickUp, dropOff)).map(({ start, end }) => [
    start?.zone ?? start?.country,
    end?.zone ?? end?.country,
  ])

describe('mail: a rental car has the times of its places', () => {
  test.each([
    ['no place', undefined, 'America/New_York'],
    ['the same place in other words', { name: 'Manhattan' }, 'America/New_York'],
    ['a town of the country', { name: 'Los Angeles' }, 'America/Los_Angeles'],
    ['a place that is not known', { name: 'Hertz Downtown' }, 'US-?'],
    ['an airport', { '@type': 'Airport', iataCode: 'lax' }, 'America/Los_Angeles'],
  ])('a car from New York that is returned to %s', async (_, place, zone) => {
    expect(await zonesOf(newYork, place)).toEqual([['America/New_York', zone]])
  })

  test('a car that is returned elsewhere in a country of one time has that time', async () => {
    expect(await zonesOf(lisbon, { name: 'Porto' })).toEqual([['Europe/Lisbon', 'Europe/Lisbon']])
  })

  test('a car that is returned to a place that is not known at an exact time has that', async () => {
    const [found] = await timesOf(newYork, { name: 'Hertz Downtown' }, '2031-04-20T18:00:00-07:00')
    expect(found?.end).toMatchObject({ local: '2031-04-20T18:00:00', offset: -420 })
  })

  test('a car that is taken at an airport has the time there', async () => {
    const airport = { '@type': 'Airport', name: 'Hertz', iataCode: 'JFK' }
    expect(await zonesOf(airport, undefined)).toEqual([['America/New_York', 'America/New_York']])
  })
})
