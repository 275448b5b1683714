/**
 * S3: what the server took and should not have is seen to once its address has expired
 * (test/spec/14).
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clean } from '../../../src/outside/objects/cleaning.ts'
import type { Visibility } from '../../../src/outside/objects/objects.ts'
import { db } from '../../world.ts'
import { hasS3, s3Buckets, s3Place } from './s3-place.ts'
import { gif, html, jpeg, pdf, png, send, svg } from './samples.ts'

const mebi20 = 20 * 1024 * 1024

describe.runIf(hasS3)('14 S3: objects are settled', () => {
  let place: Awaited<ReturnType<typeof s3Place>>
  beforeAll(async () => {
    place = await s3Place()
  })
  afterAll(() => place?.close())

  /** An upload as it is prepared, so many minutes ago, and its signed URL. */
  async function prepared(visibility: Visibility, contentType: string, minutes: number) {
    const id = randomBytes(16).toString('hex')
    const key = visibility === 'public' ? id : `documents/private/${id}`
    const text = `insert into upload (id, key, visibility, created_at)
      values ($1, $2, $3, now() - $4 * interval '1 minute')`
    await db.query({ text, values: [id, key, visibility, minutes] })
    const length = visibility === 'public' ? {} : { contentLength: pdf.length }
    return { key, upload: await place.store.prepare({ visibility, key, contentType, ...length }) }
  }

  const settle = () =>
    clean({
      ...{ db, objects: place.store, clock: () => new Date() },
      log: { info() {}, warn() {} },
    })

  async function shown(key: string) {
    const answer = await fetch(place.store.publicUrl(key))
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, type: answer.headers.get('content-type'), bytes }
  }

  it.each([
    ['a page', html],
    ['an SVG', svg],
    ['nothing', Buffer.alloc(0)],
    ['an image of 20 MiB and a byte', Buffer.concat([png, Buffer.alloc(mebi20 + 1 - png.length)])],
  ])('%s, declared as an image, is removed', async (_, bytes) => {
    const { key, upload } = await prepared('public', 'image/png', 61)
    expect((await send(upload, bytes)).status).toBe(200)
    await settle()
    expect((await shown(key)).status).toBe(404)
  })

  it.each([
    ['the type of its bytes', 'image/png', gif, 'image/gif'],
    ['the declared type, if it is that', 'image/png', png, 'image/png'],
    ['the usual name of its type', 'image/jpg', jpeg, 'image/jpeg'],
  ])('an image is served with %s', async (_, contentType, bytes, type) => {
    const { key, upload } = await prepared('public', contentType, 61)
    expect((await send(upload, bytes)).status).toBe(200)
    await settle()
    expect(await shown(key)).toEqual({ status: 200, type, bytes })
  })

  it('an image whose upload URL may still be in use waits', async () => {
    const { key, upload } = await prepared('public', 'image/png', 50)
    expect((await send(upload, html)).status).toBe(200)
    await settle()
    expect((await shown(key)).status).toBe(200)
  })

  it('a document is kept, and the original upload removed', async () => {
    const { key, upload } = await prepared('private', 'application/pdf', 61)
    const sentTo = join(place.directory, 'data', s3Buckets.private, key)
    expect((await send(upload, pdf)).status).toBe(200)
    await place.store.keep(key)
    expect((await send(upload, pdf)).status).toBe(200)
    expect(existsSync(sentTo)).toBe(true)
    await settle()
    expect(existsSync(sentTo)).toBe(false)
    const read = await place.store.readUrl({ key, contentType: 'application/pdf', fileName: 'x' })
    expect(Buffer.from(await (await fetch(read?.url ?? '')).arrayBuffer())).toEqual(pdf)
  })
})
