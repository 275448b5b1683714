/**
 * Core operations and rounds of the cleaner of which each request to the server of objects goes
 * wrong in turn: it is refused, cut off, slow, or done and then cut off, once or from then on. Each
 * goes wrong in a few ways; in all of them with FAILING_CALLS=all.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FailingApplication, leftovers, openFailing } from './failing-calls/application.ts'
import { requestWays } from './failing-calls/requests.ts'
import { cleanedUploads, problemsOfRounds } from './failing-calls/rounds.ts'
import { storeOperations, wrongAt } from './failing-calls/store-operations.ts'
import { isAll, problemsOf } from './failing-calls/turns.ts'
import { hasS3, s3Place } from './objects/s3-place.ts'
import { pdf } from './objects/samples.ts'

const names = ['attached', 'downloaded', 'listed', 'deleted', 'filed']
const firstWays = isAll ? [0] : [0, 3, 6]
const time = 600_000

describe.runIf(hasS3)('a request to the server of objects goes wrong', () => {
  let place: Awaited<ReturnType<typeof s3Place>>
  let failing: FailingApplication
  beforeAll(async () => {
    place = await s3Place()
    failing = await openFailing({ server: place })
  })
  afterAll(async () => {
    await failing?.close()
    await place?.close()
  })
  const turns = { kind: 'objects' as const, ways: requestWays, made: 0 }

  it.each(names)(
    'file, %s: the state is the one before or the one after, and no answer denies it',
    async (name) => {
      const found = storeOperations(failing).filter((one) => one.name.endsWith(name))
      expect(found).toHaveLength(1)
      for (const operation of found)
        for (const way of firstWays)
          expect(await problemsOf(failing, operation, turns, way)).toEqual([])
    },
    time,
  )

  it('no object is left without a document, and no document that is not whole', async () => {
    const { documents, ...left } = await leftovers(failing)
    expect(left).toEqual({ orphans: [], missing: [] })
    expect(documents).toBeGreaterThan(10)
    for (const key of await failing.objects()) {
      const order = { key, contentType: 'application/pdf', fileName: 'a.pdf' }
      expect(await wrongAt((await failing.store.readUrl(order))?.url ?? '')).toEqual([])
    }
  })

  it.each(cleanedUploads.map((upload) => [upload.name, upload] as const))(
    '%s: a round that fails loses nothing in use, and the next one makes up for it',
    async (_, upload) => {
      for (const way of firstWays)
        expect(await problemsOfRounds(failing, upload, turns, way)).toEqual([])
    },
    time,
  )

  it('requests were made', () => {
    console.info(`failing calls: ${turns.made} to the server of objects`)
    expect(turns.made).toBeGreaterThan(60)
  })

  it('a file that is cut short would be found', async () => {
    const order = { visibility: 'private', key: `documents/private/${'1'.repeat(32)}.pdf` } as const
    const contentType = 'application/pdf'
    await failing.store.put({ ...order, contentType }, pdf.subarray(1))
    const read = await failing.store.readUrl({ ...order, contentType, fileName: 'a.pdf' })
    expect(await wrongAt(read?.url ?? '')).toEqual(['the file is answered 200'])
    await failing.store.remove('private', order.key)
  })
})
