/** What is uploaded as a document never runs on our origin, whatever it is declared as (14; F1). */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DiskPlace, diskPlace } from '../../outside/objects/disk-place.ts'
import { privateKey } from '../../outside/objects/samples.ts'

const executablePath = '/usr/bin/chromium'
const missing = !existsSync(executablePath)
if (missing) console.info(`objects: browser tests skipped, they need ${executablePath}`)

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

const script = `console.log('ran');fetch('/canary')`
const element = `<script>${script}</script>`
const page = `<!doctype html><title>x</title>${element}<img src=x onerror="${script}">`
const svg = `<svg xmlns="http://www.w3.org/2000/svg">${element}</svg>`
const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><body>${element}</body></html>`

describe.skipIf(missing)(`F1 documents in Chromium${missing ? ' (not installed)' : ''}`, () => {
  let place: DiskPlace
  let browser: Browser
  beforeAll(async () => {
    place = await diskPlace()
    browser = await chromium.launch({ executablePath, args: flags })
  })
  afterAll(async () => {
    await browser?.close()
    await place?.close()
  })

  it.each([
    ['text/html', page],
    ['TEXT/HTML; charset=utf-7', page],
    ['application/xhtml+xml', xhtml],
    ['image/svg+xml', svg],
    ['text/xml', xhtml],
    ['application/xml', svg],
    ['text/plain', page],
    ['image/png', page],
    ['image/jpeg', svg],
    ['application/pdf', page],
    ['application/octet-stream', page],
    ['text/javascript', script],
    ['application/x-unknown', page],
    ['video/mp4', page],
    ['multipart/x-mixed-replace', page],
    ['message/rfc822', `content-type: text/html\r\n\r\n${page}`],
  ])('14 scripts declared as %s do not run, opened or framed', async (contentType, text) => {
    const key = privateKey('html')
    await place.store.put({ visibility: 'private', key, contentType }, Buffer.from(text))
    const { url = '' } =
      (await place.store.readUrl({ key, contentType, fileName: 'page.html' })) ?? {}
    const context = await browser.newContext()
    const opened = await context.newPage()
    const events: string[] = []
    context.on('console', (line) => void events.push(line.text()))
    context.on('request', (asked) => {
      if (asked.url().includes('/canary')) events.push('asked')
    })
    // What is stored rather than shown ends the navigation.
    await opened.goto(url).catch(() => {})
    await opened.goto('about:blank')
    await opened.setContent(`<iframe src="${url}"></iframe>`)
    await opened.waitForTimeout(300)
    expect(events.filter((line) => line === 'ran' || line === 'asked')).toEqual([])
    await context.close()
  })
})
