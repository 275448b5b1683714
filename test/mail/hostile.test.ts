/** Messages that mean harm end as unreadable or without a booking; all of it in the worker. */
import { afterAll, describe, expect, test } from 'vitest'
import { MailParser } from '../../src/mail/parsing.ts'
import { reasons } from '../../src/mail/reasons.ts'

const parser = new MailParser()
afterAll(() => parser.close())

const crlf = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))
const head = 'From: a@sender.example\nTo: ines@mail.example\nSubject: Hostile\nMIME-Version: 1.0\n'
const asHtml = (html: string) => crlf(`${head}Content-Type: text/html; charset=utf-8\n\n${html}`)

function nested(levels: number): Buffer {
  const open = Array.from({ length: levels }, (_, at) => {
    return `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`
  })
  return crlf(`${head}${open.join('')}Content-Type: text/plain\n\nHello`)
}

const script = (json: string) => asHtml(`<script type="application/ld+json">${json}</script>`)

const messages: [string, () => Buffer][] = [
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
  [
    'a charset that nobody has',
    () => crlf(`${head}Content-Type: text/plain; charset=x-ours\n\nHi`),
  ],
  ['bytes that are no text', () => Buffer.concat([crlf(`${head}\n`), Buffer.alloc(200_000, 0xff)])],
  ['NULs', () => Buffer.concat([crlf(head), Buffer.from('\r\na\0b\0c')])],
  ['250 kB of nested tags', () => asHtml('<div itemscope>'.repeat(16_000))],
  [
    '100,000 items',
    () => asHtml('<p itemscope itemtype="http://schema.org/Thing"></p>'.repeat(100_000)),
  ],
  ['deep JSON', () => script(`${'['.repeat(200_000)}1`)],
  ['a deep graph', () => script(`${'{"@graph":'.repeat(5_000)}1${'}'.repeat(5_000)}`)],
  ['1 MB of JSON that is none', () => script('{"a":,'.repeat(160_000))],
  [
    'a node that contains itself',
    () => {
      return script('{"@context":"x","@graph":[{"@id":"#a","@type":"T","b":{"@id":"#a"}}]}')
    },
  ],
  ['__proto__', () => script('{"@type":"FlightReservation","__proto__":{"x":1},"constructor":1}')],
  ['nothing at all', () => Buffer.alloc(0)],
]

describe('F2 Hostile mail', () => {
  test.each(messages)('%s ends in the inbox', async (_, make) => {
    const { doubt, reservations, messageKey } = await parser.parse(make())
    expect(Object.values(reasons)).toContain(doubt)
    expect(reservations).toEqual([])
    expect(messageKey).not.toBe('')
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('a parser that lost its worker reads the next message', async () => {
    await parser.parse(nested(1_000))
    const { bodyPreview } = await parser.parse(crlf(`${head}\nHello again`))
    expect(bodyPreview).toBe('Hello again')
  })
})
