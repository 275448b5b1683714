/** Scripts, styles and fonts of the pages. */
import { describe, expect, it } from 'vitest'
import { browsers, loadedBy, serviceWith } from './front-requests.ts'

describe('assets', () => {
  const ask = serviceWith()
  const all = async () =>
    [await ask('/docs'), await ask('/graphql', browsers.firefox)].flatMap(({ text }) =>
      loadedBy(text),
    )
  const folderOf = async (name: string) => {
    const found = (await all()).find((url) => url.includes(`/${name}-`))
    return `/assets/${found?.split('/')[2]}`
  }

  it('are served for good, each at a URL that changes with its content', async () => {
    const urls = await all()
    expect(urls.map((url) => url.replace(/-[\d.]+\/|-[\da-f]{12}\//, '-*/'))).toEqual([
      '/assets/swagger-ui-dist-*/swagger-ui.css',
      '/assets/front-*/docs.css',
      '/assets/swagger-ui-dist-*/swagger-ui-bundle.js',
      '/assets/front-*/docs.js',
      '/assets/ruru-*/ruru.css',
      '/assets/front-*/ide.css',
      '/assets/front-*/ide.js',
    ])
    for (const url of urls) {
      const { status, headers, text } = await ask(url)
      expect(status, url).toBe(200)
      expect(headers).toMatchObject({
        'content-type': url.endsWith('.js') ? /javascript/ : 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'content-length': String(Buffer.byteLength(text)),
      })
      // The largest of all is 2.8 MB.
      expect(text.length, url).toBeLessThan(3_000_000)
    }
  })

  it('are not sent to clients that have them, nor in parts', async () => {
    const [url = ''] = await all()
    const { headers, text } = await ask(url)
    const tag = headers.etag as string
    const known = await ask(url, '*/*', { headers: { 'if-none-match': tag } })
    expect(known).toMatchObject({ status: 304, text: '' })
    const part = await ask(url, '*/*', { headers: { range: 'bytes=0-9', 'if-match': '"x"' } })
    expect(part).toMatchObject({ status: 200, text })
    const head = await ask(url, '*/*', { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
  })

  it.each([
    ...[
      'package.json',
      'ruru.js.map',
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e%2fREADME.md',
    ],
    ...[
      '..%5cpackage.json',
      '%2e%2e',
      '.',
      '',
      'constructor',
      '__proto__',
      'ruru.js%00',
      'RURU.js',
    ],
    ...['ruru.js/', '/ruru.js', 'x/ruru.js', 'a'.repeat(5_000)],
  ])('%j is not an asset', async (name) => {
    const { status, text } = await ask(`${await folderOf('ruru')}/${name}`)
    // A slash at the end is the same path, here as everywhere.
    expect(status).toBe(name === 'ruru.js/' ? 200 : 404)
    if (name !== 'ruru.js/') expect(text).toBe('{"detail":"Not found."}')
  })

  it('packages serve only what browsers need', async () => {
    const swagger = await folderOf('swagger-ui-dist')
    for (const name of ['index.html', 'package.json', 'swagger-ui-bundle.js.map', 'LICENSE']) {
      expect((await ask(`${swagger}/${name}`)).status, name).toBe(404)
    }
    expect((await ask('/assets/ruru-0.0.0/ruru.js')).status).toBe(404)
    expect((await ask('/assets/')).status).toBe(404)
  })

  it('are read-only', async () => {
    const [url = ''] = await all()
    const { status, headers } = await ask(url, '*/*', { method: 'POST' })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

describe('assets of disabled pages', () => {
  const on = serviceWith()
  const docsOnly = serviceWith({ GRAPHQL_IDE: 'off' })
  const none = serviceWith({ GRAPHQL_IDE: 'off', REST_DOCS: 'off' })

  it('are not served', async () => {
    const [ofDocs = ''] = loadedBy((await on('/docs')).text)
    const [ofIde = ''] = loadedBy((await on('/graphql', browsers.firefox)).text)
    const ask = async (service: typeof on) => [
      (await service(ofDocs)).status,
      (await service(ofIde)).status,
      (await service(ofDocs, '*/*', { method: 'POST' })).status,
    ]
    expect(await ask(on)).toEqual([200, 200, 405])
    expect(await ask(docsOnly)).toEqual([200, 404, 405])
    expect(await ask(none)).toEqual([404, 404, 405])
  })
})
