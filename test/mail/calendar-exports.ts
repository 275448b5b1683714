/** Calendars as programs export them, invented; the trip of the cast is in Lisbon in April. */

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`
const event = (...all: string[]) => ['BEGIN:VEVENT', ...all, 'END:VEVENT']

/** The feed of a trip planner: times in UTC, a page of text in each description. */
export const planner = lines(
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Planner//Itineraries//EN', 'METHOD:PUBLISH'],
  ...['X-WR-CALNAME:Olga (Planner)', 'X-PUBLISHED-TTL:PT1H'],
  ...event(
    ...['UID:trip-7@planner.example', 'DTSTAMP:20310301T074500Z', 'SUMMARY:Lisbon\\, April 2031'],
    ...['DTSTART;VALUE=DATE:20310418', 'DTEND;VALUE=DATE:20310422', 'LOCATION:Lisbon'],
  ),
  ...event(
    ...['UID:item-1@planner.example', 'DTSTAMP:20310301T074500Z', 'SUMMARY:AP123 LIS to FRA'],
    ...['DTSTART:20310418T071000Z', 'DTEND:20310418T100500Z', 'LOCATION:Lisbon (LIS)'],
    'DESCRIPTION:Olga is in Lisbon\\n[Flight] 4/18/2031 Air Prado 123\\nBooking reference:',
    '  KX77QP\\nTerminal 1',
  ),
  ...event(
    ...['UID:item-2@planner.example', 'DTSTAMP:20310301T074500Z', 'SUMMARY:Museu do Azulejo'],
    ...['DTSTART:20310419T130000Z', 'DTEND:20310419T150000Z', 'GEO:38.7247;-9.1136'],
  ),
  ...event(
    ...['UID:item-9@planner.example', 'DTSTAMP:20310301T074500Z', 'SUMMARY:Dinner in Oslo'],
    ...['DTSTART:20310712T170000Z', 'DTEND:20310712T190000Z', 'GEO:59.91;10.75'],
  ),
  'END:VCALENDAR',
)

/** A calendar of the web: a zone of its own, a series, an exception of it. */
export const web = lines(
  ...[
    'BEGIN:VCALENDAR',
    'PRODID:-//Web Inc//Web Calendar//EN',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
  ],
  ...['METHOD:PUBLISH', 'X-WR-CALNAME:ines@mail.example', 'X-WR-TIMEZONE:Europe/Lisbon'],
  ...['BEGIN:VTIMEZONE', 'TZID:Europe/Lisbon', 'X-LIC-LOCATION:Europe/Lisbon'],
  ...['BEGIN:DAYLIGHT', 'TZOFFSETFROM:+0000', 'TZOFFSETTO:+0100', 'TZNAME:WEST'],
  ...['DTSTART:19700329T010000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT'],
  ...['BEGIN:STANDARD', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0000', 'TZNAME:WET'],
  ...['DTSTART:19701025T020000', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD'],
  'END:VTIMEZONE',
  ...event(
    ...['UID:one@web.example', 'DTSTAMP:20310301T074500Z', 'SUMMARY:Fado at the Mesa'],
    ...['DTSTART;TZID=Europe/Lisbon:20310419T213000', 'DTEND;TZID=Europe/Lisbon:20310419T233000'],
    ...['STATUS:CONFIRMED', 'BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT10M', 'END:VALARM'],
  ),
  ...event(
    ...['UID:series@web.example', 'DTSTAMP:20310301T074500Z', 'SUMMARY:Standup'],
    ...['DTSTART;TZID=Europe/Lisbon:20310414T090000', 'RRULE:FREQ=DAILY'],
  ),
  ...event(
    ...['UID:series@web.example', 'DTSTAMP:20310301T074500Z', 'SUMMARY:Standup\\, later'],
    ...['RECURRENCE-ID;TZID=Europe/Lisbon:20310418T090000'],
    ...['DTSTART;TZID=Europe/Lisbon:20310418T110000'],
  ),
  'END:VCALENDAR',
)

/** A calendar of an office: a zone by its name in Windows, and a text in capitals. */
export const office = lines(
  ...['BEGIN:VCALENDAR', 'PRODID:-//Office Corp//Office 16.0//EN', 'VERSION:2.0'],
  ...['BEGIN:VTIMEZONE', 'TZID:GMT Standard Time', 'BEGIN:STANDARD'],
  ...['DTSTART:16011028T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'],
  ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:-0000', 'END:STANDARD', 'BEGIN:DAYLIGHT'],
  ...['DTSTART:16010325T010000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'],
  ...['TZOFFSETFROM:-0000', 'TZOFFSETTO:+0100', 'END:DAYLIGHT', 'END:VTIMEZONE'],
  ...event(
    ...['CLASS:PUBLIC', 'UID:040000008200E00074C5B7101A82E008', 'DTSTAMP:20310301T074500Z'],
    ...['DTSTART;TZID="GMT Standard Time":20310420T100000'],
    ...['DTEND;TZID="GMT Standard Time":20310420T113000'],
    ...['SUMMARY;LANGUAGE=en-gb:Meet Sofia', 'LOCATION:Praça do Comércio', 'SEQUENCE:0'],
    ...['X-MICROSOFT-CDO-BUSYSTATUS:BUSY', 'X-ALT-DESC;FMTTYPE=text/html:<html></html>'],
  ),
  'END:VCALENDAR',
)

/** A calendar with so many events of the trip, an hour each. */
export const many = (number: number) =>
  lines(
    'BEGIN:VCALENDAR',
    ...Array.from({ length: number }, (_, at) => {
      const [day, hour] = [18 + (at % 4), 8 + (at % 12)]
      const time = `203104${day}T${String(hour).padStart(2, '0')}0000Z`
      return event(`UID:${at}@many.example`, `SUMMARY:Number ${at}`, `DTSTART:${time}`)
    }).flat(),
    'END:VCALENDAR',
  )
