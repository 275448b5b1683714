/** The documentation of the REST API as a person meets it. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { contrastOf, describeInChromium, foreign, listen } from '../../rest-facade/browser.ts'
import { cast } from '../../world.ts'

/** Opens a route and sends its example as it is; the text of the answer. */
async function execute(page: Page, path: string, method: string): Promise<string> {
  const row = page.locator(`.opblock-${method}`, {
    has: page.locator(`[data-path="${path}"]`),
  })
  await row.locator('.opblock-summary-control').click()
  await row.getByRole('button', { name: 'Try it out' }).click()
  await row.getByRole('button', { name: 'Execute' }).click()
  const answer = row.locator('.live-responses-table .response').first()
  await answer.waitFor()
  return answer.innerText()
}

/** The element that has the focus, by what it says. */
const focused = (page: Page) =>
  page.evaluate<string>(
    '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText).trim()',
  )

describeInChromium('the page /docs', ({ address, open }) => {
  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('a developer tries out a route: %s, %d pixels', async (colorScheme, width) => {
    const { olga, trip } = await cast()
    const page = await open(colorScheme, width)
    const heard = listen(page)
    await page.goto(address('/docs'))
    const row = page.locator('.opblock', { hasText: 'Trips that the caller owns' }).first()
    await row.waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    const isDark = await page.evaluate('document.documentElement.className.includes("dark-mode")')
    expect(isDark).toBe(colorScheme === 'dark')

    await page.getByRole('button', { name: 'Authorize' }).click()
    const field = page.locator('.modal-ux input').first()
    await field.fill(`Token ${olga.key}`)
    await page.locator('.modal-ux button.authorize').first().click()
    await page.locator('.modal-ux button.btn-done').first().click()

    await row.locator('.opblock-summary-control').click()
    await row.getByRole('button', { name: 'Try it out' }).click()
    await row.getByRole('button', { name: 'Execute' }).click()
    const answer = row.locator('.live-responses-table .response').first()
    await answer.waitFor()
    expect(await answer.locator('.response-col_status').innerText()).toMatch(/^200/)
    expect(await answer.innerText()).toContain(`"id": ${trip.id}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)

    const asked = heard.requests.filter((one) => one.startsWith(`GET ${address('/v2/trips')}`))
    expect(asked.length).toBe(1)
    expect(foreign(heard.requests, address('/'))).toEqual([])
    expect(heard.errors).toEqual([])
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).toBe('[{},{}]')
    await page.close()
  })

  it('a newcomer takes the three steps, pasting only a key', async () => {
    const page = await open('light', 1280)
    await page.goto(address('/docs'))
    await page.locator('.opblock').first().waitFor()
    const steps = await page.locator('.info ol li').allInnerTexts()
    expect(steps.map((step) => step.split(':')[0])).toEqual(['Sign up', 'Authorize', 'Try it out'])
    // Another test may have signed up the same account.
    expect(await execute(page, '/v1/signup', 'post')).toMatch(/^(201|400)/)
    const loggedIn = await execute(page, '/auth/login', 'post')
    const [key = ''] = /[\da-f]{40}/.exec(loggedIn) ?? []

    await page.getByRole('button', { name: 'Authorize' }).click()
    await page.locator('.modal-ux input').first().fill(` ${key} `)
    await page.locator('.modal-ux button.authorize').first().click()
    await page.locator('.modal-ux button.btn-done').first().click()
    expect(await execute(page, '/v1/trips', 'post')).toMatch(/^201/)
    expect(await execute(page, '/v2/trips', 'get')).toMatch(/^200[\s\S]*"name": "Porto"/)
    await page.close()
  })

  it('is read by keyboard, from the top', async () => {
    const page = await open('light', 1280)
    await page.goto(address('/docs'))
    await page.locator('.opblock').first().waitFor()
    const stops: string[] = []
    while (stops.length < 12 && !stops.at(-1)?.startsWith('GET /v2/trips')) {
      await page.keyboard.press('Tab')
      stops.push((await focused(page)).replace(/\s+/g, ' '))
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineWidth')
      expect(outline, stops.at(-1)).toBe('3px')
    }
    expect(stops[0]).toBe('/openapi.json')
    expect(stops).toContain('Authorize')
    expect(stops.at(-1)).toMatch(/^GET \/v2\/trips/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Try it out' }).waitFor()
    await page.close()
  })

  it.each(['light', 'dark'] as const)('has a contrast of 4.5 to 1: %s', async (colorScheme) => {
    const page = await open(colorScheme, 1280)
    await page.goto(address('/docs'))
    await page.locator('.opblock-delete').first().waitFor()
    const methods = ['get', 'post', 'put', 'patch', 'delete'].map(
      (method) => `.opblock-${method} .opblock-summary-method`,
    )
    const others = [
      '.info .title',
      '.info a',
      '.info li',
      '.info h2',
      '.btn.authorize',
      '.version',
      '.version-stamp pre',
    ]
    for (const selector of [...methods, ...others]) {
      expect(await contrastOf(page, selector), selector).toBeGreaterThanOrEqual(4.5)
    }
    await page.close()
  })
})
