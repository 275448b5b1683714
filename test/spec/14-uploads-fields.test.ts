/** The fields of an upload's preparation, and its rate limit. */
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/settings/config.ts'
import { anonymous } from '../client.ts'
import { cast, db } from '../world.ts'
import { invalid, messages } from './answers.ts'
import { cover, documentOf, photo, prepare } from './uploads.ts'

const { required } = messages

describe('14 the purpose is checked first', () => {
  it.each([
    [{}, [required]],
    [{ ...photo, purpose: '' }, [messages.blank]],
    [{ ...photo, purpose: null }, [messages.null]],
    [{ ...photo, purpose: 'avatar' }, ['"avatar" is not a valid choice.']],
    [{ ...photo, purpose: 'Document' }, ['"Document" is not a valid choice.']],
    [{ ...photo, purpose: ['document'] }, [messages.string]],
  ])('the purpose of %j is 400', async (body, validationErrors) => {
    const answer = await prepare(anonymous, body)
    expect(answer.status).toBe(400)
    expect(answer.json.purpose).toEqual(validationErrors)
  })
})

describe('14 the fields of a document', () => {
  const changed = (change: object) => {
    const body: Record<string, unknown> = { ...documentOf(1), ...change }
    for (const [key, value] of Object.entries(body)) if (value === undefined) delete body[key]
    return body
  }
  const bounds = (bound: string) => `Ensure this value is ${bound}.`

  it.each<[object, object]>([
    [{ filename: undefined }, { filename: [required] }],
    [{ filename: ' ' }, { filename: [messages.blank] }],
    [{ content_type: undefined }, { content_type: [required] }],
    [{ content_type: '' }, { content_type: [messages.blank] }],
    [{ content_type: 'pdf' }, { content_type: ['Enter a valid media type.'] }],
    [{ content_type: 'a/b\r\nx: y' }, { content_type: ['Enter a valid media type.'] }],
    [{ content_length: undefined }, { content_length: [required] }],
    [{ content_length: null }, { content_length: [required] }],
    [{ content_length: 0 }, { content_length: [bounds('greater than or equal to 1')] }],
    [{ content_length: -5 }, { content_length: [bounds('greater than or equal to 1')] }],
    [
      { content_length: 104_857_601 },
      { content_length: [bounds('less than or equal to 104857600')] },
    ],
    [
      { content_length: 99_999_999_999 },
      { content_length: [bounds('less than or equal to 104857600')] },
    ],
    [{ content_length: 1.5 }, { content_length: [messages.integer] }],
    [{ content_length: 'x' }, { content_length: [messages.integer] }],
    [{ visibility: 'public' }, { visibility: ['Documents must be private.'] }],
    [{ visibility: 'hidden' }, { visibility: ['"hidden" is not a valid choice.'] }],
    [{ parent_type: undefined }, { parent_type: [required] }],
    [{ parent_type: undefined, parent_id: undefined }, { parent_type: [required] }],
    [{ parent_type: 'expense' }, { parent_type: ['"expense" is not a valid choice.'] }],
    [{ parent_id: undefined }, { parent_id: [required] }],
    [{ parent_id: 'x' }, { parent_id: [messages.integer] }],
    [
      { content_length: undefined, parent_id: undefined, filename: undefined },
      { content_length: [required], parent_id: [required], filename: [required] },
    ],
  ])('a document with %j is 400', async (change, validationErrors) => {
    const { olga } = await cast()
    const answer = await prepare(olga, changed(change))
    expect([answer.status, answer.json]).toEqual([400, validationErrors])
  })

  it.each([
    [{ content_length: 1 }],
    [{ content_length: 104_857_600 }],
    [{ content_length: '58213' }],
    [{ visibility: 'private' }],
    [{ visibility: null }],
    [{ content_type: 'text/plain; charset=utf-8' }],
    [{ content_type: 'application/vnd.apple.pkpass' }],
    [{ content_type: 'image/svg+xml' }],
    [{ unknown: 'key', object_key: 'x' }],
  ])('a document with %j is 200', async (change) => {
    const { olga, trip } = await cast()
    const answer = await prepare(olga, { ...changed(change), parent_id: trip.id })
    expect(answer.status).toBe(200)
  })
})

describe('14 the id of the parent', () => {
  it.each([0, -1, '0', '-99999999999'])(
    'a parent_id that is not positive is 400, before the right is checked: %j',
    async (parent_id) => {
      const { stan } = await cast()
      const validationError = 'Ensure this value is greater than or equal to 1.'
      for (const body of [documentOf(parent_id), documentOf(parent_id, 'hosting')]) {
        expect(await prepare(stan, body)).toMatchObject(invalid('parent_id', validationError))
      }
      const ofTrip = { ...cover, parent_type: 'trip', parent_id }
      expect(await prepare(anonymous, ofTrip)).toMatchObject(invalid('parent_id', validationError))
    },
  )
})

describe('14 the fields of an image', () => {
  it.each<[object, object]>([
    [{ content_type: 'application/pdf' }, { content_type: ['Images only.'] }],
    [{ content_type: 'image/svg+xml' }, { content_type: ['Images only.'] }],
    [{ content_type: 'text/html' }, { content_type: ['Images only.'] }],
    [{ content_type: 'image/png; x=y' }, { content_type: ['Images only.'] }],
    [
      { content_length: 0 },
      { content_length: ['Ensure this value is greater than or equal to 1.'] },
    ],
    [
      { content_length: 20_971_521 },
      { content_length: ['Ensure this value is less than or equal to 20971520.'] },
    ],
    [{ visibility: 'private' }, { visibility: ['Images must be public.'] }],
    [{ parent_id: 1 }, { parent_type: [required] }],
    [{ parent_type: 'trip' }, { parent_id: [required] }],
    [{ parent_type: 'hosting', parent_id: 1 }, { parent_type: ['Not allowed for this purpose.'] }],
    [{ parent_type: 'planet', parent_id: 1 }, { parent_type: ['"planet" is not a valid choice.'] }],
  ])('a cover with %j is 400', async (change, validationErrors) => {
    const answer = await prepare(anonymous, { ...cover, ...change })
    expect([answer.status, answer.json]).toEqual([400, validationErrors])
  })

  it('a photo with a parent is 400', async () => {
    const answer = await prepare(anonymous, { ...photo, parent_type: 'trip', parent_id: 1 })
    expect([answer.status, answer.json]).toEqual([
      400,
      { parent_type: ['Not allowed for this purpose.'] },
    ])
  })

  it.each([
    [{ content_type: 'IMAGE/PNG' }],
    [{ content_type: 'image/heic', filename: 'IMG_1.HEIC' }],
    [{ content_type: 'image/webp' }],
    [{ visibility: 'public' }],
    [{ content_length: 1 }],
    [{ content_length: 20_971_520 }],
    [{ parent_type: '', parent_id: undefined }],
  ])('a photo with %j is 200', async (change) => {
    expect((await prepare(anonymous, { ...photo, ...change })).status).toBe(200)
  })
})

describe('1.3 public upload preparation, 60 per hour and client address', () => {
  it('the limit is a setting; both purposes count together, and one more is 429', async () => {
    const config = readConfig({ LIMIT_UPLOAD: '2', DATA_DIR: process.env.TEST_RUN_DIR })
    const log = pino({ level: 'silent' })
    const app = await buildApp({ config, db, log, operatorKey: 'x' })
    const send = (payload: object, remoteAddress: string) =>
      app.inject({ method: 'POST', url: '/v1/storage/uploads', payload, remoteAddress })
    const [here, there] = ['198.51.100.201', '198.51.100.202']
    const statuses = []
    for (const body of [photo, { ...photo, filename: '' }, cover, photo]) {
      statuses.push((await send(body, here)).statusCode)
    }
    expect(statuses).toEqual([200, 400, 200, 429])
    expect((await send(photo, here)).headers['retry-after']).toMatch(/^\d+$/)
    expect((await send(photo, there)).statusCode).toBe(200)
    await app.close()
  })

  it('preparations of documents are not limited', async () => {
    const { olga, trip } = await cast()
    const statuses = []
    for (let tries = 0; tries < 70; tries += 1) {
      statuses.push((await prepare(olga, documentOf(trip.id))).status)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})
