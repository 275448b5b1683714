/** `GET /v1/documents/{id}/get` and `temp_read_url`: where documents can be fetched. */
import { rm } from 'node:fs/promises'
import { join as joinPaths } from 'node:path'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/settings/config.ts'
import { as } from '../client.ts'
import {
  attachFile,
  attaching,
  fetched,
  insertDocument,
  link,
  placesOf,
  prepare,
  words,
} from '../documents.ts'
import { pdf } from '../outside/objects/samples.ts'
import { cast, dataDir, db } from '../world.ts'
import { notFound } from './answers.ts'

async function scene() {
  const world = await cast()
  return { ...world, places: await placesOf(world) }
}

const download = (id: number) => `/v1/documents/${id}/get`
const keys = ['download_url', 'file_type', 'title', 'expires_at']

describe('13.5 download', () => {
  it.each(words)('a file on a %s has a signed URL that works without credentials', async (word) => {
    const { ed, olga, places } = await scene()
    const { id } = await attachFile(ed, places[word])
    const { status, json } = await as(olga).get(download(id))
    expect([status, Object.keys(json)]).toEqual([200, keys])
    expect(json).toMatchObject({ file_type: 'application/pdf', title: 'Voucher.pdf' })
    expect(await fetched(json.download_url as string)).toEqual({ status: 200, bytes: pdf })
    const [item] = (await as(olga).get(places.trip.v2())).json.results
    expect(await fetched(item?.temp_read_url as string)).toEqual({ status: 200, bytes: pdf })
  })

  it('a signed URL works until expires_at, 10 minutes, and no longer', async () => {
    const { ed, places } = await scene()
    const { id } = await attachFile(ed, places.trip)
    const now = Date.now()
    const { json } = await as(ed).get(download(id))
    const life = Date.parse(json.expires_at as string) - now
    expect(Math.round(life / 60_000)).toBe(10)
    const statusAfter = async (minutes: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: now + minutes * 60_000 })
      const { status } = await fetched(json.download_url as string)
      vi.useRealTimers()
      return status
    }
    expect(await statusAfter(9.5)).toBe(200)
    expect(await statusAfter(10.5)).toBeGreaterThanOrEqual(400)
  })

  it('a link is its own download_url, with expires_at null', async () => {
    const { ed, places } = await scene()
    const id = await insertDocument(ed, places.activity.parent)
    const { status, json } = await as(ed).get(download(id))
    expect(status).toBe(200)
    expect(json).toEqual({
      download_url: link.url,
      file_type: 'url',
      title: link.title,
      expires_at: null,
    })
  })

  it('a file that was never uploaded, or is gone, is 404, with temp_read_url null', async () => {
    const { ed, places } = await scene()
    const never = await as(ed).post(places.trip.v1(), attaching(await prepare(ed, places.trip)))
    const gone = await attachFile(ed, places.trip)
    await rm(joinPaths(dataDir, 'objects/private-docs', gone.url as string))
    for (const { id } of [never.json, gone]) {
      expect(await as(ed).get(download(id))).toMatchObject(notFound)
    }
    const { json } = await as(ed).get(places.trip.v2())
    expect(json.results.map((item) => item.temp_read_url)).toEqual([null, null])
  })

  it('the download works after the document moves', async () => {
    const { ed, places } = await scene()
    const { id } = await attachFile(ed, places.trip)
    await as(ed).patch(`/v1/documents/${id}`, { hosting_id: places.hosting.id })
    const { json } = await as(ed).get(download(id))
    expect((await fetched(json.download_url as string)).bytes).toEqual(pdf)
  })

  it('a download is 503 while the store is unreachable, and the list has temp_read_url null', async () => {
    const { ed, places } = await scene()
    const { id } = await attachFile(ed, places.trip)
    const config = readConfig({
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET_PRIVATE: 'private-docs',
      S3_BUCKET_PUBLIC: 'public-images',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    })
    const log = pino({ level: 'silent' })
    const lonely = await buildApp({ config, db, log, operatorKey: 'none', secret: 'x'.repeat(32) })
    const get = (url: string) =>
      lonely.inject({ method: 'GET', url, headers: { authorization: `Token ${ed.key}` } })
    expect((await get(download(id))).statusCode).toBe(503)
    const list = await get(places.trip.v2())
    expect(list.statusCode).toBe(200)
    expect(list.json().results).toMatchObject([{ id, temp_read_url: null }])
    await lonely.close()
  })
})
