/** What hostile messages are made of. */

export const crlf = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))
export const head =
  'From: a@sender.example\nTo: ines@mail.example\nSubject: Hostile\nMIME-Version: 1.0\n'
export const asHtml = (html: string) =>
  crlf(`${head}Content-Type: text/html; charset=utf-8\n\n${html}`)

export function nested(levels: number): Buffer {
  const open = Array.from({ length: levels }, (_, at) => {
    return `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`
  })
  return crlf(`${head}${open.join('')}Content-Type: text/plain\n\nHello`)
}

export const jsonScript = (json: string) => `<script type="application/ld+json">${json}</script>`
export const script = (json: string) => asHtml(jsonScript(json))

export const ofParts = (parts: string) =>
  crlf(`${head}Content-Type: multipart/mixed; boundary="b"\n\n${parts}--b--`)
export const encoded = (type: string, encoding: string, body: string | Buffer) =>
  Buffer.concat([
    crlf(`${head}Content-Type: ${type}\nContent-Transfer-Encoding: ${encoding}\n\n`),
    Buffer.from(body),
  ])

export const attachedMessage = (message: string) => {
  const lines =
    Buffer.from(message)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  const type = 'Content-Type: message/rfc822\nContent-Disposition: attachment'
  return `--b\n${type}\nContent-Transfer-Encoding: base64\n\n${lines.join('\n')}\n`
}
export const page10 = `${'<p itemscope><b itemprop="a b">x</b>\n'.repeat(280_000)}\n`

/** Flights with long names that differ by their times alone. */
export function flightsInTwoForms(count: number): string {
  const name = 'Lisbon '.repeat(30)
  const flights = Array.from({ length: count }, (_, at) => ({
    '@type': 'FlightReservation',
    reservationNumber: `KX${at}`,
    reservationFor: {
      ...{ flightNumber: 'LX571', departureTime: `2031-04-18T07:10:${10 + (at % 50)}Z` },
      ...{ departureAirport: { iataCode: 'LIS', name }, arrivalAirport: { iataCode: 'LHR', name } },
    },
  }))
  const ofElements = flights.map(({ reservationNumber, reservationFor }) => {
    const airport = (which: string, code: string) =>
      `<b itemprop=${which}Airport itemscope><meta itemprop=iataCode content=${code}></b>`
    const time = `<meta itemprop=departureTime content="${reservationFor.departureTime}">`
    const flight = `<meta itemprop=flightNumber content=LX571>${time}`
    return `<p itemscope itemtype="FlightReservation"><meta itemprop=reservationNumber
      content=${reservationNumber}><b itemprop=reservationFor itemscope>${flight}
      ${airport('departure', 'LIS')}${airport('arrival', 'LHR')}</b></p>`
  })
  return `${jsonScript(JSON.stringify(flights))}${ofElements.join('')}`
}

export const asCalendar = (lines: string) =>
  crlf(`${head}Content-Type: text/calendar\n\nBEGIN:VCALENDAR\n${lines}END:VCALENDAR\n`)

/** An event that ends before it begins, in a zone of so many rules. */
export function ruled(name: string, rules: number): string {
  const offsets = 'TZOFFSETFROM:+0100\nTZOFFSETTO:+0100'
  const rule = 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'
  const block = `BEGIN:STANDARD\nDTSTART:16010101T020000\n${offsets}\n${rule}\nEND:STANDARD\n`
  const zone = `BEGIN:VTIMEZONE\nTZID:${name}\n${block.repeat(rules)}END:VTIMEZONE\n`
  const end = name.endsWith('9') ? '2030' : '2035'
  const zoned = `;TZID=${name}`
  const times = `DTSTART${zoned}:20310419T100000\nDTEND${zoned}:${end}0419T100000`
  return `${zone}BEGIN:VEVENT\nUID:${name}\nSUMMARY:x\n${times}\nEND:VEVENT\n`
}
