/** The reset page as a person meets it: in Chromium, on a narrow screen, light and dark. */
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openLog } from '../../src/log.ts'
import { logsIn, next } from '../spec/passwords.ts'
import { db, operatorKey } from '../world.ts'
import { asked } from './reset.ts'

const executablePath = '/usr/bin/chromium'
const missing = !existsSync(executablePath)
if (missing) console.info(`reset page: browser tests skipped, they need ${executablePath}`)

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]
const lines: string[] = []
let site: FastifyInstance
let browser: Browser

describe.skipIf(missing)(
  `10 the reset page in Chromium${missing ? ' (not installed)' : ''}`,
  () => {
    beforeAll(async () => {
      const config = readConfig({})
      const log = openLog(config, { write: (line) => void lines.push(line) })
      site = await buildApp({ config, db, log, operatorKey })
      await site.listen({ port: 0, host: '127.0.0.1' })
      browser = await chromium.launch({ executablePath, args: flags })
    })

    afterAll(async () => {
      await browser?.close()
      await site?.close()
    })

    it.each(['light', 'dark'] as const)('a person sets a new password: %s', async (colorScheme) => {
      const { mia, path, token } = await asked()
      const page = await browser.newPage({ colorScheme, viewport: { width: 320, height: 640 } })
      const told = listen(page)
      const address = `http://127.0.0.1:${(site.server.address() as AddressInfo).port}${path}`
      await page.goto(address)
      const [first, second] = [
        page.getByLabel('New password', { exact: true }),
        page.getByLabel('New password, once more'),
      ]
      const save = page.getByRole('button', { name: 'Save the password' })
      expect(await page.title()).toBe('Choose a new password')
      await expectToFit(page)
      const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      expect(paper).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(22, 25, 29)')

      // The browser itself holds a short password back.
      await first.fill('short')
      await second.fill('short')
      await save.click()
      expect(await page.locator('input:invalid').count()).toBe(2)
      expect(told.requests).toEqual([`GET ${address}`])

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
      await page.getByRole('heading', { name: 'Your new password is saved' }).waitFor()
      await expectToFit(page)
      expect(await logsIn(mia, next)).toBe(true)

      await page.goto(address)
      await first.fill('yet another 7')
      await second.fill('yet another 7')
      await save.click()
      await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()

      const [get, post] = [`GET ${address}`, `POST ${address}`]
      expect(told.requests).toEqual([get, post, post, get, post])
      expect(told.referers).toEqual([])
      expect(told.complaints).toEqual([])
      expect(lines.join('')).toContain('/reset/:uid/:token')
      expect(lines.join('')).not.toContain(token)
      await page.close()
    })
  },
)

/** What the page asks of the network, and what the browser complains of. */
function listen(page: Page) {
  const told = { requests: [] as string[], referers: [] as string[], complaints: [] as string[] }
  page.on('request', (request) => {
    const { referer } = request.headers()
    told.requests.push(`${request.method()} ${request.url()}`)
    if (referer !== undefined) told.referers.push(referer)
  })
  page.on('console', (message) => {
    // Chromium says so of the answers with 400, which are meant.
    const isMeant = message.text().includes('status of 400')
    if (['error', 'warning'].includes(message.type()) && !isMeant) {
      told.complaints.push(message.text())
    }
  })
  page.on('pageerror', (error) => told.complaints.push(error.message))
  return told
}

/** Nothing is cut off at the side, and everything to press is large enough for a finger. */
async function expectToFit(page: Page): Promise<void> {
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(320)
  for (const target of await page.locator('input, button').all()) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
}
