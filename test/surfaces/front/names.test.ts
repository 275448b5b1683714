/** What an operator calls the service stands on every page (SERVICE_NAME). */
import { decodeHTML } from 'entities'
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { mailsTo } from '../../mailbox.ts'
import { asked } from '../../rest-facade/reset.ts'
import { waiting } from '../../spec/invitations.ts'
import { fresh, one } from '../../spec/persons.ts'
import { browsers, serviceWith } from './front-requests.ts'

const name = 'Fern & <Weh>'

/** The path of a link that verifies an address. */
async function verification(): Promise<string> {
  const email = `${fresh('work')}@mail.example`
  await as(await one()).post('/v1/emails/add', { email })
  const [mail] = await mailsTo(email)
  return mail?.text.match(/\/v1\/emails\/[\w-]+\/verify$/m)?.[0] ?? ''
}

/** Pages by the path that leads to them. */
const pages: Record<string, () => Promise<string> | string> = {
  home: () => '/',
  docs: () => '/docs',
  IDE: () => '/graphql',
  reset: async () => (await asked()).path,
  'dead reset': () => '/reset/1/x',
  invitation: async () => (await waiting()).path,
  'dead invitation': () => '/invitation/x',
  verification,
  'dead verification': () => '/v1/emails/x/verify',
}

describe('SERVICE_NAME', () => {
  const ask = serviceWith({ SERVICE_NAME: name })

  it.each(Object.entries(pages))('%s: the page names it, as text', async (page, pathOf) => {
    const { headers, text } = await ask(await pathOf(), browsers.firefox)
    expect(headers['content-type']).toMatch(/^text\/html/)
    const [, title = ''] = text.match(/<title>([^<]*)<\/title>/) ?? []
    expect(decodeHTML(title)).toMatch(new RegExp(`${name}$`))
    expect(text).not.toContain('<Weh>')
    const isScripted = page === 'docs' || page === 'IDE'
    const place = page === 'home' ? 'h1' : 'header'
    if (!isScripted) expect(text).toContain(`<${place}>Fern &amp; &lt;Weh&gt;</${place}>`)
  })

  it('is the title of the OpenAPI document in /docs', async () => {
    const { headers, text } = await ask('/openapi.json')
    expect(JSON.parse(text).info.title).toBe(name)
    expect(headers.etag).toBeDefined()
    expect(
      (await ask('/openapi.json', '*/*', { headers: { 'if-none-match': headers.etag ?? '' } }))
        .status,
    ).toBe(304)
  })
})
