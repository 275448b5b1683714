/** Names of people and trips do not become links in the service's mails. */
import { describe, expect, test } from 'vitest'
import { resetMail, verificationMail } from '../../../../src/core/domain/accounts/account-mails.ts'
import { nameInMail } from '../../../../src/core/domain/accounts/mail-text.ts'
import { favoriteMail } from '../../../../src/core/domain/people/favorite-mail.ts'
import { invitationMail } from '../../../../src/core/domain/people/invitation-mail.ts'
import type { MailDraft } from '../../../../src/outside/mail/outgoing.ts'

const to = 'tomas@mail.example'
const service = { serviceName: 'Reisen & mehr', baseUrl: 'https://trips.test' }

const mails: Record<string, (name: string) => MailDraft> = {
  invitation: (name) =>
    invitationMail({ to, name, inviterName: name, tripName: name, token: 'aB_-9', ...service }),
  favorite: (name) =>
    favoriteMail({ to, inviter: { name, email: 'ines@mail.example' }, ...service }),
  reset: (name) => resetMail({ to, name, uid: '1c', token: 'aB_-9', ...service }),
  verification: (name) => verificationMail({ to, name, hash: 'aB_-9', ...service }),
}

const evil = [
  'Claim your prize at http://evil.example',
  'evil.example/x',
  'www.evil.example',
  'HTTPS://192.0.2.7/x',
  '//evil.example/x',
  'mailto:prize@evil.example',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '\\\\evil.example\\share',
  'evil\u3002example',
  'evil\uff0eexample',
  'evil\u200b.\u200bexample',
  'evil.\u2060example',
  'elpmaxe.live\u202e',
  'evil.\r\nexample',
  'see:evil.example,evil.example;evil.example',
]

/** What mail programs make links of; our own links are not looked at. */
const linked =
  /[a-z][a-z\d+.-]*:\/\/|\/\/\w|www\.\w|mailto:\S|script:\S|\\\\|[^\s.][.\u3002\uff0e][^\s.)”,]/iu

describe.each(Object.entries(mails))('the %s mail', (_, mailOf) => {
  test.each(evil)('contains no link if a name is %j', (name) => {
    const plain = mailOf('Ines')
    const { subject, text, html } = mailOf(name)
    const ours = /https:\/\/trips\.test\/[\w/-]+|ines@mail\.example/g
    for (const part of [subject, text, html.replace(/<[^>]*>/g, '')]) {
      expect(part.replace(ours, '')).not.toMatch(linked)
      expect(part).not.toMatch(/[\p{Bidi_Control}\u200b\u2060]/u)
    }
    expect(text.split('\n')).toHaveLength(plain.text.split('\n').length)
    expect(html.match(/<a /g)).toEqual(plain.html.match(/<a /g))
  })

  test('names the service', () => {
    const { text, html } = mailOf('Ines')
    expect(text).toContain('Reisen & mehr')
    expect(html).toContain('Reisen &amp; mehr')
  })

  test('has a limited length', () => {
    const { subject, text } = mailOf(`${'a.'.repeat(5_000)}b`)
    expect(subject.length).toBeLessThan(150)
    expect(text.length).toBeLessThan(1_000)
  })
})

describe('names in mails', () => {
  test.each([
    ['Ines Prado', 'Ines Prado'],
    ["J. R. O'Neil-Ó Briain (Jr.)", "J. R. O'Neil-Ó Briain (Jr.)"],
    ['Lisbon… at last!', 'Lisbon… at last!'],
    ['12:30 to Porto / Braga', '12:30 to Porto / Braga'],
    ['👩‍👧 & co', '👩‍👧 & co'],
    ['آن‌ها', 'آن‌ها'],
    ['St.Petersburg', 'St. Petersburg'],
    [' two\n lines\t', 'two lines'],
  ])('%j becomes %j', (name, shown) => {
    expect(nameInMail(name)).toBe(shown)
  })

  test("a requester's address is shown only if it is nothing but an email address", () => {
    const shown = (email: string) =>
      favoriteMail({ to, inviter: { name: '', email }, ...service }).text
    expect(shown('ines.p+x@mail.example')).toContain('\nines.p+x@mail.example would like')
    for (const email of ['evil.example/x?@mail.example', 'www.evil.example@mail.example']) {
      expect(shown(email)).not.toMatch(linked)
    }
  })
})
