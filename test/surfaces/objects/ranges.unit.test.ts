/** Parts of files, and files under conditions, from the store on disk (test/spec/14; RFC 9110). */
import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DiskPlace, diskPlace } from '../../outside/objects/disk-place.ts'
import { pdf, privateKey } from '../../outside/objects/samples.ts'

let place: DiskPlace
beforeAll(async () => {
  place = await diskPlace()
})
afterAll(() => place.close())

async function stored(bytes: Uint8Array): Promise<string> {
  const order = { key: privateKey(), contentType: 'application/pdf' }
  await place.store.put({ visibility: 'private', ...order }, bytes)
  return (await place.store.readUrl({ ...order, fileName: 'x' }))?.url ?? ''
}

describe('objects on disk: ranges', () => {
  const thousand = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251))
  let url: string
  beforeAll(async () => {
    url = await stored(thousand)
  })

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=900-', 900, 999],
    ['bytes=-100', 900, 999],
    ['bytes=999-5000', 999, 999],
  ])('%s is a part', async (range, start, end) => {
    const answer = await fetch(url, { headers: { range } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([
      206,
      `bytes ${start}-${end}/1000`,
    ])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(thousand.subarray(start, end + 1))
  })

  it.each(['', 'bytes=-5000', 'bytes=-', 'bytes=0-1,3-4', 'bytes=a-b', 'bytes=1-b', 'items=0-1'])(
    '%j is the whole',
    async (range) => {
      const answer = await fetch(url, { headers: { range } })
      expect([answer.status, answer.headers.get('content-range')]).toEqual([200, null])
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(thousand)
    },
  )

  it.each(['bytes=1000-', 'bytes=-0', 'bytes=5-4', 'bytes=9999999999999999999-'])(
    '%s is outside of it',
    async (range) => {
      const answer = await fetch(url, { headers: { range } })
      expect([answer.status, await answer.json()]).toEqual([
        416,
        { detail: 'Range not satisfiable.' },
      ])
      expect(answer.headers.get('content-range')).toBe('bytes */1000')
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(answer.headers.get('content-disposition')).toBeNull()
    },
  )

  it('an empty file is whole, and has no parts', async () => {
    const empty = await stored(Buffer.alloc(0))
    const answer = await fetch(empty)
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(answer.headers.get('content-length')).toBe('0')
    expect((await fetch(empty, { headers: { range: 'bytes=0-' } })).status).toBe(416)
  })

  it('conditions: lists, any, times, and what must not have changed', async () => {
    const { headers } = await fetch(url, { method: 'HEAD' })
    const etag = headers.get('etag') ?? ''
    const at = headers.get('last-modified') ?? ''
    const before = new Date(0).toUTCString()
    const statusOf = async (given: Record<string, string>) => {
      const answer = await fetch(url, { headers: { 'cache-control': 'no-cache', ...given } })
      await answer.arrayBuffer()
      return answer.status
    }
    expect(await statusOf({ 'if-none-match': `"other", ${etag}` })).toBe(304)
    expect(await statusOf({ 'if-none-match': `W/${etag}` })).toBe(304)
    expect(await statusOf({ 'if-none-match': '*' })).toBe(304)
    expect(await statusOf({ 'if-none-match': '"other"' })).toBe(200)
    expect(await statusOf({ 'if-modified-since': at })).toBe(304)
    expect(await statusOf({ 'if-modified-since': before })).toBe(200)
    expect(await statusOf({ 'if-range': at, range: 'bytes=0-1' })).toBe(206)
    expect(await statusOf({ 'if-range': before, range: 'bytes=0-1' })).toBe(200)
    expect(await statusOf({ 'if-match': etag })).toBe(200)
    expect(await statusOf({ 'if-match': '"other"' })).toBe(412)
    expect(await statusOf({ 'if-unmodified-since': before })).toBe(412)
  })

  it('HEAD ignores ranges (RFC 9110, 14.2)', async () => {
    for (const range of ['bytes=0-1', 'bytes=5000-']) {
      const head = await fetch(url, { method: 'HEAD', headers: { range } })
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '1000'])
    }
  })

  it('a reader that disconnects leaves no file open', async () => {
    const large = await stored(Buffer.alloc(50_000_000))
    const open = async () => {
      const links = (await readdir('/proc/self/fd')).map((fd) =>
        readlink(`/proc/self/fd/${fd}`).catch(() => ''),
      )
      return (await Promise.all(links)).filter((path) => path.startsWith(place.directory))
    }
    const { hostname, port, pathname, search } = new URL(large)
    const sent = request({ hostname, port, path: pathname + search, agent: false }).end()
    await once(sent, 'response')
    expect(await open()).toHaveLength(1)
    sent.destroy()
    await expect.poll(open).toEqual([])
  })

  it('a part, a part of a changed file, and a missing file', async () => {
    const url = await stored(pdf)
    const ask = async (headers: Record<string, string>) => {
      const answer = await fetch(url, { headers })
      return { answer, text: await answer.text() }
    }
    const { answer: whole } = await ask({})
    const etag = whole.headers.get('etag') ?? ''
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    // A client must not go on with a file by a weak tag (RFC 9110, 13.1.5).
    expect(etag).toMatch(/^"[^"]+"$/)
    const part = await ask({ range: 'bytes=-6', 'if-range': etag })
    expect([part.answer.status, part.text]).toEqual([206, '%%EOF\n'])
    expect(part.answer.headers.get('content-length')).toBe('6')
    const changed = await ask({ range: 'bytes=-6', 'if-range': '"other"' })
    expect([changed.answer.status, changed.text]).toEqual([200, pdf.toString()])
    const none = await ask({ range: 'bytes=5000-' })
    expect(none.answer.status).toBe(416)
    expect(none.answer.headers.get('content-range')).toBe(`bytes */${pdf.length}`)
    expect((await ask({ 'if-none-match': etag })).answer.status).toBe(304)
  })

  it('HEAD has the headers of GET and no body', async () => {
    const url = await stored(pdf)
    const head = await fetch(url, { method: 'HEAD' })
    const get = await fetch(url)
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'etag', 'content-disposition']) {
      expect(head.headers.get(name), name).toBe(get.headers.get(name))
    }
    await get.arrayBuffer()
  })
})
