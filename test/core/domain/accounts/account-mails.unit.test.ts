import { describe, expect, test } from 'vitest'
import { resetMail } from '../../../../src/core/domain/accounts/account-mails.ts'

const draft = (change: object = {}) =>
  resetMail({
    to: 'ines@mail.example',
    name: 'Ines',
    uid: 'MTI',
    token: 'aB_-9',
    serviceName: 'Trips',
    baseUrl: 'https://trips.example',
    ...change,
  })

describe('10 the password reset mail', () => {
  test('carries uid, token and the link, in text and in html', () => {
    const mail = draft()
    expect(mail).toMatchObject({ recipient: 'ines@mail.example', subject: 'Reset your password' })
    expect(mail.text).toContain('\nhttps://trips.example/reset/MTI/aB_-9\n')
    expect(mail.text).toContain('\nuid: MTI\ntoken: aB_-9\n')
    expect(mail.html).toContain('<a href="https://trips.example/reset/MTI/aB_-9">')
    expect(mail.html).toContain('<code>aB_-9</code>')
    expect(mail.text).toMatch(/^Hello Ines,\n/)
  })

  test('a trailing slash of the base URL is not doubled', () => {
    const { text } = draft({ baseUrl: 'https://trips.example/base/' })
    expect(text).toContain('https://trips.example/base/reset/MTI/')
  })

  test('a name is escaped in html', () => {
    const { html } = draft({ name: `<script>alert("1")</script> & 'co'` })
    expect(html).not.toContain('<script>')
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39;')
  })

  test('a name cannot add lines', () => {
    const { text } = draft({ name: 'Ines,\r\n\r\nopen https://evil.example' })
    expect(text.split('\n')[0]).toBe('Hello Ines, open https: / /evil. example,')
  })

  test('greets an account without a name without one', () => {
    expect(draft({ name: '  ' }).text).toMatch(/^Hello,\n/)
  })
})
