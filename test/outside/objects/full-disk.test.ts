/** C3: the store on a disk that is full. */
import { type FileHandle, open } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { smallDisk } from '../../small-disk.ts'
import { diskPlace, filesOf } from './disk-place.ts'
import { pdf, privateKey, send } from './samples.ts'

const type = 'application/pdf'

describe('objects on disk: a full disk', async () => {
  /** A file whose writes, or whose way to the disk, fail as on a full disk. */
  const failing = (method: 'writeFile' | 'sync') => async (path: string) => {
    const file = await open(path, 'wx', 0o600)
    const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    return Object.assign(file, { [method]: full }) as FileHandle
  }

  it.each(['writeFile', 'sync'] as const)('C3: %s fails: 507, nothing is left', async (method) => {
    const full = await diskPlace({ openFile: failing(method) })
    const key = privateKey()
    const order = { visibility: 'private', contentType: type, contentLength: pdf.length } as const
    const answer = await send(await full.store.prepare({ ...order, key }), pdf)
    expect([answer.status, await answer.json()]).toEqual([507, { detail: 'Storage is full.' }])
    expect(await filesOf(full)).toEqual([])
    await expect(full.store.put({ ...order, key }, pdf)).rejects.toMatchObject({
      code: 'INSUFFICIENT_STORAGE',
    })
    expect(await filesOf(full)).toEqual([])
    await full.close()
  })

  const disk = smallDisk(1)
  if (!disk) console.info('objects: no tmpfs can be mounted here, the real full disk is left out')
  afterAll(() => disk?.remove())

  it.runIf(disk)('C3: a disk of 1 MiB: 507, nothing is left, reads go on', async () => {
    const small = await diskPlace({ directory: disk?.directory ?? '' })
    const order = { visibility: 'private', contentType: type } as const
    const kept = privateKey()
    await small.store.put({ ...order, key: kept }, pdf)
    const big = Buffer.concat([pdf, Buffer.alloc(2 * 1024 * 1024)])
    const key = privateKey()
    const upload = await small.store.prepare({ ...order, key, contentLength: big.length })
    expect((await send(upload, big)).status).toBe(507)
    expect(await filesOf(small)).toEqual([kept.split('/').at(-1)])
    const read = await small.store.readUrl({ key: kept, contentType: type, fileName: 'a' })
    expect((await fetch(read?.url ?? '')).status).toBe(200)
    await small.close()
  })
})
