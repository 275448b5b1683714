/** Booking emails: three that can be filed in a trip, two that wait in the inbox. */
import { createTransport } from 'nodemailer'
import type { Days } from './days.ts'
import { pdfOf } from './files.ts'

const tokyo = 'Asia/Tokyo'
const confirmed = 'http://schema.org/ReservationConfirmed'

interface Message {
  id: string
  from: string
  subject: string
  text: string
  markup?: object
  pdf?: Buffer
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

async function rawOf({ id, from, subject, text, markup, pdf }: Message, to: string) {
  const script = markup
    ? `<script type="application/ld+json">${JSON.stringify(markup)}</script>`
    : ''
  const { message } = await composer.sendMail({
    from,
    to,
    subject,
    messageId: `<${id}@demo.example>`,
    html: `<html><body><p>${text}</p>${script}</body></html>`,
    attachments: pdf ? [{ filename: 'ticket.pdf', content: pdf }] : [],
  })
  return message as Buffer
}

const reservation = (type: string, number: string, of: object, more: object = {}) => ({
  '@context': 'http://schema.org',
  '@type': type,
  reservationNumber: number,
  reservationStatus: confirmed,
  reservationFor: of,
  ...more,
})

const airport = (iataCode: string, name: string) => ({ '@type': 'Airport', iataCode, name })

const flight = (days: Days): Message => ({
  id: 'flight',
  from: 'Nippon Wings <booking@wings.example>',
  subject: 'Your flight to Tokyo, QX7K2P',
  text: 'Thank you for flying with us.',
  markup: reservation(
    'FlightReservation',
    'QX7K2P',
    {
      '@type': 'Flight',
      flightNumber: '224',
      airline: { '@type': 'Airline', name: 'Nippon Wings', iataCode: 'NH' },
      departureAirport: airport('FRA', 'Frankfurt'),
      arrivalAirport: airport('HND', 'Tokyo Haneda'),
      departureTime: days.at(45, '12:10', 'Europe/Berlin'),
      arrivalTime: days.at(46, '07:55', tokyo),
    },
    { airplaneSeat: '31K', totalPrice: '1210.40', priceCurrency: 'EUR' },
  ),
  pdf: pdfOf('Boarding pass', ['NH 224   FRA - HND', `${days.on(45)}   seat 31K`, 'QX7K2P']),
})

const stay = (id: string, name: string, days: Days, from: number, to: number): Message => ({
  id,
  from: `${name} <stay@hotel.example>`,
  subject: `Reservation at ${name}`,
  text: 'We look forward to your stay.',
  markup: reservation(
    'LodgingReservation',
    `STAY-${from}`,
    {
      '@type': 'LodgingBusiness',
      name,
      telephone: '+81 3 5550 0100',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '1-2-3 Yanaka',
        addressLocality: 'Tokyo',
        addressCountry: 'JP',
      },
      geo: { '@type': 'GeoCoordinates', latitude: '35.7278', longitude: '139.7669' },
    },
    {
      checkinTime: days.at(from, '15:00', tokyo),
      checkoutTime: days.at(to, '10:00', tokyo),
      totalPrice: '98000',
      priceCurrency: 'JPY',
    },
  ),
})

const dinner = (days: Days): Message => ({
  id: 'dinner',
  from: 'Sushi Kita <table@kita.example>',
  subject: 'Your table for two',
  text: 'Your table is reserved.',
  markup: reservation(
    'FoodEstablishmentReservation',
    'T-8841',
    {
      '@type': 'FoodEstablishment',
      name: 'Sushi Kita',
      address: '4-5 Ginza, Tokyo',
      geo: { '@type': 'GeoCoordinates', latitude: 35.6717, longitude: 139.765 },
    },
    {
      startTime: days.at(48, '19:00', tokyo),
      endTime: days.at(48, '21:00', tokyo),
      partySize: 2,
    },
  ),
})

const withoutMarkup: Message = {
  id: 'museum',
  from: 'Museum Tickets <tickets@museum.example>',
  subject: 'Your museum tickets',
  text: 'Two tickets for the digital art museum. Enjoy!',
}

/** The messages, addressed to `to`. */
export const demoEmails = (days: Days, to: string): Promise<Buffer>[] =>
  [
    flight(days),
    stay('ryokan', 'Ryokan Yanaka', days, 46, 51),
    dinner(days),
    withoutMarkup,
    stay('later', 'Hotel of another year', days, 400, 402),
  ].map((message) => rawOf(message, to))
