/** What browsers and other clients get behind the link of a verification mail (test/spec/07). */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { mailsTo } from '../mailbox.ts'
import { fresh, one } from '../spec/persons.ts'
import { browsers, others } from '../surfaces/front/front-requests.ts'
import { page, wordsOf } from './reset.ts'

/** The path of the link in the mail to a new address. */
async function link() {
  const mia = await one()
  const email = `${fresh('work')}@mail.example`
  await as(mia).post('/v1/emails/add', { email })
  const [mail] = await mailsTo(email)
  const [path = ''] = mail?.text.match(/\/v1\/emails\/[\w-]+\/verify$/m) ?? []
  return { mia, email, path }
}

const wrong = '/v1/emails/unknown/verify'

/** If `accept` is undefined, the header is not sent. */
const get = (path: string, accept: string | undefined) =>
  as(anonymous).get(path, accept === undefined ? {} : { accept })

const clients = {
  ...others,
  "Java's HttpURLConnection": 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
  "newer Java's": 'text/html, image/gif, image/jpeg, */*; q=0.2',
}

describe('7 the page of a verification link', () => {
  it.each(Object.entries({ ...browsers, 'HTML alone': 'text/html' }))(
    '%s: a wrong link is an error page with the status of the JSON answer',
    async (_, accept) => {
      const answer = await get(wrong, accept)
      expect(answer).toMatchObject({ status: 401, headers: { ...page, vary: 'Accept' } })
      expect(wordsOf(answer.text)).toContain('This link does not work')
      expect(answer.text).toContain('<title>Error: This link does not work – Trips</title>')
      const [, style = ''] = answer.text.match(/<style>(.*)<\/style>/s) ?? []
      const hash = createHash('sha256').update(style).digest('base64')
      expect(answer.headers).toMatchObject({
        'content-security-policy':
          `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; ` +
          "form-action 'self'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      expect(answer.headers['www-authenticate']).toBeUndefined()
    },
  )

  it.each(Object.entries(clients))('%s: a wrong link is the JSON answer', async (_, accept) => {
    const { status, headers, text } = await get(wrong, accept)
    expect([status, text]).toEqual([401, '{"success":false,"error":"invalid_hash"}'])
    expect(headers).toMatchObject({ 'content-type': 'application/json', vary: 'Accept' })
  })

  it('the link of a removed address is wrong', async () => {
    const { mia, path } = await link()
    const [row] = (await as(mia).get('/v1/emails')).json.results
    await as(mia).delete(`/v1/emails/${row?.id}`)
    expect(await get(path, browsers.firefox)).toMatchObject({ status: 401, headers: page })
  })

  it('a link with characters that hashes do not have is a wrong link too, 401', async () => {
    const path = '/v1/emails/a.b/verify'
    const answer = await get(path, browsers.chromium)
    expect(answer).toMatchObject({ status: 401, headers: { ...page, vary: 'Accept' } })
    expect(wordsOf(answer.text)).toContain('This link does not work')
    const json = { success: false, error: 'invalid_hash' }
    expect(await get(path, '*/*')).toMatchObject({ status: 401, json })
  })

  it('success is a page for every client', async () => {
    const { email, path } = await link()
    for (const accept of [browsers.chromium, '*/*', 'application/json']) {
      const answer = await get(path, accept)
      expect(answer).toMatchObject({ status: 200, headers: { ...page, vary: 'Accept' } })
      expect(answer.text).toContain(email)
    }
  })

  it('HEAD has the status and the headers of GET', async () => {
    const head = await as(anonymous).head(wrong, { accept: browsers.firefox })
    expect(head).toMatchObject({ status: 401, headers: page, text: '' })
  })
})
