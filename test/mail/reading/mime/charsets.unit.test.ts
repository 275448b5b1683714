/** Inbound mail: texts are read in the character set that they are in. */
import { describe, expect, it } from 'vitest'
import { parseMail } from '../../../../src/mail/reading/parse.ts'
import { flightHtml } from '../../raw-mails.ts'

const words = 'Café Açores, Zürich'
const latin1 = Buffer.from(words, 'latin1')
const utf8 = Buffer.from(words)
/** In ISO 8859-2: `Kraków`, `Łódź`. */
const polish = Buffer.from([0x4b, 0x72, 0x61, 0x6b, 0xf3, 0x77, 0x20, 0xa3, 0xf3, 0x64, 0xbc])

function message(type: string, body: Buffer | string, encoding = '8bit'): Buffer {
  const head = [
    ...['From: a@air.example', 'To: b@mail.example', 'Subject: Hello', 'MIME-Version: 1.0'],
    ...(type === '' ? [] : [`Content-Type: ${type}`]),
    `Content-Transfer-Encoding: ${encoding}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}

describe('17 Inbound mail: a mail with a wrongly declared character set', () => {
  it.each([
    ['is said', 'text/plain; charset=iso-8859-1', latin1],
    ['is not said, and not UTF-8', 'text/plain', latin1],
    ['is not said, and UTF-8', 'text/plain', utf8],
    ['is said to be UTF-8, and is not', 'text/plain; charset="utf-8"', latin1],
    ['is said to be ASCII, and is not', 'text/plain; format=flowed; charset=us-ascii', latin1],
    ['of a message without a type', '', latin1],
  ])('its text is read: the character set %s', async (_, type, body) => {
    expect((await parseMail(message(type, body))).text.trim()).toBe(words)
  })

  it.each(['windows-1252', 'iso-8859-1', 'us-ascii'])(
    '%s has the characters of windows-1252',
    async (name) => {
      const body = Buffer.from([0x80, 0x20, 0x39, 0x39, 0x20, 0x93, 0x58, 0x94, 0x20, 0x96])
      const { text } = await parseMail(message(`text/plain; charset=${name}`, body))
      expect(text.trim()).toBe('€ 99 “X” –')
    },
  )

  it('its page is read in the character set that the page declares', async () => {
    const html = '<html><head><meta charset="iso-8859-2"></head><body><p>'
    const body = Buffer.concat([Buffer.from(html), polish, Buffer.from('</p></body></html>')])
    const { bodyPreview } = await parseMail(message('text/html', body))
    expect(bodyPreview).toBe('Kraków Łódź')
  })

  it('a page in base64 is read', async () => {
    const body = Buffer.concat([Buffer.from('<p>'), latin1, Buffer.from('</p>')]).toString('base64')
    const { bodyPreview } = await parseMail(message('text/html; charset=utf-8', body, 'base64'))
    expect(bodyPreview).toBe(words)
  })

  it('its booking has the right names', async () => {
    const html = flightHtml({ broker: { '@type': 'Organization', name: words } })
    const body = Buffer.from(html, 'latin1')
    const { reservations } = await parseMail(message('text/html; charset=utf-8', body))
    expect(reservations).toMatchObject([{ provider: 'Air Prado' }])
    expect((await parseMail(message('text/html; charset=utf-8', body))).html).toContain(words)
  })

  it.each([
    ['a sign that was lost before it was sent', `${words} \ufffd`],
    ['one byte of it lost', Buffer.concat([utf8, Buffer.from([0xff])])],
  ])('a text in UTF-8 stays one with %s', async (_, body) => {
    const { text } = await parseMail(message('text/plain; charset=utf-8', body))
    expect(text).toContain(words)
  })

  it.each([
    ['windows-1252', latin1],
    ['UTF-8', utf8],
    ['UTF-16', Buffer.from(`\ufeff${words}`, 'utf16le')],
  ])('a calendar in %s is read', async (charset, summary) => {
    const encode = (text: string) => Buffer.from(text, charset === 'UTF-16' ? 'utf16le' : 'latin1')
    const lines = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTART:20310419T193000',
      'SUMMARY:',
    ]
    const isWide = charset === 'UTF-16'
    const calendar = Buffer.concat([
      ...(isWide ? [summary.subarray(0, 2)] : []),
      encode(lines.join('\r\n')),
      isWide ? summary.subarray(2) : summary,
      encode('\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'),
    ]).toString('base64')
    const type = 'application/octet-stream; name="event.ics"'
    const { reservations } = await parseMail(message(type, calendar, 'base64'))
    expect(reservations).toMatchObject([{ fields: { name: words } }])
  })

  /** `Прадо` in windows-1251. */
  const prado = Buffer.from([0xcf, 0xf0, 0xe0, 0xe4, 0xee])
  it.each([
    ['its part declares', 'text/html; charset=windows-1251; name="t.html"', '', 'Прадо'],
    ['its part declares', 'text/html; name="t.html";\r\n charset="Windows-1251"', '', 'Прадо'],
    ['its page declares', 'text/html', '<meta charset="windows-1251">', 'Прадо'],
    ['is declared nowhere', 'text/html', '', 'Ïðàäî'],
  ])('an attached ticket is read: the character set %s', async (_, type, head, name) => {
    const markup = flightHtml({ underName: { '@type': 'Person', name: 'NAME' } })
    const [before = '', after = ''] = markup.split('NAME')
    const ticket = Buffer.concat([Buffer.from(`${head}${before}`), prado, Buffer.from(after)])
    const parts = [
      ...['--b', 'Content-Type: text/html; charset=utf-8', '', '<p>Your ticket</p>'],
      ...['--b', `Content-Type: ${type}`, 'Content-Disposition: attachment; filename="t.html"'],
      ...['Content-Transfer-Encoding: base64', '', ticket.toString('base64'), '--b--', ''],
    ]
    const { reservations } = await parseMail(
      message('multipart/mixed; boundary=b', parts.join('\r\n')),
    )
    expect(reservations).toMatchObject([{ tickets: [{ name }] }])
  })
})
