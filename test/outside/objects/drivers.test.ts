/** What every object store does (test/spec/13-documents-download, 14), asked of both drivers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ObjectStore } from '../../../src/outside/objects/objects.ts'
import { diskPlace, type StorePlace } from './disk-place.ts'
import { hasS3, s3Place } from './s3-place.ts'
import { gif, html, pdf, png, privateKey, publicKey, send } from './samples.ts'

const type = 'application/pdf'
let now = Date.now()
const clock = () => new Date(now)

const drivers: [string, () => Promise<StorePlace<ObjectStore>>, boolean][] = [
  ['disk', () => diskPlace({ clock }), true],
  ['S3', () => s3Place(clock), hasS3],
]

describe.each(drivers)('objects: the driver %s', (name, open, isThere) => {
  describe.runIf(isThere)('of 14', () => {
    let place: StorePlace<ObjectStore>
    let store: ObjectStore
    beforeAll(async () => {
      now = Date.now()
      place = await open()
      store = place.store
    })
    afterAll(() => place?.close())

    const order = (key = privateKey(), bytes = pdf) => ({
      ...{ visibility: 'private' as const, key, contentType: type, contentLength: bytes.length },
    })

    it('accepts a document with exactly Content-Type and Content-Length, and returns it', async () => {
      const key = privateKey()
      const upload = await store.prepare(order(key))
      expect(upload.headers).toEqual({
        'Content-Type': type,
        'Content-Length': String(pdf.length),
      })
      expect(upload.expiresAt.getTime() - Math.floor(now / 1000) * 1000).toBe(900_000)
      expect((await send(upload, pdf)).status).toBe(200)
      const read = await store.readUrl({ key, contentType: type, fileName: 'Voucher.pdf' })
      expect((read?.expiresAt.getTime() ?? 0) - Math.floor(now / 1000) * 1000).toBe(600_000)
      const answer = await fetch(read?.url ?? '')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('content-disposition')).toBe(
        `inline; filename="Voucher.pdf"; filename*=UTF-8''Voucher.pdf`,
      )
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf)
    })

    it('accepts an image with Content-Type and x-amz-acl, and serves it to everybody', async () => {
      const key = publicKey()
      const contentType = 'image/png'
      const upload = await store.prepare({ visibility: 'public', key, contentType })
      expect(upload.headers).toEqual({ 'Content-Type': contentType, 'x-amz-acl': 'public-read' })
      expect((await send(upload, png)).status).toBe(200)
      const answer = await fetch(store.publicUrl(key))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, contentType])
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
    })

    it('enforces the length of an image if it was declared', async () => {
      const image = { visibility: 'public' as const, contentType: 'image/gif' }
      const upload = await store.prepare({
        ...image,
        key: publicKey('gif'),
        contentLength: gif.length,
      })
      expect((await send(upload, Buffer.concat([gif, gif]))).status).toBe(403)
      expect((await send(upload, gif)).status).toBe(200)
    })

    it('refuses another media type, length or method with 403, and keeps nothing', async () => {
      const key = privateKey()
      const upload = await store.prepare(order(key))
      const wrong = [
        await send(upload, pdf, { 'Content-Type': 'text/html' }),
        await send(upload, pdf.subarray(1)),
        await send(upload, Buffer.concat([pdf, pdf])),
        await fetch(upload.url),
        await fetch(upload.url, { method: 'DELETE' }),
      ]
      expect(wrong.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
      expect(await store.has('private', key)).toBe(false)
      expect(await store.readUrl({ key, contentType: type, fileName: 'x' })).toBeNull()
    })

    it('refuses an expired URL with 403', async () => {
      const key = privateKey()
      now = Date.now() - 901_000
      const old = await store.prepare(order(key))
      now = Date.now()
      expect((await send(old, pdf)).status).toBe(403)
      await store.put(order(key), pdf)
      now = Date.now() - 601_000
      const read = await store.readUrl({ key, contentType: type, fileName: 'x' })
      now = Date.now()
      expect((await fetch(read?.url ?? '')).status).toBe(403)
    })

    it('never serves a private object without a valid signature', async () => {
      const key = privateKey()
      await store.put(order(key), pdf)
      const { url } = (await store.readUrl({ key, contentType: type, fileName: 'x' })) ?? {}
      const bare = new URL(url ?? '')
      bare.search = ''
      const unsigned = url?.replace(/signature=[^&]*/i, 'signature=')
      for (const address of [bare.href, unsigned ?? '', `${bare.href}?signature=x`]) {
        const answer = await fetch(address)
        expect(answer.status, address).toBeGreaterThanOrEqual(400)
        expect(answer.status).toBeLessThan(500)
        expect(await answer.text()).not.toContain('%PDF')
      }
    })

    it('reports whether an object exists, and removes it', async () => {
      const key = privateKey()
      expect(await store.has('private', key)).toBe(false)
      expect((await send(await store.prepare(order(key)), pdf)).status).toBe(200)
      expect(await store.has('private', key)).toBe(true)
      await store.remove('private', key)
      expect(await store.has('private', key)).toBe(false)
      expect(await store.readUrl({ key, contentType: type, fileName: 'x' })).toBeNull()
      await store.remove('private', key)
    })

    /** Bytes of the same length as the sample: an address takes no other length. */
    const other = Buffer.from(pdf.toString('latin1').replace('Catalog', 'Replace'), 'latin1')

    async function bytesOf(key: string): Promise<Buffer | undefined> {
      const read = await store.readUrl({ key, contentType: type, fileName: 'x' })
      return read ? Buffer.from(await (await fetch(read.url)).arrayBuffer()) : undefined
    }

    it('14 a second upload after an object was kept is never read, and does not restore it', async () => {
      const key = privateKey()
      const upload = await store.prepare(order(key))
      expect((await send(upload, pdf)).status).toBe(200)
      await store.keep(key)
      const again = await send(upload, other)
      expect([again.status, await bytesOf(key)]).toEqual([name === 'S3' ? 200 : 412, pdf])
      await store.settle('private', key)
      expect(await bytesOf(key)).toEqual(pdf)
      await store.remove('private', key)
      expect(await bytesOf(key)).toBeUndefined()
    })

    it('14 nor is one after the object was read once without being kept', async () => {
      const key = privateKey()
      const upload = await store.prepare(order(key))
      await store.keep(key)
      expect((await send(upload, pdf)).status).toBe(200)
      const addresses = Array.from({ length: 10 }, () => bytesOf(key))
      expect(new Set((await Promise.all(addresses)).map(String))).toEqual(new Set([String(pdf)]))
      await send(upload, other)
      expect(await bytesOf(key)).toEqual(pdf)
    })

    it('serves a range', async () => {
      const key = privateKey()
      await store.put(order(key), pdf)
      const read = await store.readUrl({ key, contentType: type, fileName: 'x' })
      const answer = await fetch(read?.url ?? '', { headers: { range: 'bytes=1-3' } })
      expect([answer.status, await answer.text()]).toEqual([206, 'PDF'])
      expect(answer.headers.get('content-range')).toBe(`bytes 1-3/${pdf.length}`)
    })

    it('F3: serves a page as an attachment, under a safe name', async () => {
      const key = privateKey('html')
      await store.put({ ...order(key, html), contentType: 'text/html' }, html)
      const fileName = '../../"a\r\nSet-Cookie: x=1\u202e.exe'
      const read = await store.readUrl({ key, contentType: 'text/html', fileName })
      const answer = await fetch(read?.url ?? '')
      expect(answer.status).toBe(200)
      const disposition = answer.headers.get('content-disposition') ?? ''
      expect(disposition).toMatch(
        /^attachment; filename="[^"/\\]+\.html"; filename\*=UTF-8''[\w%.-]+$/,
      )
      expect(answer.headers.get('set-cookie')).toBeNull()
      await answer.arrayBuffer()
    })

    it('names its buckets', () => {
      const names = [store.bucketName('private'), store.bucketName('public')]
      expect(names).toEqual(
        name === 'S3' ? ['trips-private', 'trips-public'] : ['private-docs', 'public-images'],
      )
    })
  })
})
