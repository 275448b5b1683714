/** Preparing uploads. What the store does with them: test/outside/objects. */
import { describe, expect, it } from 'vitest'
import { openReceipt } from '../../src/core/domain/documents/receipt.ts'
import { anonymous, as } from '../client.ts'
import { insert } from '../sync.ts'
import { app, cast, db, join, premium, secret } from '../world.ts'
import { forbidden, invalidToken, unauthenticated } from './answers.ts'
import { one } from './persons.ts'
import { cover, documentOf, path, photo, prepare } from './uploads.ts'

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

describe('14 POST /v1/storage/uploads: the answer', () => {
  it('is 200 for a document, with exactly these keys, headers and a receipt', async () => {
    const { olga, trip } = await cast()
    const answer = await prepare(olga, documentOf(trip.id))
    expect(answer.status).toBe(200)
    const body = answer.json
    expect(Object.keys(body)).toEqual([
      ...['upload_url', 'method', 'headers', 'object_key', 'bucket', 'purpose', 'visibility'],
      ...['expires_at', 'content_length', 'upload_token'],
    ])
    expect(body).toMatchObject({
      method: 'PUT',
      headers: { 'Content-Type': 'application/pdf', 'Content-Length': '58213' },
      bucket: 'private-docs',
      purpose: 'document',
      visibility: 'private',
      content_length: 58213,
      expires_at: expect.stringMatching(moment),
    })
    expect(Object.keys(body.headers as object)).toEqual(['Content-Type', 'Content-Length'])
    expect(body.object_key).toMatch(/^documents\/private\/[0-9a-f]{32}\.pdf$/)
    const life = Date.parse(String(body.expires_at)) - Date.now()
    expect(life).toBeGreaterThan(890_000)
    expect(life).toBeLessThanOrEqual(900_000)
  })

  it('is 200 for an image, with exactly these keys and headers, and its public URL', async () => {
    const answer = await prepare(anonymous, cover)
    expect(answer.status).toBe(200)
    const body = answer.json
    expect(Object.keys(body)).toEqual([
      ...['upload_url', 'method', 'headers', 'object_key', 'bucket', 'purpose', 'visibility'],
      ...['expires_at', 'public_url'],
    ])
    expect(body).toMatchObject({
      method: 'PUT',
      headers: { 'Content-Type': 'image/jpeg', 'x-amz-acl': 'public-read' },
      bucket: 'public-images',
      purpose: 'trip_cover',
      visibility: 'public',
    })
    expect(Object.keys(body.headers as object)).toEqual(['Content-Type', 'x-amz-acl'])
    expect(body.object_key).toMatch(/^[0-9a-f]{32}\.jpg$/)
    expect(String(body.public_url).endsWith(`/${body.object_key}`)).toBe(true)
  })

  it('has content_length for an image if that was sent', async () => {
    const answer = await prepare(anonymous, { ...photo, content_length: '12' })
    expect(answer.json.content_length).toBe(12)
  })

  it('its URLs have the host of the request', async () => {
    const { json } = await prepare(anonymous, photo, { host: 'trips.example:8080' })
    expect(json.upload_url).toMatch(/^http:\/\/trips\.example:8080\/objects\/public-images\//)
    expect(json.public_url).toMatch(/^http:\/\/trips\.example:8080\/objects\/public-images\//)
  })

  it.each([
    ['a.pdf', '.pdf'],
    ['A.B.PDF', '.pdf'],
    ['noextension', ''],
    ['x.abcdefghijk', ''],
    ['x.p-f', ''],
    ['../../etc/passwd', ''],
    ['a.php/../b.jpg', '.jpg'],
    ['.htaccess', '.htaccess'],
    ['x.', ''],
  ])('keys: of the file name %j only the extension %j is used', async (filename, extension) => {
    const keys = await Promise.all(
      [1, 2].map(async () =>
        String((await prepare(anonymous, { ...photo, filename })).json.object_key),
      ),
    )
    for (const key of keys) expect(key.replace(/^[0-9a-f]{32}/, '')).toBe(extension)
    expect(keys[0]).not.toBe(keys[1])
  })

  it('it creates no document, and its receipt is valid only for its user', async () => {
    const { olga, ed, trip } = await cast()
    const { json } = await prepare(olga, documentOf(String(trip.id)))
    const text = 'select from document where trip_id = $1'
    expect(await db.query({ text, values: [trip.id] })).toEqual([])
    const facts = {
      userId: olga.id,
      parent: { kind: 'trip', id: trip.id },
      key: String(json.object_key),
      contentType: 'application/pdf',
    } as const
    const token = String(json.upload_token)
    expect(openReceipt(secret, token, facts, new Date())).toBeDefined()
    expect(openReceipt(secret, token, { ...facts, userId: ed.id }, new Date())).toBeUndefined()
  })

  it('an image that was prepared and uploaded is served at its public URL', async () => {
    const bytes = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')
    const { json } = await prepare(anonymous, { ...photo, content_type: 'image/gif' })
    const { pathname, search } = new URL(String(json.upload_url))
    const put = await app.inject({
      method: 'PUT',
      url: pathname + search,
      headers: json.headers as Record<string, string>,
      payload: bytes,
    })
    expect([put.statusCode, put.payload]).toEqual([200, ''])
    const seen = await app.inject(new URL(String(json.public_url)).pathname)
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/gif'])
    expect(seen.rawPayload).toEqual(bytes)
  })
})

/** Makes a child of the trip; returns its id. */
async function childOf(kind: string, tripId: number, owner: { id: number }): Promise<number> {
  const row = { trip_id: tripId, owner_id: owner.id }
  const own = kind === 'transportation' ? { transportation_type: 'train' } : {}
  const [id = 0] = await insert(kind, { ...row, ...own })
  return id
}

describe('14 the right to prepare', () => {
  it('images may be prepared by anybody, and a cover for any trip', async () => {
    const { stan, trip } = await cast()
    const ofTrip = { ...cover, parent_type: 'trip', parent_id: trip.id }
    for (const body of [photo, cover, ofTrip, { ...ofTrip, parent_id: 999_999_999 }]) {
      expect((await prepare(anonymous, body)).status).toBe(200)
      expect((await prepare(stan, body)).status).toBe(200)
    }
  })

  it('a document without credentials is E-AUTH, before validation', async () => {
    expect(await prepare(anonymous, { purpose: 'document' })).toMatchObject(unauthenticated)
    expect(await prepare(anonymous, documentOf(1))).toMatchObject(unauthenticated)
  })

  it('1.4: an invalid Authorization header is 401, whatever the body', async () => {
    for (const body of [photo, cover, documentOf(1), {}, { purpose: 'x' }]) {
      const authorization = `Token ${'0'.repeat(40)}`
      expect(await prepare(anonymous, body, { authorization })).toMatchObject(invalidToken)
      for (const other of ['Bearer x', 'Basic eDp4', 'nonsense', 'Operator x']) {
        const answer = await prepare(anonymous, body, { authorization: other })
        expect(answer).toMatchObject(unauthenticated)
        expect(answer.headers['www-authenticate']).toBe('Token')
      }
    }
    const answer = await prepare(anonymous, photo, { authorization: 'Token' })
    expect(answer.json.detail).toBe('Invalid token header. No credentials provided.')
  })

  it('1.1: other methods are 405, OPTIONS is 200, other forms of the body are 400 or 415', async () => {
    const get = await as(anonymous).get(path)
    expect([get.status, get.headers.allow]).toEqual([405, 'POST, OPTIONS'])
    expect((await as(anonymous).get(path, { authorization: 'Token x' })).status).toBe(401)
    expect((await as(anonymous).options(path)).status).toBe(200)
    expect((await as(anonymous).options(path, { authorization: 'Token x' })).status).toBe(401)
    expect((await as(anonymous).post(path, '[]')).status).toBe(400)
    expect((await as(anonymous).post(path, 'x', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  it.each(['trip', 'hosting', 'activity', 'transportation'])(
    'a document of a %s needs the right there; others and unknown parents are E-PERM',
    async (kind) => {
      const { olga, ed, vera, pia, stan, trip } = await cast()
      const id = kind === 'trip' ? trip.id : await childOf(kind, trip.id, olga)
      for (const who of [olga, ed]) {
        expect((await prepare(who, documentOf(id, kind))).status).toBe(200)
      }
      for (const who of [vera, pia, stan]) {
        expect(await prepare(who, documentOf(id, kind))).toMatchObject(forbidden)
      }
      for (const unknown of [999_999_999, '99999999999', 2 ** 31]) {
        expect(await prepare(olga, documentOf(unknown, kind))).toMatchObject(forbidden)
      }
      if (kind !== 'trip') {
        await db.query({
          text: `update ${kind} set deleted_at = now() where id = $1`,
          values: [id],
        })
        expect(await prepare(olga, documentOf(id, kind))).toMatchObject(forbidden)
      }
      await premium(olga, false)
      expect(await prepare(ed, documentOf(trip.id))).toMatchObject(forbidden)
    },
  )

  it('a document needs both rights on documents, and a trip that is not deleted', async () => {
    const { olga, ed, trip } = await cast()
    await join(trip.id, ed, { can_edit: true, can_see_documents: true, can_edit_documents: false })
    expect(await prepare(ed, documentOf(trip.id))).toMatchObject(forbidden)
    await as(olga).delete(`/v1/trips/${trip.id}`)
    expect(await prepare(olga, documentOf(trip.id))).toMatchObject(forbidden)
  })

  it('fields are checked before the right', async () => {
    const { stan, trip } = await cast()
    const { content_length: _, ...short } = documentOf(trip.id)
    const answer = await prepare(stan, short)
    expect([answer.status, answer.json]).toEqual([
      400,
      { content_length: ['This field is required.'] },
    ])
  })

  it('GraphQL returns the same refusals by code', async () => {
    const { olga, stan, trip } = await cast()
    const mutation = `mutation ($input: UploadInput!) {
      prepareUpload(input: $input) { objectKey uploadToken publicUrl }
    }`
    const input = {
      ...{ purpose: 'document', filename: 'a.pdf', contentType: 'application/pdf' },
      ...{ contentLength: 5, parentType: 'trip', parentId: trip.id },
    }
    const codes = async (who: Parameters<typeof as>[0], changed = {}) =>
      (await as(who).graphql(mutation, { input: { ...input, ...changed } })).errors.map(
        ({ extensions }) => extensions.code,
      )
    expect(await codes(olga)).toEqual([])
    expect(await codes(stan)).toEqual(['FORBIDDEN'])
    expect(await codes(anonymous)).toEqual(['UNAUTHENTICATED'])
    expect(await codes(stan, { contentLength: 0 })).toEqual(['BAD_USER_INPUT'])
    expect(await codes(stan, { parentId: 0 })).toEqual(['BAD_USER_INPUT'])
    expect(await codes(stan, { parentId: -7 })).toEqual(['BAD_USER_INPUT'])
    expect(await codes(olga, { parentId: 2 ** 31 - 1 })).toEqual(['FORBIDDEN'])
    const image = {
      purpose: 'trip_cover',
      contentType: 'image/png',
      parentType: null,
      parentId: null,
    }
    expect(await codes(anonymous, { ...image, parentId: undefined })).toEqual([])
    expect(await codes({ key: '0'.repeat(40) }, image)).toEqual(['UNAUTHENTICATED'])
    expect(await codes(await one(), { purpose: 'x' })).toEqual(['BAD_USER_INPUT'])
  })
})
