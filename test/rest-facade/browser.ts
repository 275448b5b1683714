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
  /** All lines that the service has logged. */
  lines: string[]
  /** The full URL of a path. */
  address(path: string): string
  /** A page, by default 320 pixels wide. */
  open(colorScheme: 'light' | 'dark', width?: number): Promise<Page>
}

/** `describe` where Chromium is installed, of a service with these settings. */
export function describeInChromium(
  name: string,
  tests: (stand: Stand) => void,
  settings: Record<string, string> = {},
): void {
  const lines: string[] = []
  let site: FastifyInstance
  let browser: Browser
  describe.skipIf(missing)(`${name} in Chromium${missing ? ' (not installed)' : ''}`, () => {
    beforeAll(async () => {
      const config = readConfig(settings)
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
      open: (colorScheme, width = 320) =>
        browser.newPage({ colorScheme, viewport: { width, height: 640 } }),
    })
  })
}

/** The requests of the page, and the errors of the browser. */
export function listen(page: Page) {
  const seen = { requests: [] as string[], referers: [] as string[], errors: [] as string[] }
  page.on('request', (request) => {
    const { referer } = request.headers()
    seen.requests.push(`${request.method()} ${request.url()}`)
    if (referer !== undefined) seen.referers.push(referer)
  })
  page.on('console', (message) => {
    // Chromium logs the answers with 400 and 401, which are intended.
    const isMeant = /status of 40[01]/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !isMeant) {
      seen.errors.push(message.text())
    }
  })
  page.on('pageerror', (error) => seen.errors.push(error.message))
  return seen
}

/** The page is not cut off at the side, and its controls are large enough for a finger. */
export async function expectToFit(page: Page): Promise<void> {
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(320)
  for (const target of await page.locator('input, button').all()) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
}

/** WCAG's contrast of two colours as the browser computes them, `rgb(1, 2, 3)`. */
function contrast(...colours: [string, string]): number {
  const [lighter = 0, darker = 0] = colours
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/\d+/g)].map(([digits]) => {
        const share = Number(digits) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    .sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The contrast of the text of the first element with the opaque colour behind it. */
export async function contrastOf(page: Page, selector: string): Promise<number> {
  const colours = await page.evaluate<[string, string]>(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)})
    const paper = (one) => {
      const { backgroundColor } = getComputedStyle(one)
      const isClear = /^rgba.*, 0\\)$/.test(backgroundColor)
      if (!isClear) return backgroundColor
      return one.parentElement ? paper(one.parentElement) : 'rgb(255, 255, 255)'
    }
    return [getComputedStyle(element).color, paper(element)]
  })()`)
  return contrast(...colours)
}

/** The requests of a page that leave the service. */
export const foreign = (requests: readonly string[], own: string) =>
  requests.filter((one) => !/^\w+ (data|blob):/.test(one) && !one.split(' ')[1]?.startsWith(own))
