/** The invitation page as a person meets it: in Chromium, on a narrow screen, light and dark. */
import { expect, it } from 'vitest'
import { membership, waiting } from '../spec/invitations.ts'
import { contrastOf, describeInChromium, expectToFit, listen } from './browser.ts'

describeInChromium('17 the invitation page', ({ lines, address: urlOf, open }) => {
  it.each([
    ['light', 'Accept', 'You have joined the trip'],
    ['dark', 'Decline', 'You have declined the invitation'],
  ] as const)('a person answers: %s, %s', async (colorScheme, word, heading) => {
    const { path, token, olga, trip, cleo } = await waiting()
    const page = await open(colorScheme)
    const seen = listen(page)
    const address = urlOf(path)
    await page.goto(address)
    expect(await page.title()).toBe('You are invited to a trip – Trips')
    await page.getByText(`${olga.name} invited you to the trip Lisbon long weekend.`).waitFor()
    await expectToFit(page)
    for (const answer of ['accept', 'decline']) {
      expect(await contrastOf(page, `button[value=${answer}]`)).toBeGreaterThanOrEqual(4.5)
    }
    expect(await membership(trip.id, cleo)).toMatchObject({ joined: false })

    // By keyboard: the second button is the second stop.
    await page.keyboard.press('Tab')
    if (word === 'Decline') await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: heading }).waitFor()
    await expectToFit(page)
    const stored = await membership(trip.id, cleo)
    expect(stored?.joined).toBe(word === 'Accept' ? true : undefined)

    await page.goto(address)
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await expectToFit(page)
    expect(await page.getByRole('button').count()).toBe(0)

    const [get, post] = [`GET ${address}`, `POST ${address}`]
    expect(seen.requests).toEqual([get, post, get])
    expect(seen.referers).toEqual([])
    expect(seen.errors).toEqual([])
    expect(lines.join('')).toContain('/invitation/:token')
    expect(lines.join('')).not.toContain(token)
    await page.close()
  })
})
