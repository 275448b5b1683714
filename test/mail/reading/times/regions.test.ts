/** A local time in a country of several zones has that of its region, or waits for one. */
import { describe, expect, it } from 'vitest'
import { parseMail } from '../../../../src/mail/reading/parse.ts'
import { reasons } from '../../../../src/mail/reading/reasons.ts'
import { cast, premium } from '../../../world.ts'
import { file, filedAt, makeTrip, objectsIn, waitingFor, whereIs } from '../../parsed-messages.ts'

/** A message about a stay from 16:00 at an address, as its markup says. */
const hotelAt = async (addressRegion: string | undefined, addressCountry: string) => {
  const address = { '@type': 'PostalAddress', addressRegion, addressCountry }
  const markup = {
    '@context': 'https://schema.org',
    '@type': 'LodgingReservation',
    reservationNumber: 'GL-18',
    reservationFor: { '@type': 'Hotel', name: 'Gull House', address },
    checkinTime: '2031-04-18T16:00:00',
    checkoutTime: '2031-04-21T11:00:00',
  }
  const html = `<script type="application/ld+json">${JSON.stringify(markup)}</script>`
  const head = 'From: a@sender.example\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n'
  return (await parseMail(Buffer.from(`${head}${html}`))).reservations
}

/** Where that message is, and the stays of the only trip that its reader has then. */
async function filedInTrip(zone: string, reservations: Awaited<ReturnType<typeof hotelAt>>) {
  const { stan } = await cast()
  await premium(stan, true)
  const trip = await makeTrip(stan, { starts: '2031-04-17', ends: '2031-04-22', zone })
  const { id } = await file(stan, reservations)
  return { message: await whereIs(id), stays: await objectsIn(trip.id, 'hosting') }
}

describe('17 Inbound mail: a local time in a country of several zones', () => {
  it.each([
    ['CA', 'US', 'America/New_York', '2031-04-18T23:00:00Z', 'America/Los_Angeles'],
    ['TN', 'US', 'America/New_York', '2031-04-18T20:00:00Z', 'America/New_York'],
    ['TN', 'US', 'US/Central', '2031-04-18T21:00:00Z', 'US/Central'],
    [undefined, 'US', 'America/New_York', '2031-04-18T20:00:00Z', 'America/New_York'],
    ['Québec', 'CA', 'Canada/Eastern', '2031-04-18T20:00:00Z', 'Canada/Eastern'],
  ])('in %s, %s with a trip in %s', async (region, country, tripZone, utc, timezone) => {
    const { message, stays } = await filedInTrip(tripZone, await hotelAt(region, country))
    expect(stays).toMatchObject([{ starts_at: utc, timezone }])
    expect(message).toEqual(filedAt({ hostingId: stays[0]?.id as number }))
  })

  it.each([
    ['TN', 'US', 'America/Los_Angeles'],
    ['QC', 'CA', 'America/Vancouver'],
    [undefined, 'US', 'Europe/Lisbon'],
  ])('in %s, %s it is uncertain with a trip in %s', async (region, country, tripZone) => {
    const { message, stays } = await filedInTrip(tripZone, await hotelAt(region, country))
    expect(stays).toEqual([])
    expect(message).toEqual(waitingFor(reasons.unknownZone, 'Gull House, 2031-04-18'))
  })
})
