/** Inbound mail: an event whose title says that it is not certain waits in the inbox. */
import { describe, expect, it } from 'vitest'
import { eventsIn } from '../../../../src/mail/reading/calendar/calendar.ts'

const read = (summary: string) => {
  const lines = [
    ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:e-1', `SUMMARY:${summary}`],
    ...['DTSTART;TZID=Europe/Lisbon:20310418T152500', 'END:VEVENT', 'END:VCALENDAR'],
  ]
  return eventsIn([{ text: lines.join('\r\n'), method: '' }])
}

describe('17 Inbound mail: the title of an event that is not certain', () => {
  it.each([
    ['Waitlist: Tour', 'waitingList'],
    ['Tour (auf der Warteliste)', 'waitingList'],
    ['POSTPONED: Fado', 'postponed'],
    ['VERSCHOBEN: Tour', 'postponed'],
    ['Fado - verschoben', 'postponed'],
    ['Concert reporté', 'postponed'],
    ['Fado is postponed', 'postponed'],
    ['HOLD: Tour', 'notConfirmed'],
    ['On hold: Tour', 'notConfirmed'],
    ['Tentative: Tour', 'notConfirmed'],
    ['Pending - Tour', 'notConfirmed'],
    ['Tour (not confirmed)', 'notConfirmed'],
    ['Tour not confirmed', 'notConfirmed'],
    ['(provisional) Tour', 'notConfirmed'],
    ['Request: Tour', 'notConfirmed'],
    ['Option: Hotel', 'notConfirmed'],
    ['Anfrage: Stadtführung', 'notConfirmed'],
    ['Tour (à confirmer)', 'notConfirmed'],
    ['【仮予約】ツアー', 'notConfirmed'],
  ])('is doubted: %s: %s', async (summary, reason) => {
    await expect(read(summary)).rejects.toMatchObject({ reason })
  })

  it.each([
    ['The Waiting List'],
    ['Tour, confirmed'],
    ['Option B: Museum'],
    ['Hold on: a play'],
    ['Rescheduled: Fado'],
    ['Tango: optional lesson'],
  ])('is read: %s', async (summary) => {
    expect(await read(summary)).toMatchObject([{ kind: 'activity', fields: { name: summary } }])
  })
})
