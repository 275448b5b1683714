/**
 * The store on disk: an address takes one object, whole, and it stays what it is (test/spec/14).
 */
import { readdir, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DiskStore, diskStore } from '../../../src/outside/objects/disk.ts'
import { ObjectExists } from '../../../src/outside/objects/drafts.ts'
import type { PreparedUpload } from '../../../src/outside/objects/objects.ts'
import { type DiskPlace, diskPlace, filesOf } from './disk-place.ts'
import { gif, pdf, png, privateKey, publicKey, send } from './samples.ts'

const type = 'application/pdf'
const taken = { detail: 'An object has already been uploaded to this URL.' }

let place: DiskPlace
beforeAll(async () => {
  place = await diskPlace()
})
afterAll(() => place.close())

const order = (key: string, contentLength = pdf.length) => ({
  ...{ visibility: 'private' as const, key, contentType: type, contentLength },
})

const bytesOf = (key: string, store: DiskStore = place.store): Promise<Buffer> =>
  readFile(store.fileOf('private', key))

/** Bytes of one length that tell which of several senders sent them. */
const numbered = (index: number) => Buffer.from(`%PDF-1.7 ${index}`.padEnd(200_000, '.'))

/** Begins to send, and leaves it at that until `end` or `abandon`. */
function sending({ url, headers }: PreparedUpload, first: Uint8Array) {
  const sent = request(url, { method: 'PUT', headers })
  const status = new Promise<number>((resolve) => {
    sent.on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
    sent.on('error', () => resolve(0))
  })
  sent.write(first)
  return { status, end: (rest: Uint8Array) => sent.end(rest), abandon: () => sent.destroy() }
}

const drafts = () => readdir(join(place.directory, 'drafts')).catch(() => [])
const isBegun = () => expect.poll(drafts).toHaveLength(1)

describe('14 an upload URL accepts one object', () => {
  it('a second PUT is 412 with a sentence, and changes nothing', async () => {
    const key = privateKey()
    const upload = await place.store.prepare(order(key))
    const other = Buffer.from('x'.repeat(pdf.length))
    expect((await send(upload, pdf)).status).toBe(200)
    for (const bytes of [other, pdf]) {
      const answer = await send(upload, bytes)
      expect([answer.status, await answer.json()]).toEqual([412, taken])
    }
    expect(await bytesOf(key)).toEqual(pdf)
    expect(await drafts()).toEqual([])
  })

  it('an upload to another URL of the same key is 412, and for an image', async () => {
    const key = publicKey()
    const image = { visibility: 'public' as const, key, contentType: 'image/png' }
    const [one, other] = [await place.store.prepare(image), await place.store.prepare(image)]
    expect((await send(one, png)).status).toBe(200)
    expect((await send(other, gif)).status).toBe(412)
    expect((await fetch(place.store.publicUrl(key))).headers.get('content-type')).toBe('image/png')
  })

  it('one of 20 at once wins, and its bytes are the object', async () => {
    const key = privateKey()
    const bodies = Array.from({ length: 20 }, (_, index) => numbered(index))
    const upload = await place.store.prepare(order(key, bodies[0]?.length))
    const answers = await Promise.all(bodies.map((bytes) => send(upload, bytes)))
    const won = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)])
    expect(await bytesOf(key)).toEqual(bodies[won[0] ?? -1])
    expect(await drafts()).toEqual([])
  })

  it('one of two processes on one directory wins', async () => {
    const key = privateKey()
    const { directory } = place
    const own = { directory, secret: 's'.repeat(32), clock: () => new Date(), baseUrl: '' }
    const writers = await Promise.all([0, 1].map(() => diskStore(own).begin('private', key)))
    await Promise.all(writers.map((draft, index) => draft.write(numbered(index))))
    const ends = await Promise.allSettled(writers.map((draft) => draft.finish()))
    const won = ends.findIndex(({ status }) => status === 'fulfilled')
    expect(ends[1 - won]).toMatchObject({ reason: expect.any(ObjectExists) })
    expect(await bytesOf(key)).toEqual(numbered(won))
    await Promise.all(writers.map((draft) => draft.discard()))
    expect(await drafts()).toEqual([])
  })
})

describe('14 an incomplete object', () => {
  it('an interrupted one may be sent again, and exists only then', async () => {
    const key = privateKey()
    const bytes = numbered(1)
    const upload = await place.store.prepare(order(key, bytes.length))
    const half = sending(upload, bytes.subarray(0, 100_000))
    await isBegun()
    expect(await place.store.has('private', key)).toBe(false)
    half.abandon()
    expect((await send(upload, bytes)).status).toBe(200)
    expect(await bytesOf(key)).toEqual(bytes)
    expect((await send(upload, bytes)).status).toBe(412)
  })

  it('one repeated while the first is stalled waits until that is cut off, and is accepted', async () => {
    const impatient = await diskPlace({ pace: { window: 500, bytes: 1000 } })
    const key = privateKey()
    const bytes = numbered(2)
    const upload = await impatient.store.prepare(order(key, bytes.length))
    const first = sending(upload, bytes.subarray(0, 10))
    await expect.poll(() => filesOf(impatient)).toHaveLength(1)
    const second = send(upload, bytes)
    expect([await first.status, (await second).status]).toEqual([408, 200])
    expect(await bytesOf(key, impatient.store)).toEqual(bytes)
    await impatient.close()
  })

  it('one repeated while the first is finished is 412', async () => {
    const key = privateKey()
    const bytes = numbered(3)
    const upload = await place.store.prepare(order(key, bytes.length))
    const first = sending(upload, bytes.subarray(0, 100_000))
    await isBegun()
    const second = send(upload, numbered(4))
    expect(await drafts(), 'one draft for a key').toHaveLength(1)
    first.end(bytes.subarray(100_000))
    expect([await first.status, (await second).status]).toEqual([200, 412])
    expect(await bytesOf(key)).toEqual(bytes)
  })

  it('one whose draft has been cleaned up leaves nothing, and may be sent again', async () => {
    const key = privateKey()
    const bytes = numbered(5)
    const upload = await place.store.prepare(order(key, bytes.length))
    const first = sending(upload, bytes.subarray(0, 100_000))
    await isBegun()
    await rm(join(place.directory, 'drafts'), { recursive: true })
    first.end(bytes.subarray(100_000))
    expect(await first.status).toBe(408)
    expect(await filesOf(place)).not.toContain(key.split('/').at(-1))
    expect((await send(upload, bytes)).status).toBe(200)
  })
})
