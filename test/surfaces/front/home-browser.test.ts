/** The page at `/` as a person meets it. */
import { expect, it } from 'vitest'
import { contrastOf, describeInChromium, listen } from '../../rest-facade/browser.ts'

describeInChromium('the page at /', ({ address, open }) => {
  it.each([
    ['light', 1280],
    ['dark', 320],
  ] as const)('leads on by keyboard: %s, %d pixels', async (colorScheme, width) => {
    const page = await open(colorScheme, width)
    const heard = listen(page)
    await page.goto(address('/'))
    expect(await page.title()).toBe('Trips')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    for (const link of await page.locator('a').all()) {
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(40)
    }
    for (const selector of ['h1', 'h2', 'p', 'a', 'code']) {
      expect(await contrastOf(page, selector), selector).toBeGreaterThanOrEqual(4.5)
    }
    await page.getByRole('status').getByText('Ready to serve requests.').waitFor()
    // Where the database of a busy machine is late, the page asks again.
    expect([...new Set(heard.requests)]).toEqual([
      `GET ${address('/')}`,
      expect.stringMatching(/^GET \S+\/assets\/front-\w+\/home\.js$/),
      `GET ${address('/readyz')}`,
    ])
    const line = page.locator('code').first()
    expect(await line.innerText()).toContain(`curl -sS ${address('/v1/signup')}`)

    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').innerText()).toBe('Documentation')
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineWidth')
    expect(outline).toBe('3px')
    await page.keyboard.press('Enter')
    await page.waitForURL(address('/docs'))
    await page.goBack()
    await page.locator('a', { hasText: 'IDE' }).press('Enter')
    await page.waitForURL(address('/graphql'))
    expect(await page.title()).toBe('GraphQL API – Trips')
    expect(heard.errors.filter((one) => !one.includes('status of 503'))).toEqual([])
    expect(heard.referers.filter((one) => one !== '')).toEqual([])
    await page.close()
  })

  it('shows when the service is not ready, and when it is gone', async () => {
    const page = await open('light')
    await page.clock.install()
    let answer: 'ready' | 'busy' | 'gone' = 'busy'
    await page.route('**/readyz', (route) => {
      if (answer === 'gone') return route.abort()
      return route.fulfill({ status: answer === 'busy' ? 503 : 200, json: { status: answer } })
    })
    await page.goto(address('/'))
    const status = page.getByRole('status')
    for (const [next, words] of [
      ['gone', 'Not ready to serve requests.'],
      ['ready', 'The service does not respond.'],
      ['ready', 'Ready to serve requests.'],
    ] as const) {
      await status.getByText(words, { exact: true }).waitFor()
      answer = next
      await page.clock.runFor(5_000)
    }
    await page.close()
  })
})
