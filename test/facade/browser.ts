/** The pages as a person meets them: the service listening, and Chromium on a narrow screen. */
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openLog } from '../../src/process/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { db, operatorKey } from '../world.ts'

const executablePath = '/usr/bin/chromium'
const missing = !existsSync(executablePath)
if (missing) console.info(`pages: browser tests skipped, they need ${executablePath}`)

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

/** What the browser tests of one page share. */
export interface Stand {
  /** Everything the service has logged. */
  lines: string[]
  /** The full address of a path. */
  address(path: string): string
  /** A page of 320 pixels. */
  open(colorScheme: 'light' | 'dark'): Promise<Page>
}

/** `describe` where Chromium is installed. */
export function describeInChromium(name: string, tests: (stand: Stand) => void): void {
  const lines: string[] = []
  let site: FastifyInstance
  let browser: Browser
  describe.skipIf(missing)(`${name} in Chromium${missing ? ' (not installed)' : ''}`, () => {
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

    tests({
      lines,
      address: (path) => `http://127.0.0.1:${(site.server.address() as AddressInfo).port}${path}`,
      open: (colorScheme) =>
        browser.newPage({ colorScheme, viewport: { width: 320, height: 640 } }),
    })
  })
}

/** What the page asks of the network, and the errors of the browser. */
export function listen(page: Page) {
  const told = { requests: [] as string[], referers: [] as string[], errors: [] as string[] }
  page.on('request', (request) => {
    const { referer } = request.headers()
    told.requests.push(`${request.method()} ${request.url()}`)
    if (referer !== undefined) told.referers.push(referer)
  })
  page.on('console', (message) => {
    // Chromium says so of the answers with 400, which are meant.
    const isMeant = message.text().includes('status of 400')
    if (['error', 'warning'].includes(message.type()) && !isMeant) {
      told.errors.push(message.text())
    }
  })
  page.on('pageerror', (error) => told.errors.push(error.message))
  return told
}

/** Nothing is cut off at the side, and everything to press is large enough for a finger. */
export async function expectToFit(page: Page): Promise<void> {
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(320)
  for (const target of await page.locator('input, button').all()) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
}
