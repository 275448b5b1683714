/** Inbound mail: the coordinates of a place, and those of programs that know none. */
import { describe, expect, it } from 'vitest'
import { eventsIn } from '../../../../src/mail/reading/calendar/calendar.ts'
import { locationOf } from '../../../../src/mail/reading/markup/markup-values.ts'

const none = { latitude: null, longitude: null, zone: undefined }

describe('17 Inbound mail: coordinates', () => {
  it.each([
    [{ latitude: 0, longitude: 0 }, none],
    [{ latitude: '0.000', longitude: '-0' }, none],
    [
      { latitude: 0, longitude: 6.7 },
      { latitude: 0, longitude: 6.7 },
    ],
    [
      { latitude: 38.7, longitude: -9.1 },
      { latitude: 38.7, longitude: -9.1, zone: 'Europe/Lisbon' },
    ],
  ])('%j in markup are %j', (geo, found) => {
    expect(locationOf({ geo })).toMatchObject(found)
    expect(locationOf(geo)).toMatchObject(found)
  })

  it.each([
    ['0;0', null],
    ['0.0;0.0', null],
    ['38.7;-9.1', 38.7],
  ])('%s in a calendar have the latitude %j', async (geo, latitude) => {
    const lines = [
      ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:e-1', 'SUMMARY:Dinner', `GEO:${geo}`],
      ...['DTSTART;TZID=Europe/Lisbon:20310419T193000', 'END:VEVENT', 'END:VCALENDAR'],
    ]
    const [found] = await eventsIn([{ text: lines.join('\r\n'), method: '' }])
    expect(found?.fields).toMatchObject({ latitude })
  })
})
