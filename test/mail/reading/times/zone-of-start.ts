/** Stays at an address, as markup says it, and the zone that they get in a trip. */
import { expect } from 'vitest'
import { startIn } from '../../../../src/mail/filing/open-trips.ts'
import { parseMail } from '../../../../src/mail/reading/parse.ts'
import { rawMail } from '../../raw-mails.ts'

export interface Address {
  addressCountry: string
  addressRegion?: string
  addressLocality?: string
  postalCode?: string
}

/** Country, region, town and postal code, each '' where the address has none. */
export const at = (text: string): Address => {
  const [addressCountry = '', addressRegion = '', addressLocality = '', postalCode = ''] =
    text.split('; ')
  return { addressCountry, addressRegion, addressLocality, postalCode }
}

async function stayAt(address: Address | string, checkinTime: string) {
  const markup = {
    ...{ '@context': 'http://schema.org', '@type': 'LodgingReservation', checkinTime },
    ...{ reservationNumber: 'P-1', checkoutTime: `2031-07-21${checkinTime.slice(10)}` },
    reservationStatus: 'http://schema.org/ReservationConfirmed',
    reservationFor: { '@type': 'LodgingBusiness', name: 'Gull House', address },
  }
  const html = `<script type="application/ld+json">${JSON.stringify(markup)}</script>`
  const { doubt, reservations } = await parseMail(rawMail({ html }))
  expect(doubt).toBe('')
  const [stay] = reservations
  if (!stay) throw new Error('no stay')
  return stay
}

const tripIn = (timezone: string) => ({
  ...{ id: 1, name: '', timezone, firstDay: null, lastDay: null, canEditExpenses: true },
})
/** The zone of a stay's start at an address, in a trip with that zone. */
export const zoneOfStart = async (
  address: Address | string,
  trip: string,
  local = '2031-07-18T15:00:00',
) => startIn(await stayAt(address, local), tripIn(trip))?.zone
