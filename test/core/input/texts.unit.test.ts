/** Texts in an input: what is kept of them, and what is refused (test/spec/01.2). */
import { describe, expect, it } from 'vitest'
import { isPageUrl } from '../../../src/core/input/web-urls.ts'
import { messages, tooLong } from '../../spec/answers.ts'
import { refused, taken } from './given.ts'

const noText = refused(messages.string)

describe('a text in an input', () => {
  it.each([
    ['  a b\t\n', 'a b'],
    ['', ''],
    [null, ''],
    ['𝄞'.repeat(255), '𝄞'.repeat(255)],
    ['x'.repeat(256), refused(tooLong(255))],
    ['𝄞'.repeat(256), refused(tooLong(255))],
    [` ${'x'.repeat(255)} `, 'x'.repeat(255)],
    [true, noText],
    [['a'], noText],
    [{}, noText],
    ['half a pair \ud800', noText],
    ['a\0', refused('Null characters are not allowed.')],
  ])('%j is kept, or refused, as %j', (sent, kept) => {
    expect(taken('String', sent)).toEqual(kept)
  })

  it('a number in a body is kept as its digits; GraphQL has none', () => {
    expect(taken('String', 1.5, '1.50')).toBe('1.50')
    expect(taken('String', 1.5)).toEqual(noText)
    expect(taken('[String]', [1.5, 'a'], ['1.50', 'a'])).toEqual(['1.50', 'a'])
    expect(taken('Guest', { name: 7 }, { name: '7.0' })).toEqual({ name: '7.0' })
    expect(taken('[Guest]', [{ name: 7 }], [{ name: '7.0' }])).toEqual([{ name: '7.0' }])
  })

  it.each([
    ['@text(max: 3)', ['abc', 'abcd', null], ['abc', refused(tooLong(3)), '']],
    ['@text(blank: "-")', ['a', ' ', null], ['a', '-', '-']],
    ['@text(orNull: true)', ['a', ' ', null], ['a', '', null]],
    ['@text(blankIsNull: true)', ['a', ' ', null], ['a', null, null]],
    ['@filled', ['a', ' ', null], ['a', refused(messages.blank), refused(messages.null)]],
  ])('with %s, %j are kept, or refused, as %j', (rules, sent, kept) => {
    expect(sent.map((one) => taken(`String ${rules}`, one))).toEqual(kept)
  })

  it.each([
    ['CAR', refused('"CAR" is not a valid choice.')],
    ['BUS', 'BUS'],
    [null, refused('"null" is not a valid choice.')],
    [['BUS'], refused('"BUS" is not a valid choice.')],
  ])('a choice %j is kept, or refused, as %j', (sent, kept) => {
    expect(taken('Vehicle', sent)).toEqual(kept)
  })
})

describe('a text of a format', () => {
  const format = (name: string, ...texts: string[]) =>
    texts.map((text) => taken(`String @text(format: ${name})`, text))

  it('EMAIL: an address is kept in lower case', () => {
    const sent = ['Ada@Mail.Example', 'é.ü+x@süd-1.mail.example', `${'a'.repeat(64)}@b.c`]
    expect(format('EMAIL', ...sent)).toEqual(sent.map((text) => text.toLowerCase()))
  })

  it.each([
    ...['ada', '@b.c', 'a@b', 'a@.c', 'a@b.', 'a@b..c', 'a@b c.d', 'a@b.c d', 'a@b.c@d', 'a@b.c,'],
    ...[
      'a b@b.c',
      'a@a@b.c',
      'a<@b.c',
      'a"@b.c',
      'a\u0001@b.c',
      `${'a'.repeat(65)}@b.c`,
      'a@b_c.d',
    ],
    ...['a@b.c_', 'x <a@b.c', 'a@_.c', 'a@b._'],
  ])('EMAIL: %j is refused', (text) => {
    expect(format('EMAIL', text)).toEqual([refused('Enter a valid email address.')])
  })

  it('EMAIL: its length is counted in lower case, where one letter may become two', () => {
    const address = `${'\u0130'.repeat(30)}@${'a'.repeat(210)}.example`
    expect(format('EMAIL', address)).toEqual([refused(tooLong(255))])
  })

  it('USERNAME: letters, digits and five signs are kept in lower case', () => {
    expect(format('USERNAME', 'Ada-9@x.y+z_Ü')).toEqual(['ada-9@x.y+z_ü'])
    const sentence =
      'Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ ' +
      'characters.'
    const wrong = ['a b', '!a', 'a!', '!']
    expect(format('USERNAME', ...wrong)).toEqual(wrong.map(() => refused(sentence)))
  })

  it('COLOR: six hexadecimal digits are kept behind a number sign', () => {
    expect(format('COLOR', 'aAbB09', '#fFcC12')).toEqual(['#aAbB09', '#fFcC12'])
    const wrong = ['#abc', '#aabbccd', 'x#aabbcc', '#gabbcc', '##aabbcc', '#aabbcc\n#']
    expect(format('COLOR', ...wrong)).toEqual(wrong.map(() => refused('Enter a valid hex color.')))
  })

  it('ICON: a name of the sets is kept; another one counts as blank', () => {
    const icon = (text: string) => taken('String @text(format: ICON, blank: "plain")', text)
    const known = ['golf', 'customicon-beer', 'customicon-two-words']
    expect(known.map(icon)).toEqual(known)
    const unknown = ['golfer', 'a golf', 'customicon', 'customicon-', 'customicon-b1', 'x-golf']
    expect(unknown.map(icon)).toEqual(unknown.map(() => 'plain'))
  })

  it.each([
    ...['https://mail.example/a', 'HTTP://mail.example', 'mail.example', 'mail.example:8080/x'],
    ...['localhost:3000', 'localhost:3000?a', 'a-1.b:1#x', '', 'a b', 'HTTPS://x', '/x:y', 'x/y:z'],
    ...['localhost:12345', 'https://[::1]/', 'mail.example/javascript:1', '1a:2', 'héllo:1'],
  ])('URL: %j is kept', (text) => {
    expect(format('URL', text)).toEqual([text])
  })

  it.each([
    ...['javascript:1', 'tel:110', 'java\tscript:1', 'ftp://x', 'https:', 'https://', 'https:///x'],
    ...['https://?', 'https://#', 'https:\\\\x', 'x:1', 'localhost:123456', 'mail.example:8080x'],
    ...['jav\nascript:1', 'https:x', 'xhttps://y', 'a+b-c.d:1', 'a1:2', 'localhost:x', 'Z:1'],
    ...['https:// x', 'https://a b', 'mail.example:', 'JAVASCRIPT:1', 'file:///x', 'httpsx://y'],
  ])('URL: %j is refused, as a browser might run it', (text) => {
    expect(format('URL', text)).toEqual([refused('Enter a valid URL.')])
  })

  it('URL: a control character that browsers ignore hides no scheme', () => {
    for (const first of ['\u0001', '\u0001 \u0002', '\u009f']) {
      expect(format('URL', `${first}javascript:1`)).toEqual([refused('Enter a valid URL.')])
    }
  })
})

describe('the URL of a page', () => {
  it('has http or https and a host, and no white space', () => {
    expect(['https://mail.example/a?b#c', 'HTTP://x'].filter(isPageUrl)).toHaveLength(2)
    const others = ['mail.example', 'ftp://x', 'https://x/a b', 'https://x\n', '\nhttps://x', '']
    expect(others.filter(isPageUrl)).toEqual([])
  })
})

describe('a password in an input', () => {
  it.each([
    [
      'Password',
      ['  a ', '', null, 'a\0'],
      ['  a ', '', undefined, refused('Null characters are not allowed.')],
    ],
    ['Password', ['a'.repeat(4096), 'a'.repeat(4097)], ['a'.repeat(4096), refused(tooLong(4096))]],
    [
      'Password @text(min: 4, max: 5)',
      ['𝄞𝄞𝄞', 'abcd', 'abcdef'],
      [
        refused('This password is too short. It must contain at least 4 characters.'),
        'abcd',
        refused(tooLong(5)),
      ],
    ],
    ['Password @filled', ['', ' ', null], [refused(messages.blank), ' ', refused(messages.null)]],
  ])('a %s: %j are kept, or refused, as %j', (type, sent, kept) => {
    expect(sent.map((one) => taken(type, one))).toEqual(kept)
  })
})
