/** How much the store on disk receives at once (test/spec/14). */
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../src/base/errors.ts'
import { type Upload, uploadSlots } from '../../../src/surfaces/objects/upload-slots.ts'
import { diskPlace, filesOf } from '../../outside/objects/disk-place.ts'
import { pdf, png, privateKey, publicKey, send } from '../../outside/objects/samples.ts'

const mebi = 1024 * 1024
const [here, there] = ['198.51.100.7', '203.0.113.9']

const image = (changed: Partial<Upload> = {}): Upload => ({
  ...{ visibility: 'public', key: publicKey(), ip: here, maxBytes: 20 * mebi },
  ...changed,
})
const file = (changed: Partial<Upload> = {}) => image({ visibility: 'private', ...changed })

/** Slots of 100 MiB, 40 of them for one network; what is in hand ends when the test says so. */
function turnsWatched() {
  const inSlot = uploadSlots({
    private: { max: 100, maxPerKey: 40 },
    public: { max: 100, maxPerKey: 40 },
  })
  const inHand: (() => void)[] = []
  return {
    inHand,
    begin: (upload: Upload) =>
      inSlot(upload, () => new Promise<void>((resolve) => inHand.push(resolve))),
    /** Lets everybody come as far as they come. */
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

describe('14 uploads at once', () => {
  it('those of one network have a limit in bytes; others proceed, and excess ones wait', async () => {
    const { inHand, begin, settled } = turnsWatched()
    const all = [image(), image(), image({ ip: '198.51.100.99' })].map(begin)
    await settled()
    expect(inHand.length).toBe(2)
    all.push(begin(image({ ip: there })))
    await settled()
    expect(inHand.length).toBe(3)
    inHand[0]?.()
    await settled()
    expect(inHand.length).toBe(4)
    for (const end of inHand) end()
    await Promise.all(all)
  })

  it('each counts as at least 1 MiB, which also limits their number', async () => {
    const { inHand, begin, settled } = turnsWatched()
    const all = Array.from({ length: 60 }, (_, index) => begin(image({ maxBytes: index % 2 })))
    await settled()
    expect(inHand.length).toBe(40)
    while (inHand.length > 0) {
      inHand.pop()?.()
      await settled()
    }
    await Promise.all(all)
  })

  it('all networks together have a limit; images never take slots of documents', async () => {
    const { inHand, begin, settled } = turnsWatched()
    const all = Array.from({ length: 10 }, (_, index) => begin(image({ ip: `192.0.${index}.1` })))
    await settled()
    expect(inHand.length).toBe(5)
    all.push(begin(file()))
    await settled()
    expect(inHand.length).toBe(6)
    while (inHand.length > 0) {
      inHand.pop()?.()
      await settled()
    }
    await Promise.all(all)
  })

  it('a key has one draft at a time', async () => {
    const { inHand, begin, settled } = turnsWatched()
    const key = publicKey()
    const all = [image({ key }), image({ key, ip: there })].map(begin)
    await settled()
    expect(inHand.length).toBe(1)
    inHand[0]?.()
    await settled()
    expect(inHand.length).toBe(2)
    inHand[1]?.()
    await Promise.all(all)
  })

  it('are refused at once if too many wait', async () => {
    const { inHand, begin, settled } = turnsWatched()
    const all = Array.from({ length: 52 }, () => begin(image()))
    await settled()
    await expect(begin(image())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    while (inHand.length > 0) {
      inHand.pop()?.()
      await settled()
    }
    await Promise.all(all)
  })
})

describe('14 uploads at once, over HTTP', () => {
  it('count with their maximum: the signed length, the declared length, or 20 MiB', async () => {
    const asked: Upload[] = []
    const place = await diskPlace({
      inSlot: (upload, work) => {
        asked.push(upload)
        return work()
      },
    })
    const streamed = { duplex: 'half', method: 'PUT' }
    const document = {
      visibility: 'private',
      key: privateKey(),
      contentType: 'text/plain',
    } as const
    await send(await place.store.prepare({ ...document, contentLength: pdf.length }), pdf)
    const photo = { visibility: 'public', contentType: 'image/png' } as const
    await send(await place.store.prepare({ ...photo, key: publicKey() }), png)
    const { url, headers } = await place.store.prepare({ ...photo, key: publicKey() })
    const body = new Blob([new Uint8Array(png)]).stream()
    expect((await fetch(url, { ...streamed, headers, body } as RequestInit)).status).toBe(200)
    expect(asked.map(({ maxBytes }) => maxBytes)).toEqual([pdf.length, png.length, 20 * mebi])
    expect(new Set(asked.map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']))
    await place.close()
  })

  it('one without a slot is 503 with Retry-After, and leaves nothing', async () => {
    const place = await diskPlace({
      inSlot: () => Promise.reject(new Refusal('SERVICE_UNAVAILABLE', { retryAfter: 5 })),
    })
    const photo = { visibility: 'public', key: publicKey(), contentType: 'image/png' } as const
    const answer = await send(await place.store.prepare(photo), png)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toEqual({ detail: 'Service unavailable. Try again later.' })
    expect(await filesOf(place)).toEqual([])
    await place.close()
  })
})
