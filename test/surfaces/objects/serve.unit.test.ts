/** What the store on disk sends: names, headers, and who may read (test/spec/14; F3). */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DiskPlace, diskPlace } from '../../outside/objects/disk-place.ts'
import { gif, html, pdf, png, privateKey, publicKey, svg } from '../../outside/objects/samples.ts'

const type = 'application/pdf'
const origin = 'https://app.example'

let place: DiskPlace
beforeAll(async () => {
  place = await diskPlace({ settings: { CORS_ORIGINS: origin } })
})
afterAll(() => place.close())

async function stored(bytes: Uint8Array, contentType = type, fileName = 'x'): Promise<string> {
  const key = privateKey()
  await place.store.put({ visibility: 'private', key, contentType }, bytes)
  return (await place.store.readUrl({ key, contentType, fileName }))?.url ?? ''
}

async function shown(bytes: Uint8Array, contentType: string): Promise<string> {
  const key = publicKey()
  await place.store.put({ visibility: 'public', key, contentType }, bytes)
  return place.store.publicUrl(key)
}

describe('objects on disk: the headers for browsers', () => {
  it.each([
    ['text/html', html, 'attachment'],
    ['image/svg+xml', svg, 'attachment'],
    ['application/xhtml+xml', html, 'attachment'],
    ['text/xml', svg, 'attachment'],
    ['application/octet-stream', html, 'attachment'],
    ['text/html; charset=utf-8', html, 'attachment'],
    ['TEXT/HTML', html, 'attachment'],
    ['text/plain', html, 'inline'],
    [type, pdf, 'inline'],
    ['image/png', png, 'inline'],
  ])('a document of type %s is sent as such, sandboxed', async (contentType, bytes, manner) => {
    const answer = await fetch(await stored(bytes, contentType))
    await answer.arrayBuffer()
    expect(answer.headers.get('content-type')).toBe(contentType)
    expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`^${manner}; `))
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toMatch(
      contentType === type
        ? /^default-src 'none'; object-src 'self'/
        : /^default-src 'none'.*sandbox/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  it('a public image is sent with its real type, cacheable by everybody', async () => {
    const answer = await fetch(`${await shown(gif, 'image/gif')}?v=2`)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(gif)
    expect(answer.headers.get('content-type')).toBe('image/gif')
    expect(answer.headers.get('cache-control')).toMatch(/^public, /)
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.headers.get('content-disposition')).toBeNull()
  })

  it('a page of an allowed origin may read it, another may not', async () => {
    const url = await stored(pdf)
    const from = async (of: string) => {
      const answer = await fetch(url, { headers: { origin: of } })
      await answer.arrayBuffer()
      return answer.headers.get('access-control-allow-origin')
    }
    expect([await from(origin), await from('https://x.example')]).toEqual([origin, null])
  })
})

describe('objects on disk: refusals', () => {
  /** A path as it stands: fetch would tidy it. */
  const statusOf = (path: string, method = 'GET') =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(place.baseUrl)
      const sent = request({ hostname, port, path, method, agent: false }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      sent.on('error', reject).end()
    })

  it('a signed URL of a removed object is 404, and so is an unknown public one', async () => {
    const key = privateKey()
    await place.store.put({ visibility: 'private', key, contentType: type }, pdf)
    const read = await place.store.readUrl({ key, contentType: type, fileName: 'x' })
    await place.store.remove('private', key)
    expect((await fetch(read?.url ?? '')).status).toBe(404)
    expect((await fetch(place.store.publicUrl(publicKey()))).status).toBe(404)
  })

  it.each([
    '/objects/private-docs/',
    '/objects/public-images/',
    '/objects/public-images/../private-docs/documents/private/x.pdf',
    '/objects/public-images/..%2f..%2fsecret.key',
    '/objects/public-images/%2e%2e/%2e%2e/operator.key',
    '/objects/drafts/0123456789abcdef01234567',
    '/objects/public-images/0123456789abcdef0123456789abcdef.png/',
    '/objects/PUBLIC-IMAGES/0123456789abcdef0123456789abcdef.png',
  ])('%s is 403', async (path) => {
    expect(await statusOf(path)).toBe(403)
  })

  it.each(['POST', 'PATCH', 'DELETE'])('%s is 403 on every object', async (method) => {
    const path = new URL(await shown(png, 'image/png')).pathname
    expect(await statusOf(path, method)).toBe(403)
    expect(await statusOf(path)).toBe(200)
  })

  it('an unsigned PUT is 403, also on a public object', async () => {
    const url = await shown(png, 'image/png')
    const answer = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: png,
    })
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { detail: 'You do not have permission to perform this action.' },
    ])
  })
})
