/** 14: each object is settled once, an hour after it was prepared. */
import { expect, it } from 'vitest'
import { clean } from '../../../src/outside/objects/cleaning.ts'
import { db } from '../../world.ts'
import { type DiskPlace, diskPlace } from './disk-place.ts'
import { pdf, png } from './samples.ts'
import { upload } from './uploads.ts'

const log = { info() {}, warn() {} }

function round({ store }: DiskPlace, settle: (key: string) => Promise<void>) {
  const objects = {
    remove: store.remove,
    settle: (_: unknown, key: string) => settle(key),
    sweep: async () => {},
  }
  return clean({ db, objects, clock: () => new Date(), log })
}

it('14 objects an hour old are settled once; a failed one is retried', async () => {
  const place = await diskPlace()
  const image = await upload(place.store, 'public', png, 61)
  const file = await upload(place.store, 'private', pdf, 61)
  const young = await upload(place.store, 'public', png, 59)
  const settled: string[] = []
  await round(place, async (key) => {
    if (key === file.key) throw new Error('away')
    settled.push(key)
  })
  expect(settled).toContain(image.key)
  expect(settled).not.toContain(young.key)
  settled.length = 0
  await round(place, async (key) => void settled.push(key))
  expect(settled).toEqual([file.key])
  settled.length = 0
  await round(place, async (key) => void settled.push(key))
  expect(settled).toEqual([])
  await place.close()
})

it('14 a statement that refers to an object during this does not wait', async () => {
  const place = await diskPlace()
  const file = await upload(place.store, 'private', pdf, 61)
  const [account] = await db.query<{ id: number }>({ text: 'select min(id) as id from account' })
  await round(place, async () => {
    const text = `insert into document (owner_id, file_type, url)
      values ($1, 'application/pdf', $2)`
    await db.query({ text, values: [account?.id, file.key] })
  })
  const text = 'select settled from upload where id = $1'
  expect(await db.query({ text, values: [file.id] })).toEqual([{ settled: true }])
  await place.close()
})
