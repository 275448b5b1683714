/**
 * URLs of stored objects (test/spec/13-documents-download, 14; target F4): who gets one,
 * what it opens to anybody, and that no part of it can be altered. To the store all callers
 * are equal.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { attachFile, placeAt, prepare } from '../../documents.ts'
import { pdf } from '../../outside/objects/samples.ts'
import { app, dataDir, db, operatorKey, secret } from '../../world.ts'
import { onTrip } from './decisions.ts'
import { type Principal, principals } from './principals.ts'
import { type MatrixStage, setStage } from './stage.ts'

let stage: MatrixStage
let file: { id: number }
/** Signed paths, by their purpose, and those of another object. */
const paths = { read: '', listed: '', upload: '', otherRead: '', otherUpload: '' }
let headers: Record<string, string>

const pathOf = (url: unknown) => {
  const { pathname, search } = new URL(String(url))
  return pathname + search
}

beforeAll(async () => {
  stage = await setStage()
  const olga = stage.person('olga')
  const place = placeAt(stage.trips.active, 'trip', stage.trips.active)
  const read = async () => {
    const { id } = await attachFile(olga, place)
    const { json } = await stage.client('olga').get(`/v1/documents/${id}/get`)
    return { id, path: pathOf(json.download_url) }
  }
  const [one, other] = [await read(), await read()]
  file = one
  const { json } = await stage.client('olga').get(place.v2())
  const item = json.results.find(({ id }) => id === one.id)
  const uploads = [await prepare(olga, place), await prepare(olga, place)] as const
  headers = uploads[0].headers
  Object.assign(paths, {
    ...{ read: one.path, otherRead: other.path, listed: pathOf(item?.temp_read_url) },
    ...{ upload: pathOf(uploads[0].upload_url), otherUpload: pathOf(uploads[1].upload_url) },
  })
})

describe('F4 the signed URL of an object', () => {
  it.each(principals)('%s gets it as the decision table says', async (principal) => {
    const verdict = onTrip('seeDocuments', principal, 'active')
    const expected = verdict === 'ok' ? 200 : Number(verdict)
    const client = stage.client(principal)
    const answer = await client.get(`/v1/documents/${file.id}/get`)
    const list = await client.get(`/v2/trip/${stage.trips.active}/documents`)
    expect([answer.status, list.status]).toEqual([expected, expected])
    for (const { text } of [answer, list]) {
      expect(/signature=/.test(text), text).toBe(verdict === 'ok')
    }
  })
})

const mark = (text: string) =>
  text.endsWith('A') ? `${text.slice(0, -1)}B` : `${text.slice(0, -1)}A`

/** The URL with each of its parts altered, left out, doubled, or taken from another one. */
function alterations(path: string, other: string): Record<string, string> {
  const [place = '', query = ''] = path.split('?')
  const pairs = query.split('&')
  const others = (other.split('?')[1] ?? '').split('&')
  const found: Record<string, string> = {
    'the key of another': `${other.split('?')[0]}?${query}`,
    'the other bucket': path.replace('private-docs', 'public-images'),
    'no extension': path.replace('.pdf?', '?'),
    'no facts': place,
    'a fact more': `${place}?x=1&${query}`,
    'a fact behind': `${path}&x=1`,
    'facts in another order': `${place}?${[...pairs].reverse().join('&')}`,
  }
  for (const [at, pair] of pairs.entries()) {
    const name = pair.split('=')[0] ?? ''
    const put = (...these: string[]) => `${place}?${pairs.toSpliced(at, 1, ...these).join('&')}`
    found[`${name} altered`] = put(mark(pair))
    found[`${name} empty`] = put(`${name}=`)
    found[`no ${name}`] = put()
    found[`${name} twice`] = put(pair, pair)
    const foreign = others.find((one) => one.startsWith(`${name}=`))
    if (foreign && foreign !== pair) found[`${name} of another`] = put(foreign)
  }
  return found
}

const methods = ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

/** The status for a caller; bytes are sent where the method accepts them. */
async function status(principal: Principal, method: Method, path: string): Promise<number> {
  const send = { ...headers, 'content-type': 'application/pdf' }
  const isSent = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE'
  const client = stage.client(principal)
  const body = isSent ? pdf.toString('latin1') : undefined
  const answer = await client.send(method, path, body, isSent ? send : {})
  if (answer.status >= 300) expect(answer.text).not.toContain('%PDF')
  return answer.status
}

const kinds = ['read', 'listed', 'upload'] as const

describe.each(kinds)('F4 a signed URL: %s', (kind) => {
  const method = kind === 'upload' ? 'PUT' : 'GET'
  const other = kind === 'upload' ? 'otherUpload' : 'otherRead'

  // A URL takes one object: each test has its own.
  beforeEach(async () => {
    if (kind !== 'upload') return
    const place = placeAt(stage.trips.active, 'trip', stage.trips.active)
    paths.upload = pathOf((await prepare(stage.person('olga'), place)).upload_url)
  })

  it.each(principals)('%s: it works unchanged, and is 403 after any change', async (one) => {
    expect(await status(one, method, paths[kind])).toBe(200)
    const altered = Object.entries(alterations(paths[kind], paths[other]))
    expect(altered.length).toBeGreaterThan(15)
    const asked = altered.map(async ([name, path]) => [name, await status(one, method, path)])
    expect(await Promise.all(asked)).toEqual(altered.map(([name]) => [name, 403]))
  })

  it('another method than the signed one gets 403', async () => {
    const others = methods.filter(
      (one) => !(one === method || (one === 'HEAD' && method === 'GET')),
    )
    for (const one of others) {
      expect([one, await status('olga', one, paths[kind])]).toEqual([one, 403])
    }
  })

  it('it is 403 from its expiry on, but not a moment earlier', async () => {
    const end = Number(new URLSearchParams(paths[kind].split('?')[1]).get('expires')) * 1000
    const minutes = kind === 'upload' ? 15 : 10
    expect(Math.abs(end - Date.now() - minutes * 60_000)).toBeLessThan(60_000)
    let now = 0
    const config = readConfig({ DATA_DIR: dataDir, OPERATOR_KEY: operatorKey })
    const log = openLog(config, { write: () => {} })
    const clock = () => new Date(now)
    const later = await buildApp({ config, db, log, operatorKey, secret, clock })
    const ask = async (moment: number) => {
      now = moment
      const sent = { ...headers, 'content-type': 'application/pdf' }
      const more = kind === 'upload' ? { headers: sent, payload: pdf } : {}
      return (await later.inject({ method, url: paths[kind], ...more })).statusCode
    }
    expect([await ask(end - 1_000), await ask(end), await ask(end + 86_400_000)]).toEqual([
      ...[200, 403, 403],
    ])
    await later.close()
  })
})

describe('F4 a request without a signed URL', () => {
  it('gets 403 for a private object, even from its owner, and 200 for an image', async () => {
    const [key = ''] = paths.read.split('?')
    const image = { purpose: 'profile_photo', filename: 'a.gif', content_type: 'image/gif' }
    const { json } = await stage.client('anonymous').send('POST', '/v1/storage/uploads', image)
    const payload = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')
    const sent = { headers: json.headers as Record<string, string>, payload }
    const put = await app.inject({ method: 'PUT', url: pathOf(json.upload_url), ...sent })
    expect(put.statusCode).toBe(200)
    for (const principal of principals) {
      for (const method of methods) {
        const found = await status(principal, method, key)
        expect([principal, method, found]).toEqual([principal, method, 403])
      }
      const shown = await stage.client(principal).get(pathOf(json.public_url))
      expect([principal, shown.status]).toEqual([principal, 200])
      const written = await status(principal, 'PUT', pathOf(json.public_url))
      expect([principal, written]).toEqual([principal, 403])
    }
  })
})
