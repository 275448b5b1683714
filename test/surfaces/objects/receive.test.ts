/** The store on disk over HTTP: what is sent to it, and what becomes of it (test/spec/14). */
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DiskPlace, diskPlace, filesOf } from '../../outside/objects/disk-place.ts'
import {
  gif,
  html,
  jpeg,
  pdf,
  png,
  privateKey,
  publicKey,
  send,
  svg,
} from '../../outside/objects/samples.ts'
import { headOf, rawRequest } from './raw-requests.ts'

const type = 'application/pdf'

const pace = { window: 1000, bytes: 1000 }
/** Milliseconds: what is cut sooner is cut for its pace; any other body has ten seconds. */
const soon = 9000

let place: DiskPlace
beforeAll(async () => {
  place = await diskPlace({ pace })
})
afterAll(() => place.close())

const prepareDocument = (length: number, contentType = type, key = privateKey()) =>
  place.store.prepare({ visibility: 'private', key, contentType, contentLength: length })
const prepareImage = (contentType: string, key = publicKey()) =>
  place.store.prepare({ visibility: 'public', key, contentType })
const nameIn = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''

describe('objects on disk: the first bytes determine the type of an image', () => {
  it.each([
    ['image/png', png, 'image/png'],
    ['image/gif', gif, 'image/gif'],
    ['image/jpeg', jpeg, 'image/jpeg'],
    ['image/jpg', jpeg, 'image/jpeg'],
    ['image/png', gif, 'image/gif'],
    ['image/jpeg', png, 'image/png'],
    ['image/heic', jpeg, 'image/jpeg'],
  ])(
    '14 declared as %s: any accepted image is stored, and served with its real type',
    async (...of) => {
      const [contentType, bytes, shown] = of
      const key = publicKey()
      expect((await send(await prepareImage(contentType, key), bytes)).status).toBe(200)
      const answer = await fetch(place.store.publicUrl(key))
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
      expect(answer.headers.get('content-type')).toBe(shown)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    },
  )

  it.each([
    ['image/png', html],
    ['image/png', svg],
    ['image/png', pdf],
    ['image/svg+xml', svg],
    ['text/html', html],
    ['image/png', Buffer.alloc(0)],
    ['image/png', png.subarray(0, 7)],
    ['image/gif', Buffer.concat([Buffer.from('<script>'), gif])],
  ])('14 other bytes as a public %s are 400, and not stored', async (contentType, bytes) => {
    const upload = await prepareImage(contentType)
    const answer = await send(upload, bytes)
    expect([answer.status, await answer.json()]).toEqual([400, { detail: 'Images only.' }])
    expect(await filesOf(place)).not.toContain(nameIn(upload.url))
    expect((await send(upload, png)).status).toBe(200)
  })

  it.each([
    [type, html],
    [type, Buffer.from('a note')],
    ['image/jpeg', png],
    ['image/png', html],
    ['application/zip', html],
    ['text/html', html],
    ['application/octet-stream', Buffer.from([0, 1, 2])],
  ])('14 a document of type %s is stored without a check', async (contentType, bytes) => {
    const key = privateKey()
    const upload = await prepareDocument(bytes.length, contentType, key)
    expect((await send(upload, bytes)).status).toBe(200)
    const read = await place.store.readUrl({ key, contentType, fileName: 'x' })
    const answer = await fetch(read?.url ?? '')
    expect(answer.headers.get('content-type')).toBe(contentType)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
  })
})

describe('objects on disk: size and pace', () => {
  const mebi20 = 20 * 1024 * 1024

  it('14 refuses an image over 20 MiB before it is sent', async () => {
    const { url, headers } = await prepareImage('image/png')
    const head = headOf(url, { ...headers, 'Content-Length': String(mebi20 + 1) })
    expect((await rawRequest(place.baseUrl, [head])).text).toMatch(/^HTTP\/1.1 413 /)
  })

  it('14 refuses byte 20,971,521 of an image while it streams, and leaves nothing', async () => {
    const { url, headers } = await prepareImage('image/png')
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        const piece = sent === 0 ? Buffer.concat([png, Buffer.alloc(65_536)]) : Buffer.alloc(65_536)
        controller.enqueue(piece.subarray(0, Math.min(piece.length, mebi20 + 1 - sent)))
        sent += Math.min(piece.length, mebi20 + 1 - sent)
        if (sent > mebi20) controller.close()
      },
    })
    const streamed = { method: 'PUT', headers, body, duplex: 'half' }
    const answer = await fetch(url, streamed as RequestInit)
    expect([answer.status, sent]).toEqual([413, mebi20 + 1])
    expect(await filesOf(place)).not.toContain(nameIn(url))
  })

  it('cuts off a stalled sender with 408, and leaves nothing', async () => {
    const upload = await prepareDocument(5000)
    const head = headOf(upload.url, upload.headers)
    const { text, ms } = await rawRequest(place.baseUrl, [head, '%PDF-'])
    expect(text).toMatch(/^HTTP\/1.1 408 /)
    expect(text).toContain('connection: close')
    expect(ms).toBeLessThan(soon)
    expect(await filesOf(place)).not.toContain(nameIn(upload.url))
  })

  it('cuts off a sender that is too slow', async () => {
    const upload = await prepareDocument(5000)
    const drips = Array.from({ length: 100 }, () => 'x')
    const head = headOf(upload.url, upload.headers)
    const { text, ms } = await rawRequest(place.baseUrl, [head, '%PDF-', ...drips], 50)
    expect(text).toMatch(/^HTTP\/1.1 408 /)
    expect(ms).toBeLessThan(soon)
  })

  it('accepts a slow sender that keeps the pace, longer than one window', async () => {
    const piece = Buffer.alloc(500, 'x')
    const pieces = [pdf, ...Array.from({ length: 20 }, () => piece)]
    const length = pieces.reduce((sum, { length: own }) => sum + own, 0)
    const upload = await prepareDocument(length)
    const head = headOf(upload.url, upload.headers)
    const { text, ms } = await rawRequest(place.baseUrl, [head, ...pieces], 80)
    expect(text).toMatch(/^HTTP\/1.1 200 /)
    expect(ms).toBeGreaterThan(pace.window)
  })

  it('keeps nothing from a sender that disconnects', async () => {
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

  it('H4: any other body that does not arrive is cut off after ten seconds', async () => {
    const upload = await prepareDocument(10)
    const forged = upload.url.replace('signature=', 'signature=x')
    const { text, ms } = await rawRequest(place.baseUrl, [headOf(forged, upload.headers), '%'])
    expect(text).toMatch(/^HTTP\/1.1 403 /)
    expect(ms).toBeLessThan(15_000)
  })
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

  it('cannot be reached by an invalid key', async () => {
    for (const key of [
      '../secret.key',
      `documents/private/../${'a'.repeat(32)}`,
      '',
      'x'.repeat(32),
    ]) {
      expect(await place.store.has('private', key)).toBe(false)
      expect(() => place.store.fileOf('public', key)).toThrow('not a key of this store')
    }
  })

  it('drafts of uploads interrupted long ago are removed, others stay', async () => {
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
