/** The documentation of the REST API as a person meets it. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { contrastOf, describeInChromium, foreign, listen } from '../facade/browser.ts'
import { cast } from '../world.ts'

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
    const told = listen(page)
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

    const asked = told.requests.filter((one) => one.startsWith(`GET ${address('/v2/trips')}`))
    expect(asked.length).toBe(1)
    expect(foreign(told.requests, address('/'))).toEqual([])
    expect(told.errors).toEqual([])
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).toBe('[{},{}]')
    await page.close()
  })

  it('is read by keyboard, from the top', async () => {
    const page = await open('light', 1280)
    await page.goto(address('/docs'))
    await page.locator('.opblock').first().waitFor()
    const stops: string[] = []
    for (let stop = 0; stop < 7; stop += 1) {
      await page.keyboard.press('Tab')
      stops.push((await focused(page)).replace(/\s+/g, ' '))
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineWidth')
      expect(outline, stops.at(-1)).toBe('3px')
    }
    expect(stops[0]).toBe('/openapi.json')
    expect(stops.slice(2, 4)).toEqual(['/', 'Authorize'])
    expect(stops[6]).toMatch(/^GET \/v2\/trips/)
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
      '.info p',
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
