/** F4: a signed URL altered in any part is 403; S3's signatures checked by other hands. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedFacts, signedPath } from '../../../src/outside/objects/links.ts'
import type { ObjectStore } from '../../../src/outside/objects/objects.ts'
import { s3Store } from '../../../src/outside/objects/s3.ts'
import { diskPlace, type StorePlace } from './disk-place.ts'
import { hasS3, s3Buckets, s3Keys, s3Place, s3Region } from './s3-place.ts'
import { pdf, privateKey, publicKey, send } from './samples.ts'
import { signatureIn, signatureOf } from './sigv4.ts'

const type = 'application/pdf'
const order = (key: string) => ({
  ...{ visibility: 'private' as const, key, contentType: type, contentLength: pdf.length },
})

/** The address with one character of its path or query changed, for each in turn. */
function altered(url: string, from: number): string[] {
  const { origin } = new URL(url)
  return [...url].flatMap((mark, at) => {
    if (at < origin.length + from) return []
    const other = /[a-z]/i.test(mark) ? (mark.toLowerCase() === 'b' ? 'd' : 'b') : '7'
    return [url.slice(0, at) + (mark === other ? '8' : other) + url.slice(at + 1)]
  })
}

describe('F4: URLs of the store on disk', () => {
  const secret = 'x'.repeat(32)
  const now = new Date('2031-02-11T12:00:00Z')
  const later = new Date('2031-02-11T12:15:00Z')
  const path = `/objects/private-docs/${privateKey()}`
  const facts = { type, length: '58213' }
  const address = signedPath(secret, 'PUT', path, facts, later)

  it('contain the signed facts', () => {
    const found = signedFacts(secret, 'PUT', address, now)
    expect(Object.fromEntries(found ?? [])).toEqual({
      ...facts,
      expires: String(later.getTime() / 1000),
    })
  })

  it('are invalid with any one character changed, omitted, doubled or inserted', () => {
    for (let at = 0; at < address.length; at += 1) {
      const [before, mark, after] = [address.slice(0, at), address[at] ?? '', address.slice(at + 1)]
      const other = mark === 'A' ? 'B' : 'A'
      for (const one of [before + other + after, before + after, before + mark + mark + after]) {
        if (one !== address) expect(signedFacts(secret, 'PUT', one, now), one).toBeUndefined()
      }
    }
  })

  it.each([
    ['a fact put behind', (one: string) => `${one}&length=1`],
    ['a fact put before', (one: string) => one.replace('?', '?length=1&')],
    ['the signature twice', (one: string) => `${one}${one.slice(one.indexOf('&signature='))}`],
    ['another spelling', (one: string) => one.replace('%2F', '%2f')],
    ['a fragment', (one: string) => `${one}#x`],
    ['no signature', (one: string) => one.slice(0, one.indexOf('&signature='))],
    ['an empty signature', (one: string) => one.replace(/signature=.*/, 'signature=')],
  ])('are invalid with %s', (_, change) => {
    expect(change(address)).not.toBe(address)
    expect(signedFacts(secret, 'PUT', change(address), now)).toBeUndefined()
  })

  it('are invalid for another method, with another secret, and from their last second on', () => {
    for (const method of ['GET', 'HEAD', 'POST', 'put', '']) {
      expect(signedFacts(secret, method, address, now)).toBeUndefined()
    }
    expect(signedFacts('y'.repeat(32), 'PUT', address, now)).toBeUndefined()
    expect(signedFacts(secret, 'PUT', address, new Date(later.getTime() - 1))).toBeDefined()
    expect(signedFacts(secret, 'PUT', address, later)).toBeUndefined()
  })
})

const drivers: [string, () => Promise<StorePlace<ObjectStore>>, boolean][] = [
  ['disk', diskPlace, true],
  ['S3', s3Place, hasS3],
]

describe.each(drivers)('F4: over HTTP, %s', (name, open, isThere) => {
  describe.runIf(isThere)('with every character altered', () => {
    let place: StorePlace<ObjectStore>
    beforeAll(async () => {
      place = await open()
    })
    afterAll(() => place?.close())
    // The part of the path that names neither bucket nor key is not signed.
    const start = name === 'S3' ? '/'.length : '/objects/'.length

    it('an upload URL is refused, mostly with 403, and nothing is stored', async () => {
      const key = privateKey()
      const upload = await place.store.prepare(order(key))
      const statuses = new Set<number>()
      for (const url of altered(upload.url, start)) {
        statuses.add((await send({ ...upload, url }, pdf)).status)
      }
      // Where the alteration hits the name of a parameter S3 says 400, and 404 for another bucket.
      if (name === 'disk') expect([...statuses]).toEqual([403])
      else expect([...statuses].every((status) => [400, 403, 404].includes(status))).toBe(true)
      expect(await place.store.has('private', key)).toBe(false)
      expect((await send(upload, pdf)).status).toBe(200)
    })

    it('a read URL is refused', async () => {
      const key = privateKey()
      await place.store.put(order(key), pdf)
      const read = await place.store.readUrl({ key, contentType: type, fileName: 'Voucher.pdf' })
      const statuses = new Set<number>()
      for (const url of altered(read?.url ?? '', start)) {
        const answer = await fetch(url)
        statuses.add(answer.status)
        expect(await answer.text(), url).not.toContain('%PDF')
      }
      if (name === 'disk') expect([...statuses]).toEqual([403])
      else expect([...statuses].every((status) => [400, 403, 404].includes(status))).toBe(true)
    })
  })
})

describe('S3: signatures checked by an independent implementation', () => {
  const clock = () => new Date('2031-02-11T12:00:00.700Z')
  const own = { region: s3Region, buckets: s3Buckets, publicBaseUrl: undefined, ...s3Keys, clock }
  const aws = s3Store({ ...own, endpoint: undefined })
  const other = s3Store({ ...own, endpoint: 'https://objects.example:9000' })
  const length = String(pdf.length)
  const query = (url: string) => Object.fromEntries(new URL(url).searchParams)

  it('of a document bind method, host, key, type and length for 15 minutes', async () => {
    const upload = await other.prepare(order(privateKey()))
    const sent = { 'Content-Type': type, 'Content-Length': length }
    expect(upload.expiresAt.toISOString()).toBe('2031-02-11T12:15:00.000Z')
    expect(query(upload.url)).toMatchObject({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Date': '20310211T120000Z',
      'X-Amz-Expires': '900',
      'X-Amz-SignedHeaders': 'content-length;content-type;host',
      'X-Amz-Credential': `${s3Keys.accessKeyId}/20310211/${s3Region}/s3/aws4_request`,
    })
    expect(signatureIn(upload.url)).toBe(signatureOf('PUT', upload.url, sent, s3Keys))
    const wrong = [
      signatureOf('GET', upload.url, sent, s3Keys),
      signatureOf('PUT', upload.url, { ...sent, 'Content-Type': 'text/html' }, s3Keys),
      signatureOf('PUT', upload.url, { ...sent, 'Content-Length': '1' }, s3Keys),
      signatureOf('PUT', upload.url.replace('.pdf', '.exe'), sent, s3Keys),
      signatureOf('PUT', upload.url.replace('objects.', 'evil.'), sent, s3Keys),
      signatureOf('PUT', upload.url.replace('=900', '=9000'), sent, s3Keys),
      signatureOf('PUT', upload.url, sent, { ...s3Keys, secretAccessKey: 'other' }),
    ]
    for (const signature of wrong) expect(signature).not.toBe(signatureIn(upload.url))
  })

  it('of an image bind the access list too, and the length only if it was declared', async () => {
    const image = { visibility: 'public' as const, contentType: 'image/png' }
    const sent = { 'Content-Type': 'image/png', 'x-amz-acl': 'public-read' }
    const upload = await other.prepare({ ...image, key: publicKey() })
    expect(query(upload.url)['X-Amz-SignedHeaders']).toBe('content-type;host;x-amz-acl')
    expect(signatureIn(upload.url)).toBe(signatureOf('PUT', upload.url, sent, s3Keys))
    const measured = await other.prepare({ ...image, key: publicKey(), contentLength: 12 })
    expect(query(measured.url)['X-Amz-SignedHeaders']).toContain('content-length')
    const whole = { ...sent, 'Content-Length': '12' }
    expect(signatureIn(measured.url)).toBe(signatureOf('PUT', measured.url, whole, s3Keys))
  })

  it('sign no checksum, which no client could send', async () => {
    const { url } = await other.prepare(order(privateKey()))
    expect(url.toLowerCase()).not.toContain('checksum')
    expect(url.toLowerCase()).not.toContain('crc32')
  })

  it('look like AWS without S3_ENDPOINT: bucket in the host, X-Amz-Signature', async () => {
    const { url } = await aws.prepare(order(privateKey()))
    expect(url).toMatch(
      /^https:\/\/trips-private\.s3\.eu-west-1\.amazonaws\.com\/documents\/private\/\w+\.pdf\?/,
    )
    expect(signatureIn(url)).toMatch(/^[0-9a-f]{64}$/)
    expect(aws.publicUrl('x.png')).toBe('https://trips-public.s3.eu-west-1.amazonaws.com/x.png')
    expect(other.publicUrl('x.png')).toBe('https://objects.example:9000/trips-public/x.png')
  })

  it('C4: an unavailable server is SERVICE_UNAVAILABLE within ten seconds', async () => {
    const gone = s3Store({ ...own, endpoint: 'http://127.0.0.1:1' })
    const tries = [
      gone.has('private', privateKey()),
      gone.readUrl({ key: privateKey(), contentType: type, fileName: 'x' }),
      gone.remove('private', privateKey()),
      gone.put(order(privateKey()), pdf),
    ]
    for (const one of await Promise.allSettled(tries)) {
      expect(one).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } })
    }
    expect((await gone.prepare(order(privateKey()))).url).toContain('X-Amz-Signature=')
  }, 10_000)
})
