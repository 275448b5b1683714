/** 14: the job that removes abandoned objects never removes one that gets a reference. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clean } from '../../../src/outside/objects/cleaning.ts'
import { as } from '../../client.ts'
import { type DiskPlace, diskPlace } from '../../outside/objects/disk-place.ts'
import { pdf, png } from '../../outside/objects/samples.ts'
import { upload } from '../../outside/objects/uploads.ts'
import { cast, db } from '../../world.ts'

const day = 24 * 60
const clock = () => new Date()
const log = { info() {}, warn() {} }

describe('14 cleaning while references are written', () => {
  let place: DiskPlace
  beforeAll(async () => {
    place = await diskPlace()
  })
  afterAll(() => place.close())

  /** A slow removal, as on another machine. */
  const slow = (milliseconds: number) => ({
    async remove(...which: Parameters<DiskPlace['store']['remove']>) {
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      await place.store.remove(...which)
    },
    settle: async () => {},
    sweep: async () => {},
  })

  it('a reference in an open transaction keeps its object', async () => {
    const { olga } = await cast()
    const kept = await upload(place.store, 'private', pdf, 2 * day)
    await db.transaction(async (tx) => {
      const text = `insert into document (owner_id, file_type, url)
        values ($1, 'application/pdf', $2)`
      await tx.query({ text, values: [olga.id, kept.key] })
      // Only its lock is visible yet.
      await clean({ db, objects: place.store, clock, log })
    })
    await clean({ db, objects: place.store, clock, log })
    expect(await place.store.has('private', kept.key)).toBe(true)
  })

  it('a reference made during the removal waits until it ends', async () => {
    const { olga } = await cast()
    const gone = await upload(place.store, 'public', png, 2 * day)
    let begin = () => {}
    let release = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const objects = {
      async remove(...which: Parameters<DiskPlace['store']['remove']>) {
        begin()
        await released
        await place.store.remove(...which)
      },
      settle: async () => {},
      sweep: async () => {},
    }
    const cleaning = clean({ db, objects, clock, log })
    await begun
    const answer = as(olga).patch('/v1/me', { photo_url: place.store.publicUrl(gone.key) })
    const early = new Promise((resolve) => setTimeout(resolve, 1000, 'no answer'))
    expect(await Promise.race([answer, early])).toBe('no answer')
    release()
    expect((await answer).status).toBe(200)
    // The object was removed before the answer: no reference to it was ever stored.
    expect(await place.store.has('public', gone.key)).toBe(false)
    await cleaning
  })

  it('an object referred to before one of four jobs stays, 100 times', async () => {
    const { olga, trip } = await cast()
    const objects = await Promise.all(
      Array.from({ length: 100 }, () => upload(place.store, 'private', pdf, 2 * day)),
    )
    const held: string[] = []
    const attach = objects.map(async ({ id, key }, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 4))
      await db.transaction(async (tx) => {
        const text = `insert into document (owner_id, trip_id, file_type, url)
          values ($1, $2, 'application/pdf', $3)`
        await tx.query({ text, values: [olga.id, trip.id, key] })
        const lookup = 'select id from upload where id = $1'
        const [row] = await tx.query({ text: lookup, values: [id] })
        await tx.query({ text: 'select pg_sleep(0.01)' })
        // Held from here on: the object must be there now and afterwards.
        if (row) held.push(key)
      })
    })
    const jobs = Array.from({ length: 4 }, () => clean({ db, objects: slow(2), clock, log }))
    await Promise.all([...attach, ...jobs])
    await clean({ db, objects: place.store, clock, log })
    for (const key of held) expect(await place.store.has('private', key), key).toBe(true)
    expect(held.length).toBeGreaterThan(0)
    expect(held.length).toBeLessThan(100)
  })
})
