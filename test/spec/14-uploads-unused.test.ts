/** A preparation takes one upload, and unused ones are limited. */
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/settings/config.ts'
import { as } from '../client.ts'
import {
  attaching,
  fetched,
  placesOf,
  prepare,
  put,
  type UploadAnswer,
  words,
} from '../documents.ts'
import { pdf } from '../outside/objects/samples.ts'
import { cast, db, type Person, app as world } from '../world.ts'
import { cover, documentOf, photo } from './uploads.ts'

const refusal = {
  detail: expect.stringMatching(/^Request was throttled. Expected available in 8\d{4} seconds.$/),
}

describe('14 unused preparations are limited by account, or by client address', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    const settings = { LIMIT_UNUSED_UPLOADS: '40', LIMIT_UPLOAD: '0' }
    const config = readConfig({ ...settings, DATA_DIR: process.env.TEST_RUN_DIR })
    app = await buildApp({ config, db, log: pino({ level: 'silent' }), operatorKey: 'x' })
  })
  afterAll(() => app.close())

  async function send(who: Person | string, payload: object, url = '/v1/storage/uploads') {
    const headers = typeof who === 'string' ? {} : { authorization: `Token ${who.key}` }
    const remoteAddress = typeof who === 'string' ? who : '127.0.0.1'
    return app.inject({ method: 'POST', url, payload, headers, remoteAddress })
  }

  /** A document that counts as 10 of the 40 MiB. */
  const big = (tripId: number) => ({ ...documentOf(tripId), content_length: 10 * 1024 * 1024 })

  it('one document too many is 429, for that account only, until one is attached', async () => {
    const { olga, ed, trip } = await cast()
    const uploads = []
    for (let made = 0; made < 4; made += 1) uploads.push(await send(ed, big(trip.id)))
    expect(uploads.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const refused = await send(ed, documentOf(trip.id))
    expect([refused.statusCode, refused.json()]).toEqual([429, refusal])
    expect((await send(ed, photo)).statusCode).toBe(429)
    expect((await send(olga, big(trip.id))).statusCode).toBe(200)
    const list = `/v1/trip/${trip.id}/documents`
    const attached = await send(ed, attaching(uploads[0]?.json() as UploadAnswer), list)
    expect(attached.statusCode).toBe(201)
    expect((await send(ed, big(trip.id))).statusCode).toBe(200)
    expect((await send(ed, documentOf(trip.id))).statusCode).toBe(429)
  })

  it('small documents count as 1 MiB, which limits their number; after a day they do not count', async () => {
    const { ed, trip } = await cast()
    const small = { ...documentOf(trip.id), content_length: 1 }
    const age = `update upload set created_at = created_at - interval '25 hours'
      where subject = 'account ' || $1`
    for (const _ of ['today', 'tomorrow']) {
      for (let made = 0; made < 40; made += 1) {
        expect((await send(ed, small)).statusCode).toBe(200)
      }
      expect((await send(ed, small)).statusCode).toBe(429)
      await db.query({ text: age, values: [String(ed.id)] })
    }
  })

  it('preparations succeed only as far as they fit, 20 at once', async () => {
    const { ed, trip } = await cast()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(ed, big(trip.id))))
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...Array(4).fill(200), ...Array(16).fill(429)])
  })

  it('images count by client address: without a length as 20 MiB, else by their length', async () => {
    const [here, there] = ['198.51.100.31', '198.51.100.32']
    const statuses = []
    for (const body of [photo, { ...cover, content_length: 1 }, photo]) {
      statuses.push((await send(here, body)).statusCode)
    }
    expect(statuses).toEqual([200, 200, 429])
    expect((await send(there, photo)).statusCode).toBe(200)
  })

  it('a limit of 0 is unlimited', async () => {
    const config = readConfig({ LIMIT_UNUSED_UPLOADS: '0', DATA_DIR: process.env.TEST_RUN_DIR })
    const log = pino({ level: 'silent' })
    const free = await buildApp({ config, db, log, operatorKey: 'x' })
    const { ed, trip } = await cast()
    const headers = { authorization: `Token ${ed.key}` }
    const payload = { ...documentOf(trip.id), content_length: 104_857_600 }
    for (let made = 0; made < 30; made += 1) {
      const sent = { method: 'POST', url: '/v1/storage/uploads', payload, headers } as const
      expect((await free.inject(sent)).statusCode).toBe(200)
    }
    await free.close()
  })
})

describe('14 an upload URL takes one object', () => {
  it.each(words)('a removed member cannot replace what they attached to a %s', async (word) => {
    const scene = await cast()
    const { olga, ed, trip } = scene
    const place = (await placesOf(scene))[word]
    const upload = await prepare(ed, place)
    await put(upload)
    const { json } = await as(ed).post(place.v1(), attaching(upload))
    const removed = await as(olga).delete(`/v1/trip/${trip.id}/collaborator/${ed.id}`)
    expect(removed.status).toBeLessThan(300)
    const { pathname, search } = new URL(upload.upload_url)
    const again = await world.inject({
      ...{ method: 'PUT', url: pathname + search, headers: upload.headers },
      payload: Buffer.alloc(pdf.length, 'x'),
    })
    expect([again.statusCode, again.json()]).toEqual([
      412,
      { detail: 'An object has already been uploaded to this URL.' },
    ])
    const read = await as(olga).get(`/v1/documents/${json.id}/get`)
    expect((await fetched(String(read.json.download_url))).bytes).toEqual(pdf)
  })
})
