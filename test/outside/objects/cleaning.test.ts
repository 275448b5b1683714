/** 14: abandoned objects are removed after a day, referenced ones never. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../../src/base/errors.ts'
import { clean, startObjectCleaning } from '../../../src/outside/objects/cleaning.ts'
import { cast, db } from '../../world.ts'
import { type DiskPlace, diskPlace } from './disk-place.ts'
import { pdf, png } from './samples.ts'
import { upload } from './uploads.ts'

let place: DiskPlace
beforeAll(async () => {
  place = await diskPlace()
})
afterAll(() => place.close())

const clock = () => new Date()
const quiet = { info() {}, warn() {} }
const day = 24 * 60

const round = (objects: Parameters<typeof clean>[0]['objects'] = place.store) =>
  clean({ db, objects, clock, log: quiet })

async function isThere({ id, key, visibility }: Awaited<ReturnType<typeof upload>>) {
  const [row] = await db.query({ text: 'select from upload where id = $1', values: [id] })
  const object = await place.store.has(visibility, key)
  expect(row !== undefined, 'the row goes with the object').toBe(object)
  return object
}

describe('14 cleaning', () => {
  it('removes objects prepared more than a day ago without references', async () => {
    const old = await upload(place.store, 'public', png, day + 1)
    const young = await upload(place.store, 'public', png, day - 1)
    const letter = await upload(place.store, 'private', pdf, 10 * day)
    await round()
    expect([await isThere(old), await isThere(letter)]).toEqual([false, false])
    expect(await isThere(young)).toBe(true)
  })

  it('removes an object after hundreds that are in use', async () => {
    const { olga } = await cast()
    const text = `with uploads as (
        insert into upload (id, key, visibility, created_at, settled)
        select id, id || '.pdf', 'private', now() - interval '9 days', true
        from generate_series(1, 1100) n, md5('used ' || n) id returning id)
      insert into document (owner_id, file_type, url)
      select $1, 'application/pdf', 'https://files.example/' || id from uploads`
    await db.query({ text, values: [olga.id] })
    const unused = await upload(place.store, 'private', pdf, 2 * day)
    await round()
    expect(await isThere(unused)).toBe(false)
    const left =
      'select from upload u join document d on object_id(d.url) = u.id where d.owner_id = $1'
    expect(await db.query({ text: left, values: [olga.id] })).toHaveLength(1100)
  })

  it('deletes the row of an upload that never arrived', async () => {
    const id = randomBytes(16).toString('hex')
    const text = `insert into upload (id, key, visibility, created_at)
      values ($1, $1 || '.png', 'public', now() - interval '2 days')`
    await db.query({ text, values: [id] })
    await round()
    expect(await db.query({ text: 'select from upload where id = $1', values: [id] })).toEqual([])
  })

  it.each([
    ['a photo', 'update account set photo_url = $2 where id = $1', 'public'],
    [
      'a photo with a query',
      `update account set photo_url = $2 || '?v=1#x' where id = $1`,
      'public',
    ],
    [
      'a cover',
      'update trip set cover_image_url = $2 where id = (select min(id) from trip where owner_id = $1)',
      'public',
    ],
    [
      'the cover of a deleted trip',
      `update trip set cover_image_url = $2, deleted_at = now()
       where id = (select min(id) from trip where owner_id = $1)`,
      'public',
    ],
    [
      'a document',
      `insert into document (owner_id, file_type, url) values ($1, 'application/pdf', $2)`,
      'private',
    ],
    [
      'a deleted document',
      `insert into document (owner_id, file_type, url, deleted_at)
       values ($1, 'application/pdf', $2, now())`,
      'private',
    ],
  ] as const)('never removes an object referenced by %s', async (_, text, visibility) => {
    const { olga } = await cast()
    const kept = await upload(place.store, visibility, visibility === 'public' ? png : pdf, 9 * day)
    const address = visibility === 'public' ? place.store.publicUrl(kept.key) : kept.key
    await db.query({ text, values: [olga.id, address] })
    await round()
    expect(await isThere(kept)).toBe(true)
  })

  it('removes a photo that has been replaced', async () => {
    const { olga } = await cast()
    const photos = [
      await upload(place.store, 'public', png, 2 * day),
      await upload(place.store, 'public', png, 2 * day),
    ]
    for (const { key } of photos) {
      const values = [olga.id, place.store.publicUrl(key)]
      await db.query({ text: 'update account set photo_url = $2 where id = $1', values })
    }
    await round()
    expect([await isThere(photos[0] as never), await isThere(photos[1] as never)]).toEqual([
      false,
      true,
    ])
  })

  it('accepts a URL with another word of 32 digits', async () => {
    const { olga } = await cast()
    const kept = await upload(place.store, 'public', png, 2 * day)
    const address = `https://cdn.example/${'0123456789abcdef'.repeat(2)}/${kept.key}`
    const text = 'update account set photo_url = $2 where id = $1'
    await db.query({ text, values: [olga.id, address] })
    await round()
    expect(await isThere(kept)).toBe(true)
  })

  it('C4: an unavailable store loses no row; the next round removes the object', async () => {
    const abandoned = await upload(place.store, 'public', png, 2 * day)
    const away = () => Promise.reject(new Refusal('SERVICE_UNAVAILABLE'))
    expect(await round({ remove: away, settle: async () => {}, sweep: async () => {} })).toBe(0)
    expect(await isThere(abandoned)).toBe(true)
    await round()
    expect(await isThere(abandoned)).toBe(false)
  })

  it('runs at once and then repeatedly, until it is stopped', async ({ onTestFinished }) => {
    const first = await upload(place.store, 'public', png, 2 * day)
    const cleaning = startObjectCleaning({
      db,
      objects: place.store,
      clock,
      log: quiet,
      interval: 20,
    })
    // A job that outlives a failure would clean, and send statements, among the tests that follow.
    onTestFinished(() => cleaning.stop())
    await expect.poll(() => place.store.has('public', first.key)).toBe(false)
    const second = await upload(place.store, 'public', png, 2 * day)
    await expect.poll(() => place.store.has('public', second.key)).toBe(false)
    await cleaning.stop()
    const third = await upload(place.store, 'public', png, 2 * day)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await isThere(third)).toBe(true)
    await round()
  })
})
