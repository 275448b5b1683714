/** Messages that mean harm end as unreadable or without a booking; all of it in the worker. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMessage } from '../../../src/mail/reading/mime/message.ts'
import { MailParser } from '../../../src/mail/reading/parsing.ts'
import { reasonSaying, reasons } from '../../../src/mail/reading/reasons.ts'
import { flightHtml, rawMail } from '../raw-mails.ts'
import { watched } from './blocking.ts'
import {
  asCalendar,
  asHtml,
  attachedMessage,
  crlf,
  encoded,
  flightsInTwoForms,
  head,
  jsonScript,
  nested,
  ofParts,
  page10,
  ruled,
  script,
} from './hostile.ts'

const parser = new MailParser()
// The thread has started, and knows its code.
beforeAll(async () => {
  for (const _ of [1, 2, 3]) await parser.parse(rawMail({ html: flightHtml() }))
})
afterAll(() => parser.close())

const aMessage = `Content-Type: message/rfc822\nContent-Disposition: inline\n\n${head}\nHi\n`

/** Bodies in character sets and encodings that they break. */
const broken = ['utf-16', 'utf-7', 'iso-2022-jp', 'gb18030', 'windows-1252', '', 'utf-8"; x="'].map(
  (charset): [string, () => Buffer] => [
    `bytes that are no ${charset || 'charset'}`,
    () =>
      encoded(`text/html; charset="${charset}"`, '8bit', Buffer.alloc(300_000, '\xed\xa0\x1b$')),
  ],
)

/** Messages that would take seconds, however short they are. */
const tooManyParts: [string, () => Buffer][] = [
  [
    '3,000 messages in each other',
    () => crlf(`${head}${`${head}Content-Type: message/rfc822\n\n`.repeat(3_000)}Hello`),
  ],
  [
    '3,000 messages, each in a part of the next',
    () => {
      const open = Array.from({ length: 3_000 }, (_, at) => {
        const parts = `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`
        return `${head}${parts}Content-Type: message/rfc822\n\n`
      })
      return crlf(`${open.join('')}${head}\n${'Hello\n'.repeat(100_000)}`)
    },
  ],
  ['3,000 messages side by side', () => ofParts(`--b\n${aMessage}`.repeat(3_000))],
  ['300,000 parts without a header', () => ofParts('--b\n\nx\n'.repeat(300_000))],
]

const messages: [string, () => Buffer][] = [
  ...broken,
  ['10 MiB of short lines', () => asHtml('<p>Hello you</p>\n'.repeat(580_000))],
  ['10 MiB of blank lines', () => crlf(`${head}\n${'\n'.repeat(5_242_880)}x`)],
  ['10 MiB of blanks', () => crlf(`${head}\n${' '.repeat(10_485_760)}x`)],
  ['10 MiB of one header', () => crlf(`X-Filler: ${'y'.repeat(10_485_760)}\n${head}\nHi`)],
  ['10 MiB of short headers', () => crlf(`${'X: y\n'.repeat(1_747_626)}${head}\nHi`)],
  ['a million addresses', () => crlf(`Cc: ${'a@b.example,'.repeat(1_000_000)}\n${head}\nHi`)],
  ['a sender of 1 MiB', () => crlf(`From: ${'<'.repeat(1_048_576)}\n${head}\nHi`)],
  [
    'a subject of words in no charset',
    () => crlf(`Subject: ${'=?x-ours?B?////?= =?utf-8?Q?=FF=ZZ?= '.repeat(4_000)}\n${head}\nHi`),
  ],
  [
    'an attachment of 10 MiB of invalid base64',
    () => {
      const part = 'Content-Type: application/pdf\nContent-Transfer-Encoding: base64\n\n'
      return ofParts(`--b\n${part}${`${'A*='.repeat(25)}\n`.repeat(138_000)}`)
    },
  ],
  [
    '10 MiB of invalid quoted-printable',
    () => encoded('text/html', 'quoted-printable', '=4=ZZ=\r\n'.repeat(1_000_000).slice(0, 7e6)),
  ],
  ['100,000 parts', () => ofParts('--b\nContent-Type: image/png\n\nx\n'.repeat(100_000))],
  [
    '1,000 messages in each other',
    () => crlf(`${head}${'Content-Type: message/rfc822\n\n'.repeat(1_000)}Hello`),
  ],
  ...tooManyParts,
  ['1,000 levels of parts', () => nested(1_000)],
  ['10 MiB of text', () => crlf(`${head}\n${'All work and no play. '.repeat(477_000)}`)],
  ['10 MiB of one line', () => crlf(`${head}\n${'x'.repeat(10_485_760)}`)],
  ['1 MiB of headers', () => crlf(`${`X-Filler: ${'y'.repeat(900)}\n`.repeat(1_200)}${head}\nHi`)],
  [
    '20,000 attachments',
    () => {
      const part = '--b\nContent-Type: image/png\n\nx\n'
      return crlf(
        `${head}Content-Type: multipart/mixed; boundary="b"\n\n${part.repeat(20_000)}--b--`,
      )
    },
  ],
  ['an unknown charset', () => crlf(`${head}Content-Type: text/plain; charset=x-ours\n\nHi`)],
  ['bytes that are no text', () => Buffer.concat([crlf(`${head}\n`), Buffer.alloc(200_000, 0xff)])],
  ['NULs', () => Buffer.concat([crlf(head), Buffer.from('\r\na\0b\0c')])],
  ['250 kB of nested tags', () => asHtml('<div itemscope>'.repeat(16_000))],
  [
    '100,000 items',
    () => asHtml('<p itemscope itemtype="http://schema.org/Thing"></p>'.repeat(100_000)),
  ],
  ['deep JSON', () => script(`${'['.repeat(200_000)}1`)],
  ['a deep graph', () => script(`${'{"@graph":'.repeat(5_000)}1${'}'.repeat(5_000)}`)],
  ['1 MB of invalid JSON', () => script('{"a":,'.repeat(160_000))],
  [
    'a node that contains itself',
    () => {
      return script('{"@context":"x","@graph":[{"@id":"#a","@type":"T","b":{"@id":"#a"}}]}')
    },
  ],
  ['__proto__', () => script('{"@type":"FlightReservation","__proto__":{"x":1},"constructor":1}')],
  [
    'a context in every node, of a hundred terms',
    () => {
      const terms = Array.from({ length: 100 }, (_, at) => [`t${at}`, 'schema:name'])
      const context = JSON.stringify(Object.fromEntries(terms))
      return script(`${`{"@context":${context},"a":[`.repeat(19)}${'{},'.repeat(90_000)}`)
    },
  ],
  [
    'names of names in 10,000 nodes',
    () => {
      const node = (at: number) => `{"@id":"#${at}","@type":"T","b":{"@id":"#${at + 1}"}}`
      return script(`[${Array.from({ length: 10_000 }, (_, at) => node(at)).join(',')}]`)
    },
  ],
  ['1 MB of invalid escaped JSON', () => script('{&amp;quot;a&amp;quot;:,'.repeat(43_000))],
  ['10 MB of scripts of JSON', () => asHtml(`${jsonScript('{"a":,'.repeat(160_000))}`.repeat(10))],
  ['1 MB of ends of comments', () => script(`{}${'--> //'.repeat(160_000)}`)],
  ['1 MB of beginnings of strings', () => script('“'.repeat(900_000))],
  [
    '10,000 items that share 10,000 properties',
    () => {
      const items = '<p itemscope itemref="x"></p>'.repeat(10_000)
      return asHtml(`${items}<p id="x">${'<meta itemprop=a content=b>'.repeat(10_000)}</p>`)
    },
  ],
  [
    'items that are parts of each other',
    () => {
      const item = (at: number) =>
        `<p id="i${at}"><b itemprop="p q" itemscope itemref="i${at + 1} i${(at + 2) % 90}"></b></p>`
      const items = Array.from({ length: 90 }, (_, at) => item(at)).join('')
      return asHtml(`<p itemscope itemtype="T" itemref="i0"></p>${items}`)
    },
  ],
  ['1,000 attached messages', () => ofParts(`${attachedMessage('Hello\n')}`.repeat(1_000))],
  [
    'messages attached to each other in base64',
    () => {
      const wrap = (inner: string) =>
        `${head}Content-Type: multipart/mixed; boundary="b"\n\n${attachedMessage(inner)}--b--\n`
      let inner = asHtml('<p>Hello you</p>\n'.repeat(100_000)).toString()
      for (const _ of Array.from({ length: 6 })) inner = wrap(inner)
      return crlf(inner)
    },
  ],
  [
    '2,000 attachments of JSON',
    () =>
      ofParts(`--b\nContent-Type: application/ld+json\n\n{"@type":"T","a":[{}]}\n`.repeat(2_000)),
  ],
  [
    'an attached page of 10 MiB of tags',
    () => ofParts(`--b\nContent-Type: text/html\nContent-Disposition: attachment\n\n${page10}`),
  ],
  ['500 flights in two forms', () => asHtml(flightsInTwoForms(500))],
  [
    'a calendar whose zones have 1,200 rules',
    () => asCalendar(Array.from({ length: 10 }, (_, at) => ruled(`Zone ${at}`, 120)).join('')),
  ],
  ['2 MB of folded lines in a calendar', () => asCalendar(`SUMMARY:x\n${' x\n'.repeat(660_000)}`)],
  ['10,000 calendars', () => ofParts('--b\nContent-Type: text/calendar\n\nx\n'.repeat(10_000))],
  [
    'a calendar of unknown airports',
    () => asCalendar(`BEGIN:VEVENT\nSUMMARY:AB1 ${'(QQQ) (QZZ) '.repeat(400)}\nEND:VEVENT\n`),
  ],
  ['nothing at all', () => Buffer.alloc(0)],
]

describe('F2 Hostile mail', () => {
  // What else the machine does takes time, too, but not every time.
  const patient = { retry: 2 }
  test.each(messages)('%s ends in the inbox, within 2 s', patient, async (_, make) => {
    const bytes = make()
    // The one before may have cost the thread.
    await parser.parse(rawMail())
    const [before, begun] = [process.cpuUsage(), performance.now()]
    const { value, blocked } = await watched(() => parser.parse(bytes))
    const { user, system } = process.cpuUsage(before)
    const { doubt, reservations, messageKey } = value
    // The clock's time is that of other programs, too; the processor's that of all threads.
    const took = Math.min(performance.now() - begun, (user + system) / 1000)
    expect(took).toBeLessThan(2_000)
    expect(blocked).toBeLessThan(50)
    expect(reasonSaying(doubt)).toBeDefined()
    expect(reservations).toEqual([])
    expect(messageKey).not.toBe('')
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test.each(tooManyParts)('%s are not parsed: the message is kept as it is', async (_, make) => {
    await expect(readMessage(make())).rejects.toThrow('too many parts')
    expect(await parser.parse(make())).toMatchObject({ doubt: reasons.unreadable, attachments: [] })
  })

  test('1,000 lines that begin with dashes, as in text, do not count as parts', async () => {
    const text = `${'-'.repeat(70)}\n-- \nHello\n`.repeat(1_000)
    expect((await readMessage(crlf(`${head}\n${text}`))).text).toContain('Hello')
  })

  test('a parser whose worker died reads the next message', async () => {
    await parser.parse(nested(1_000))
    const { bodyPreview } = await parser.parse(crlf(`${head}\nHello again`))
    expect(bodyPreview).toBe('Hello again')
  })
})
