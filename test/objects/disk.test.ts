/** The store on disk over HTTP: what is sent to it, and what becomes of it (contract 14). */
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostBytes } from '../../src/outside/objects/objects.ts'
import { type DiskPlace, diskPlace, filesOf } from './places.ts'
import { headOf, rawRequest } from './raw.ts'
import { gif, html, jpeg, pdf, png, privateKey, publicKey, send, svg } from './samples.ts'

const type = 'application/pdf'

let place: DiskPlace
beforeAll(async () => {
  place = await diskPlace({ pace: { window: 400, bytes: 1000 } })
})
afterAll(() => place.close())

const prepareDocument = (length: number, contentType = type, key = privateKey()) =>
  place.store.prepare({ visibility: 'private', key, contentType, contentLength: length })
const prepareImage = (contentType: string, key = publicKey()) =>
  place.store.prepare({ visibility: 'public', key, contentType })
const nameIn = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''

describe('objects on disk: bytes are checked against the declared type', () => {
  it.each([
    ['image/png', png],
    ['image/gif', gif],
    ['image/jpeg', jpeg],
    ['image/jpg', jpeg],
  ])('an image of type %s is taken', async (contentType, bytes) => {
    expect((await send(await prepareImage(contentType), bytes)).status).toBe(200)
  })

  it.each([
    ['image/png', html],
    ['image/png', svg],
    ['image/png', gif],
    ['image/jpeg', png],
    ['image/svg+xml', svg],
    ['text/html', html],
    ['image/png', Buffer.alloc(0)],
    ['image/png', png.subarray(0, 7)],
    ['image/gif', Buffer.concat([Buffer.from('<script>'), gif])],
  ])('as a public %s other bytes are refused and not kept', async (contentType, bytes) => {
    const upload = await prepareImage(contentType)
    const answer = await send(upload, bytes)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      detail: 'The bytes are not what they were declared to be.',
    })
    expect(await filesOf(place)).not.toContain(nameIn(upload.url))
  })

  it.each([
    [type, html, 400],
    [type, Buffer.concat([Buffer.from('junk before\n'), pdf]), 200],
    ['image/png', html, 400],
    ['application/zip', html, 400],
    ['application/zip', Buffer.from('PK\x03\x04 and so on'), 200],
    ['text/plain', Buffer.from('a note'), 200],
    ['text/html', html, 200],
    ['application/octet-stream', Buffer.from([0, 1, 2]), 200],
  ])('a document of type %s', async (contentType, bytes, status) => {
    const upload = await prepareDocument(bytes.length, contentType)
    expect((await send(upload, bytes)).status).toBe(status)
  })
})

describe('objects on disk: size and pace', () => {
  it('refuses a length over 100 MiB before it is sent', async () => {
    const { url, headers } = await prepareImage('image/png')
    const head = headOf(url, { ...headers, 'Content-Length': String(mostBytes + 1) })
    expect((await rawRequest(place.baseUrl, [head])).text).toMatch(/^HTTP\/1.1 413 /)
  })

  it('refuses byte 104,857,601 while it streams, and leaves nothing', async () => {
    const { url, headers } = await prepareImage('image/png')
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        const piece = sent === 0 ? Buffer.concat([png, Buffer.alloc(65_536)]) : Buffer.alloc(65_536)
        controller.enqueue(piece.subarray(0, Math.min(piece.length, mostBytes + 1 - sent)))
        sent += Math.min(piece.length, mostBytes + 1 - sent)
        if (sent > mostBytes) controller.close()
      },
    })
    const streamed = { method: 'PUT', headers, body, duplex: 'half' }
    const answer = await fetch(url, streamed as RequestInit)
    expect([answer.status, sent]).toEqual([413, mostBytes + 1])
    expect(await filesOf(place)).not.toContain(nameIn(url))
  }, 60_000)

  it('cuts a sender that stands still with 408, and leaves nothing', async () => {
    const upload = await prepareDocument(5000)
    const head = headOf(upload.url, upload.headers)
    const { text, ms } = await rawRequest(place.baseUrl, [head, '%PDF-'])
    expect(text).toMatch(/^HTTP\/1.1 408 /)
    expect(text).toContain('connection: close')
    expect(ms).toBeLessThan(3000)
    expect(await filesOf(place)).not.toContain(nameIn(upload.url))
  })

  it('cuts a sender that drips, however long it would go on', async () => {
    const upload = await prepareDocument(5000)
    const drips = Array.from({ length: 100 }, () => 'x')
    const head = headOf(upload.url, upload.headers)
    const { text, ms } = await rawRequest(place.baseUrl, [head, '%PDF-', ...drips], 50)
    expect(text).toMatch(/^HTTP\/1.1 408 /)
    expect(ms).toBeLessThan(3000)
  })

  it('lets a slow sender finish that keeps the pace, longer than one window', async () => {
    const piece = Buffer.alloc(500, 'x')
    const pieces = [pdf, ...Array.from({ length: 12 }, () => piece)]
    const length = pieces.reduce((sum, { length: own }) => sum + own, 0)
    const upload = await prepareDocument(length)
    const head = headOf(upload.url, upload.headers)
    const { text, ms } = await rawRequest(place.baseUrl, [head, ...pieces], 80)
    expect(text).toMatch(/^HTTP\/1.1 200 /)
    expect(ms).toBeGreaterThan(800)
  })

  it('keeps nothing of a sender that goes away', async () => {
    const upload = await prepareDocument(100_000)
    const control = new AbortController()
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('%PDF-1.7')),
    })
    const headers = { 'Content-Type': type, 'Content-Length': '100000' }
    const sending = fetch(upload.url, {
      ...{ method: 'PUT', headers, body, duplex: 'half', signal: control.signal },
    } as RequestInit)
    setTimeout(() => control.abort(), 100)
    await expect(sending).rejects.toThrow()
    await expect.poll(() => readdir(join(place.directory, 'drafts'))).toEqual([])
    expect(await filesOf(place)).not.toContain(nameIn(upload.url))
  })

  it('H4: any other body that does not come is cut within eleven seconds', async () => {
    const upload = await prepareDocument(10)
    const forged = upload.url.replace('signature=', 'signature=x')
    const { text, ms } = await rawRequest(place.baseUrl, [headOf(forged, upload.headers), '%'])
    expect(text).toMatch(/^HTTP\/1.1 403 /)
    expect(ms).toBeLessThan(11_000)
  }, 15_000)
})

describe('objects on disk: files', () => {
  it('are for the owner only, and no draft stays', async () => {
    const key = privateKey()
    await place.store.put({ visibility: 'private', key, contentType: type }, pdf)
    const { mode } = await stat(join(place.directory, 'private-docs', key))
    expect(mode & 0o777).toBe(0o600)
    const folder = await stat(join(place.directory, 'private-docs'))
    expect(folder.mode & 0o777).toBe(0o700)
    expect(await readdir(join(place.directory, 'drafts'))).toEqual([])
  })

  it('are never reached by a key that is none of ours', async () => {
    for (const key of [
      '../secret.key',
      `documents/private/../${'a'.repeat(32)}`,
      '',
      'x'.repeat(32),
    ]) {
      expect(await place.store.has('private', key)).toBe(false)
      await expect(place.store.open('public', key)).rejects.toThrow('no key of ours')
    }
  })

  it('drafts of uploads that broke off long ago are swept, others stay', async () => {
    const drafts = join(place.directory, 'drafts')
    const yesterday = new Date(Date.now() - 86_400_000)
    await writeFile(join(drafts, 'old'), 'x')
    await writeFile(join(drafts, 'new'), 'x')
    await utimes(join(drafts, 'old'), yesterday, yesterday)
    await place.store.sweep(new Date(Date.now() - 3_600_000))
    expect(await readdir(drafts)).toEqual(['new'])
    await rm(join(drafts, 'new'))
  })
})
