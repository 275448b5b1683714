/** The application on an S3-compatible server, from the settings to the bytes (test/spec/14). */
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { clean } from '../../../src/outside/objects/cleaning.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { attaching } from '../../documents.ts'
import { documentOf, photo } from '../../spec/uploads.ts'
import { cast, db, type Person } from '../../world.ts'
import { hasS3, s3Buckets, s3Keys, s3Place, s3Region } from './s3-place.ts'
import { pdf, png, send } from './samples.ts'

describe.runIf(hasS3)('17 the application with S3 settings', () => {
  let place: Awaited<ReturnType<typeof s3Place>>
  let app: FastifyInstance
  beforeAll(async () => {
    place = await s3Place()
    const config = readConfig({
      S3_ENDPOINT: place.baseUrl,
      S3_REGION: s3Region,
      S3_BUCKET_PRIVATE: s3Buckets.private,
      S3_BUCKET_PUBLIC: s3Buckets.public,
      S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    })
    const log = pino({ level: 'silent' })
    app = await buildApp({ config, db, log, operatorKey: 'x', secret: 'x'.repeat(32) })
  })
  afterAll(async () => {
    await app?.close()
    await place?.close()
  })

  async function ask(method: 'GET' | 'POST', url: string, person?: Person, payload?: object) {
    const headers = person ? { authorization: `Token ${person.key}` } : {}
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
    expect(answer.statusCode, answer.payload).toBeLessThan(300)
    return answer.json()
  }

  it('a document: prepared, sent, attached, listed and read', async () => {
    const { olga, ed, trip } = await cast()
    const order = { ...documentOf(trip.id), content_length: pdf.length }
    const upload = await ask('POST', '/v1/storage/uploads', ed, order)
    expect(upload).toMatchObject({
      bucket: s3Buckets.private,
      headers: { 'Content-Type': 'application/pdf', 'Content-Length': String(pdf.length) },
    })
    const list = `/v2/trip/${trip.id}/documents`
    const { id } = await ask('POST', `/v1/trip/${trip.id}/documents`, ed, attaching(upload))
    expect((await ask('GET', list, olga)).results).toMatchObject([{ id, temp_read_url: null }])
    expect((await send({ url: upload.upload_url, headers: upload.headers }, pdf)).status).toBe(200)
    const { download_url } = await ask('GET', `/v1/documents/${id}/get`, olga)
    const [{ temp_read_url }] = (await ask('GET', list, olga)).results
    for (const url of [download_url, temp_read_url]) {
      expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(pdf)
    }
  })

  it('14 a former member cannot replace an attached file', async () => {
    const { olga, ed, trip } = await cast()
    const order = { ...documentOf(trip.id), content_length: pdf.length }
    const upload = await ask('POST', '/v1/storage/uploads', ed, order)
    const address = { url: upload.upload_url, headers: upload.headers }
    expect((await send(address, pdf)).status).toBe(200)
    const { id } = await ask('POST', `/v1/trip/${trip.id}/documents`, ed, attaching(upload))
    await db.query({
      text: 'delete from member where trip_id = $1 and user_id = $2',
      values: [trip.id, ed.id],
    })
    await send(address, Buffer.alloc(pdf.length, 'x'))
    const { download_url } = await ask('GET', `/v1/documents/${id}/get`, olga)
    expect(Buffer.from(await (await fetch(download_url)).arrayBuffer())).toEqual(pdf)
  })

  it('an image: served at its public_url, and removed when abandoned', async () => {
    const order = { ...photo, content_type: 'image/png' }
    const upload = await ask('POST', '/v1/storage/uploads', undefined, order)
    expect((await send({ url: upload.upload_url, headers: upload.headers }, png)).status).toBe(200)
    expect((await fetch(upload.public_url)).status).toBe(200)
    const text = `update upload set created_at = now() - interval '2 days' where key = $1`
    await db.query({ text, values: [upload.object_key] })
    const log = { info() {}, warn() {} }
    await clean({ db, objects: place.store, clock: () => new Date(), log })
    expect((await fetch(upload.public_url)).status).toBe(404)
  })
})
