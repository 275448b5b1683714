/**
 * What `safeContent` makes of hostile mail, in Chromium without any policy of a page: no script
 * runs and no request is sent (targets F1, F2; test/spec/17-safe-content).
 */
import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { waiting } from '../spec/emails.ts'
import { one } from '../spec/persons.ts'
import { vectors } from '../spec/vectors.ts'
import type { Person } from '../world.ts'

const executablePath = '/usr/bin/chromium'
const missing = !existsSync(executablePath)
if (missing) console.info(`safe content: browser tests skipped, they need ${executablePath}`)

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

/** A pixel: what an image of the message itself may be. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

interface Shown {
  subject: string
  safeContent: string
}

/** The safe form of mails with this HTML, by the service itself. */
async function cleaned(reader: Person, htmls: readonly string[]): Promise<Shown[]> {
  // PostgreSQL stores no NUL, and filing removes it.
  for (const [at, html] of htmls.entries()) {
    await waiting(reader, { html: html.replaceAll('\0', ''), subject: String(at) })
  }
  const shown: Shown[] = []
  for (let page = 1; shown.length < htmls.length; page += 1) {
    const query = `{ inbox(page: ${page}) { results { subject safeContent } } }`
    const { data, errors } = await as(reader).graphql(query)
    expect(errors).toEqual([])
    const inbox = data?.inbox as { results: Shown[] } | undefined
    shown.push(...(inbox?.results ?? []))
  }
  return shown
}

let browser: Browser

describe.skipIf(missing)(`F1 safe content in Chromium${missing ? ' (not installed)' : ''}`, () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: flags })
  })
  afterAll(() => browser?.close())

  /** A page that reports the scripts that run in it and the requests it sends. */
  async function watched(): Promise<{ page: Page; seen: string[] }> {
    const context = await browser.newContext()
    const page = await context.newPage()
    const seen: string[] = []
    await context.route('**', (route) => {
      const url = route.request().url()
      if (url === 'http://mail.example/') {
        return route.fulfill({ contentType: 'text/html', body: '<!doctype html><main></main>' })
      }
      if (!url.startsWith('data:')) seen.push(`request ${url}`)
      return route.abort()
    })
    await page.exposeFunction('pwned', () => void seen.push('script'))
    page.on('dialog', (dialog) => {
      seen.push('dialog')
      void dialog.dismiss()
    })
    page.on('framenavigated', (frame) => seen.push(`navigation ${frame.url()}`))
    await page.goto('http://mail.example/')
    seen.length = 0
    return { page, seen }
  }

  /** Shows HTML in both possible ways, and touches every element in it. */
  async function show(page: Page, html: string): Promise<void> {
    await page.evaluate(
      `(async () => {
        const html = ${JSON.stringify(html)}
        const main = document.querySelector('main')
        main.innerHTML = html
        main.innerHTML = main.innerHTML
        for (const one of main.querySelectorAll('*')) {
          one.focus?.()
          one.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
        }
        const frame = document.createElement('iframe')
        frame.srcdoc = '<script>pwned = () => parent.pwned()</script>' + html
        const loaded = new Promise((resolve) => { frame.onload = resolve })
        main.append(frame)
        await loaded
        frame.remove()
        main.textContent = ''
      })()`,
    )
  }

  it('the watch reports a script and a request', async () => {
    const { page, seen } = await watched()
    await show(page, '<img src=http://evil.example/i.png onerror=pwned()>')
    await expect.poll(() => seen).toContain('script')
    expect(seen).toContain('request http://evil.example/i.png')
    await page.context().close()
  })

  it(`${vectors.length} vectors: no script runs, nothing is requested`, async () => {
    expect(vectors.length).toBeGreaterThan(150)
    const mails = await cleaned(await one(), vectors)
    expect(mails).toHaveLength(vectors.length)
    const { page, seen } = await watched()
    for (const { subject, safeContent } of mails) {
      expect(safeContent, 'that is the text, not the HTML').not.toContain('Seat 21')
      await show(page, safeContent)
      const frames = seen.splice(0).filter((one) => one !== 'navigation about:srcdoc')
      expect(frames, `${vectors[Number(subject)]} -> ${safeContent}`).toEqual([])
      expect(safeContent).not.toMatch(
        /<(script|form|input|iframe|object|embed|svg|math|style|link)/,
      )
    }
    await page.waitForTimeout(300)
    expect(seen).toEqual([])
    expect(page.url()).toBe('http://mail.example/')
    await page.context().close()
  })

  it('a link opens without a referrer, and the image of the message itself is shown', async () => {
    const { page, seen } = await watched()
    const [mail] = await cleaned(await one(), [
      `<a href="https://rail.example/x?a=1&amp;b=2">Ticket</a>
       <img alt="Logo" src="data:image/png;base64,${pixel}"><table><tr><td>21</td></tr></table>`,
    ])
    await page.evaluate(
      `document.querySelector('main').innerHTML = ${JSON.stringify(mail?.safeContent)}`,
    )
    const link = page.getByRole('link', { name: 'Ticket' })
    expect(await link.getAttribute('href')).toBe('https://rail.example/x?a=1&b=2')
    expect(await link.getAttribute('rel')).toContain('noopener')
    await expect.poll(() => page.evaluate('document.images[0].naturalWidth')).toBe(1)
    expect(seen).toEqual([])
    await page.context().close()
  })
})
