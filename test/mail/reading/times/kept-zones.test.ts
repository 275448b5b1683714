/** Inbound mail: Luxon keeps no zone of a message that has been read or filed. */
import { IANAZone } from 'luxon'
import { expect, test } from 'vitest'
import { parseMail } from '../../../../src/mail/reading/parse.ts'
import { cast } from '../../../world.ts'
import { file, table } from '../../parsed-messages.ts'
import { rawMail } from '../../raw-mails.ts'

/** As a stranger may spell it. */
const zone = 'eUROPE/lISBON'

test('zones are not kept after a calendar is read', async () => {
  const before = IANAZone.create(zone)
  const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:dinner', 'SUMMARY:Dinner']
  const html = [...lines, `DTSTART;TZID=${zone}:20310419T193000`, 'END:VEVENT', 'END:VCALENDAR']
  const raw = rawMail({ html: html.join('\r\n') }).toString()
  const { reservations } = await parseMail(Buffer.from(raw.replace('text/html', 'text/calendar')))
  expect(reservations).toMatchObject([{ start: { local: '2031-04-19T19:30:00', zone } }])
  expect(IANAZone.create(zone)).not.toBe(before)
})

test('zones are not kept after a reservation is filed', async () => {
  const { olga } = await cast()
  const before = IANAZone.create(zone)
  await file(olga, [table({ start: { local: '2031-04-19T19:30:00', zone } })])
  expect(IANAZone.create(zone)).not.toBe(before)
})
