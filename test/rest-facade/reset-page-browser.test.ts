/** The reset page as a person meets it: in Chromium, on a narrow screen, light and dark. */
import { expect, it } from 'vitest'
import { logsIn, next } from '../spec/passwords.ts'
import { describeInChromium, expectToFit, listen } from './browser.ts'
import { asked } from './reset.ts'

describeInChromium('10 the reset page', ({ lines, address: urlOf, open }) => {
  it.each(['light', 'dark'] as const)('a person sets a new password: %s', async (colorScheme) => {
    const { mia, path, token } = await asked()
    const page = await open(colorScheme)
    const seen = listen(page)
    const address = urlOf(path)
    await page.goto(address)
    const [first, second] = [
      page.getByLabel('New password', { exact: true }),
      page.getByLabel('Confirm new password'),
    ]
    const save = page.getByRole('button', { name: 'Save password' })
    expect(await page.title()).toBe('Choose a new password – Trips')
    await expectToFit(page)
    const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(paper).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(22, 25, 29)')

    // The browser itself holds a short password back.
    await first.fill('short')
    await second.fill('short')
    await save.click()
    expect(await page.locator('input:invalid').count()).toBe(2)
    expect(seen.requests).toEqual([`GET ${address}`])

    await first.fill(next)
    await second.fill(`${next}x`)
    await save.click()
    await page.getByText('The two password fields didn’t match.').waitFor()
    expect(await page.locator(':focus').getAttribute('id')).toBe('new_password2')
    expect(await second.getAttribute('aria-describedby')).toBe('new_password2-wrong')
    await expectToFit(page)

    await first.fill(next)
    await second.fill(next)
    await second.press('Enter')
    await page.getByRole('heading', { name: 'Your password has been changed' }).waitFor()
    await expectToFit(page)
    expect(await logsIn(mia, next)).toBe(true)

    await page.goto(address)
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await expectToFit(page)
    expect(await page.getByRole('button').count()).toBe(0)

    const [get, post] = [`GET ${address}`, `POST ${address}`]
    expect(seen.requests).toEqual([get, post, post, get])
    expect(seen.referers).toEqual([])
    expect(seen.errors).toEqual([])
    expect(lines.join('')).toContain('/reset/:uid/:token')
    expect(lines.join('')).not.toContain(token)
    await page.close()
  })
})
