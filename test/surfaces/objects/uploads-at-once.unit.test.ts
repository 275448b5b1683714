/** Uploads to the store on disk: so many at once, as they stand, and of clients that are there. */
import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { Turnstile } from '../../../src/process/turnstile.ts'
import { type DiskPlace, diskPlace, filesOf } from '../../outside/objects/disk-place.ts'
import { pdf, privateKey, send } from '../../outside/objects/samples.ts'

let place: DiskPlace
afterEach(() => place.close())

const prepare = (contentLength = pdf.length) =>
  place.store.prepare({
    ...{ visibility: 'private', key: privateKey(), contentType: 'application/pdf' },
    contentLength,
  })

/** Sends the beginning of an upload and no more, once it is being received. */
async function begin() {
  const { url, headers } = await prepare(100_000)
  const sent = request(url, { method: 'PUT', headers })
  sent.on('error', () => {})
  sent.write(pdf)
  return sent
}

const drafts = () => filesOf(place).then((files) => files.length)

describe('uploads at once', () => {
  it('beyond the limit get 503 with Retry-After, and a slot later', async () => {
    const uploads = new Turnstile({ name: 'test', max: 1, maxWaiting: 0 })
    place = await diskPlace({ inSlot: (_upload, work) => uploads.pass('', work) })
    const first = await begin()
    await expect.poll(() => uploads.load.inHand).toBe(1)
    const refused = await send(await prepare(), pdf)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.json()).toEqual({ detail: 'Service unavailable. Try again later.' })
    first.destroy()
    await expect.poll(() => uploads.load.inHand).toBe(0)
    expect((await send(await prepare(), pdf)).status).toBe(200)
  })

  it('of a client that disconnects during the wait never begin', async () => {
    const uploads = new Turnstile({ name: 'test', max: 1 })
    place = await diskPlace({ inSlot: (_upload, work) => uploads.pass('', work) })
    const [first, second] = [await begin(), await begin()]
    await expect.poll(() => uploads.load).toEqual({ inHand: 1, waiting: 1 })
    await expect.poll(drafts).toBe(1)
    second.destroy()
    first.destroy()
    await expect.poll(() => uploads.load).toEqual({ inHand: 0, waiting: 0 })
    await expect.poll(drafts).toBe(0)
  })
})

describe('an encoded upload', () => {
  it('is 415, because the stored bytes would differ from the signed type', async () => {
    place = await diskPlace()
    const bytes = gzipSync(pdf)
    const upload = await prepare(bytes.length)
    const refused = await send(upload, bytes, { 'Content-Encoding': 'gzip' })
    expect(refused.status).toBe(415)
    expect(await refused.json()).toEqual({ detail: 'Unsupported content encoding in request.' })
    expect(await drafts()).toBe(0)
    expect((await send(await prepare(), pdf, { 'Content-Encoding': 'identity' })).status).toBe(200)
  })
})
