import { describe, expect, test } from 'vitest'
import { nameInMail } from '../../../../src/core/domain/accounts/mail-text.ts'
import { invitationMail } from '../../../../src/core/domain/people/invitation-mail.ts'

const draft = (change: object = {}) =>
  invitationMail({
    to: 'tomas@mail.example',
    name: 'Tomas',
    inviterName: 'Ines Prado',
    tripName: 'Lisbon',
    token: 'aB_-9',
    serviceName: 'Trips',
    baseUrl: 'https://trips.example/base/',
    ...change,
  })

describe('11.2 the invitation mail', () => {
  test('names the inviter and the trip, with the link, in text and in html', () => {
    const mail = draft()
    const link = 'https://trips.example/base/invitation/aB_-9'
    expect(mail).toMatchObject({
      recipient: 'tomas@mail.example',
      subject: 'Ines Prado invited you to a trip',
    })
    expect(mail.text).toMatch(
      /^Hello Tomas,\n\nInes Prado invited you to the trip “Lisbon” on Trips\.\n/,
    )
    expect(mail.text).toContain(`\n${link}\n`)
    expect(mail.html).toContain(`<a href="${link}">${link}</a>`)
  })

  test('accepts empty names', () => {
    const mail = draft({ name: '', inviterName: ' ', tripName: '\n' })
    expect(mail.subject).toBe('Someone invited you to a trip')
    expect(mail.text).toMatch(/^Hello,\n\nSomeone invited you to a trip on Trips\.\n/)
  })

  test('escapes names, which cannot add lines', () => {
    const evil = '<b>x</b>\r\n\r\nhttps://evil.example\u2028"&\u0000'
    const { subject, text, html } = draft({ name: evil, inviterName: evil, tripName: evil })
    expect(text.split('\n')).toHaveLength(draft().text.split('\n').length)
    expect(subject).toBe('<b>x</b> https: / /evil. example "& invited you to a trip')
    expect(html).not.toContain('<b>')
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt; https: / /evil. example &quot;&amp;')
  })

  test('cuts names at 100 characters', () => {
    expect(nameInMail('x'.repeat(100))).toBe('x'.repeat(100))
    expect(nameInMail('x'.repeat(101))).toBe(`${'x'.repeat(99)}…`)
    expect([...nameInMail('𝄞'.repeat(255))]).toHaveLength(100)
    const long = 'y'.repeat(255)
    const { subject, text } = draft({ name: long, inviterName: long, tripName: long })
    expect(subject.length).toBeLessThan(130)
    expect(`${subject} ${text}`).not.toContain('y'.repeat(100))
  })
})
