/** Inbound mail: what calendars say, and when it is meant. */
import { describe, expect, it } from 'vitest'
import { eventsIn } from '../../../../src/mail/reading/calendar/calendar.ts'
import { clocksIn } from '../../../../src/mail/reading/calendar/clocks.ts'
import { numberIn } from '../../../../src/mail/reading/calendar/event-words.ts'

const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:e-1', ...lines, 'END:VEVENT']
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')
const read = (text: string, method = '', sentAt?: string) => eventsIn([{ text, method }], sentAt)
const dinner = ['SUMMARY:Dinner', 'DTSTART;TZID=Europe/Lisbon:20310419T193000']
const at = (start: string) => read(calendar(...event('SUMMARY:Dinner', start)))

describe('17 Inbound mail: the times of an event', () => {
  it.each([
    ['without seconds', 'DTSTART:20310419T1930', { local: '2031-04-19T19:30:00' }],
    ['as ISO 8601', 'DTSTART:2031-04-19T19:30:00z', { local: '2031-04-19T19:30:00', offset: 0 }],
    ['as a day of ISO 8601', 'DTSTART:2031-04-19', { local: '2031-04-19' }],
    [
      'with a colon in the name of its zone',
      'DTSTART;TZID=tzone://Microsoft/Utc;VALUE=DATE-TIME:20310419T193000',
      { local: '2031-04-19T19:30:00', offset: 0 },
    ],
    [
      'in a quoted zone before its type',
      'DTSTART;TZID="Europe/Lisbon";VALUE=DATE-TIME:20310419T193000',
      { local: '2031-04-19T19:30:00', zone: 'Europe/Lisbon' },
    ],
  ])('are read %s', async (_, line, start) => {
    expect(await at(line)).toMatchObject([{ start }])
  })

  it.each([
    ['with an offset', 'DTSTART:20310419T193000+0100', 'unreadableTime'],
    ['in words', 'DTSTART:next Saturday', 'unreadableTime'],
    ['in month 13', 'DTSTART:20311319T193000', 'unreadableTime'],
    ['at 25:61', 'DTSTART:20310419T256100', 'unreadableTime'],
    ['in a zone called __proto__', 'DTSTART;TZID=__proto__:20310419T193000', 'unknownZone'],
    ['in a zone called constructor', 'DTSTART;TZID=constructor:20310419T193000', 'unknownZone'],
  ])('are doubted %s', async (_, line, reason) => {
    await expect(at(line)).rejects.toMatchObject({ reason })
  })

  it.each([
    ['a day and a time', ['DTSTART:20310419', 'DTEND:20310419T210000Z']],
    ['a floating end', ['DTSTART;TZID=Europe/Lisbon:20310419T193000', 'DTEND:20310419T210000']],
    ['two starts', ['DTSTART:20310419T193000', 'DTSTART:20310420T193000']],
    ['hours of a whole day', ['DTSTART:20310419', 'DURATION:PT5H']],
    ['a duration backwards', ['DTSTART:20310419T193000Z', 'DURATION:-PT1H']],
    ['a duration beyond the calendar', ['DTSTART:20310419T193000Z', 'DURATION:P99999999999D']],
  ])('contradict each other: %s', async (_, lines) => {
    const found = read(calendar(...event('SUMMARY:Dinner', ...lines)))
    await expect(found).rejects.toMatchObject({ reason: 'contradictory' })
  })
})

describe('17 Inbound mail: the version of an event', () => {
  const stamps = (...lines: string[]) =>
    read(calendar(...event(...dinner, ...lines)), '', '2031-03-01T07:45:00.000Z')

  it('follows from its sequence and its later stamp', async () => {
    const lines = ['SEQUENCE:4', 'DTSTAMP:20310301T070000Z', 'LAST-MODIFIED:20310228T120000Z']
    const [found] = await stamps(...lines)
    expect(found).toMatchObject({ sequence: 4, saidAt: '2031-03-01T07:00:00.000Z' })
  })

  it.each([
    ['is later than the message', 'DTSTAMP:20310419T193000Z'],
    ['is local', 'DTSTAMP:20310301T070000'],
    ['is not a time', 'DTSTAMP:today'],
    ['is not a number', 'SEQUENCE:-1'],
  ])('does not follow from data that %s', async (_, line) => {
    const [found] = await stamps(line)
    expect(found).toMatchObject({ saidAt: undefined, sequence: undefined })
  })
})

describe('17 Inbound mail: one event, sent more than once', () => {
  const dinner = (hour: string, ...more: string[]) =>
    calendar(...event('SUMMARY:Dinner', `DTSTART;TZID=Europe/Lisbon:20310419T${hour}0000`, ...more))
  const both = (...texts: string[]) => eventsIn(texts.map((text) => ({ text, method: '' })))

  it('is the version with the highest sequence, whatever the order', async () => {
    const [older, newer] = [dinner('19', 'SEQUENCE:2'), dinner('20', 'SEQUENCE:10')]
    for (const texts of [
      [older, newer],
      [newer, older],
    ]) {
      expect(await both(...texts)).toMatchObject([{ start: { local: '2031-04-19T20:00:00' } }])
    }
  })

  it('is filed once if all versions agree', async () => {
    expect(await both(dinner('19'), dinner('19'), dinner('19'))).toHaveLength(1)
  })

  it('is doubted if no version is newer', async () => {
    await expect(both(dinner('19'), dinner('20'))).rejects.toMatchObject({
      reason: 'contradictory',
    })
    const cancelled = both(dinner('19'), dinner('19', 'STATUS:CANCELLED'))
    await expect(cancelled).rejects.toMatchObject({ reason: 'confirmedAndCancelled' })
  })
})

describe('17 Inbound mail: the method of a calendar', () => {
  const outcome = (own: string, ofPart: string, status: string) =>
    read(calendar(`METHOD:${own}`, ...event(...dinner, `STATUS:${status}`)), ofPart).then(
      ([found]) => (found ? found.isCancelled : 'nothing'),
      ({ reason }) => reason,
    )

  it.each([
    ['REQUEST', 'REQUEST', 'CONFIRMED', false],
    ['PUBLISH', 'REQUEST', '', false],
    ['CANCEL', 'REQUEST', '', true],
    ['CANCEL', 'CANCEL', 'CANCELLED', true],
    ['', 'CANCEL', '', true],
    ['REQUEST', 'CANCEL', 'CANCELLED', true],
    ['PUBLISH', '', 'CANCELED', true],
    ['REQUEST', 'CANCEL', '', 'severalStatuses'],
    ['CANCEL', 'CANCEL', 'CONFIRMED', 'severalStatuses'],
    ['REQUEST', 'REQUEST', 'TENTATIVE', 'notConfirmed'],
    ['REPLY', 'REQUEST', '', 'nothing'],
    ['REQUEST', 'REPLY', '', 'nothing'],
    ['COUNTER', '', '', 'nothing'],
  ])('%s in a part that says %j, with status %j: %s', async (own, ofPart, status, means) => {
    expect(await outcome(own, ofPart, status)).toBe(means)
  })

  it('a cancellation needs no more than a number', async () => {
    const [found] = await read(calendar('METHOD:CANCEL', ...event('DTSTART;TZID=Ours:2031')))
    expect(found).toEqual({
      ...{ kind: 'activity', isCancelled: true, provider: '', code: 'e-1', leg: '', fields: {} },
    })
    const nameless = calendar('METHOD:CANCEL', 'BEGIN:VEVENT', ...dinner, 'END:VEVENT')
    await expect(read(nameless)).rejects.toMatchObject({ reason: 'incomplete' })
  })
})

describe('17 Inbound mail: the words of an event', () => {
  const inWords = (description: string) => numberIn({ summary: '', location: '', description })

  it.each([
    ['Booking reference: KX77QP', 'KX77QP'],
    ['PNR KX77QP', 'KX77QP'],
    ['Confirmation number: H-4711\nConfirmation number: H-4711', 'H-4711'],
    ['Buchungsnummer: 20310418', '20310418'],
    ['Booking: Lisbon', ''],
    ['Booking reference: see below', ''],
    ['Booking reference: KX77QP\nBooking reference: KX88QP', ''],
  ])('name a reservation number: %j', (words, number) => {
    expect(inWords(words)).toBe(number)
  })

  it.each([
    ['from 08:10 to 9.05', [490, 545]],
    ['at 7:30 pm, 12:15 a.m.', [1170, 15]],
    ['on 19.04.2031', []],
    ['10:30:15', []],
  ])('contain times of day: %j', (words, minutes) => {
    expect([...clocksIn(words)]).toEqual(minutes)
  })
})

describe('17 Inbound mail: calendars too large to be read', () => {
  it.each([
    [
      '101 events',
      'tooMany',
      () => [calendar(...Array.from({ length: 101 }, () => event(...dinner)).flat())],
    ],
    [
      '200,000 characters',
      'unreadable',
      () => [calendar(...event(...dinner, `LOCATION:${'x'.repeat(200_000)}`))],
    ],
    ['11 calendars of 10 events', 'tooMany', () => Array.from({ length: 11 }, tenEvents)],
  ])('%s: %s', async (_, reason, make) => {
    const parts = make().map((text) => ({ text, method: '' }))
    await expect(eventsIn(parts)).rejects.toMatchObject({ reason })
  })

  const tenEvents = () => calendar(...Array.from({ length: 10 }, () => event(...dinner)).flat())

  it('a file of a megabyte in an event is ignored', async () => {
    const file = `ATTACH;ENCODING=BASE64;VALUE=BINARY:${'QUJD'.repeat(262_144)}`
    expect(await read(calendar(...event(...dinner, file)))).toHaveLength(1)
  })
})
