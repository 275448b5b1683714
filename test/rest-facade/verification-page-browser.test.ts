/** The confirmation page of a verification link as a person meets it (test/spec/07). */
import { expect, it } from 'vitest'
import { as } from '../client.ts'
import { mailsTo } from '../mailbox.ts'
import { fresh, one } from '../spec/persons.ts'
import { contrastOf, describeInChromium, expectToFit, listen } from './browser.ts'

describeInChromium('7 the confirmation page', ({ lines, address: urlOf, open }) => {
  it.each(['light', 'dark'] as const)('a person verifies an address: %s', async (colorScheme) => {
    const mia = await one()
    const email = `${fresh('work')}+o'hara@mail.example`
    await as(mia).post('/v1/emails/add', { email })
    const [mail] = await mailsTo(email)
    const [path = '', hash = ''] = mail?.text.match(/\/v1\/emails\/([\w-]+)\/verify$/m) ?? []
    const page = await open(colorScheme)
    const seen = listen(page)
    const address = urlOf(path)
    const answer = await page.goto(address)
    expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer' })
    expect(answer?.headers()['content-security-policy']).toMatch(/^default-src 'none'; style-src/)
    await page.getByRole('heading').waitFor()
    await page.getByText(email).waitFor()
    await expectToFit(page)
    const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(paper).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(22, 25, 29)')
    expect((await as(mia).get('/v1/emails')).json.results).toMatchObject([{ verified: true }])

    // Scripts do not run there, and the page sends no request and no referrer.
    expect(await page.locator('script').count()).toBe(0)
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend',
      '<p id="in" onclick="window.ran = true">x</p><a id="out" href="/elsewhere">x</a>')`)
    await page.click('#in')
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(seen.requests).toEqual([`GET ${address}`])
    await page.click('#out')
    await page.waitForURL('**/elsewhere')
    expect(seen.requests).toEqual([`GET ${address}`, `GET ${urlOf('/elsewhere')}`])
    expect(seen.referers).toEqual([])
    expect(lines.join('')).toContain('/v1/emails/:hash/verify')
    expect(lines.join('')).not.toContain(hash)
    await page.close()
  })

  it.each(['light', 'dark'] as const)('a wrong link shows an error: %s', async (colorScheme) => {
    const page = await open(colorScheme)
    const seen = listen(page)
    const answer = await page.goto(urlOf('/v1/emails/unknown/verify'))
    expect(answer?.status()).toBe(401)
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await expectToFit(page)
    for (const selector of ['header', 'h1', 'p']) {
      expect(await contrastOf(page, selector), selector).toBeGreaterThanOrEqual(4.5)
    }
    expect(seen.errors).toEqual([])
    await page.close()
  })
})
