/**
 * A backup and a restore of which each statement, and each request to the server of objects, goes
 * wrong in turn: one in five in one of its ways, each in all of them with FAILING_CALLS=all.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { backup } from '../../../src/operations/backup/backup.ts'
import { restore } from '../../../src/operations/backup/restore.ts'
import { exportAccount } from '../../../src/operations/transfer/export.ts'
import { importAccount } from '../../../src/operations/transfer/import.ts'
import { restoreMark } from '../../../src/outside/data-directory.ts'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { openObjectStore } from '../../../src/outside/objects/open-object-store.ts'
import { ProgramFailure } from '../../../src/process/failure.ts'
import { silent } from '../../outside/database/places.ts'
import {
  eachInTurn,
  filesIn,
  fullAccount,
  waysOfStatements,
  wrongly,
} from '../../outside/failing-calls/commands.ts'
import { requestWays, watchRequests } from '../../outside/failing-calls/requests.ts'
import { watchStatements } from '../../outside/failing-calls/statements.ts'
import { isAll } from '../../outside/failing-calls/turns.ts'
import { hasS3, s3Buckets, s3Keys, s3Place, s3Region } from '../../outside/objects/s3-place.ts'
import { databaseUrl, dataDir, db } from '../../world.ts'
import { emptyHome, type ServiceHome } from './homes.ts'

const kindOfDatabase = databaseUrl ? 'PostgreSQL' : 'embedded'
const oneOf = isAll ? undefined : 5
const statements = { kind: 'database', ways: waysOfStatements, oneOf } as const
const requests = { kind: 'objects', ways: requestWays } as const
const time = isAll ? 7_200_000 : 900_000

const storeOf = (config: Parameters<typeof openObjectStore>[0]['config']) =>
  openObjectStore({ config, secret: '', clock: () => new Date() })

let folder: string
const ends: (() => void)[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trips-failing-backup-'))
  const olga = await fullAccount()
  const objects = await storeOf({ s3: undefined, dataDir, publicUrl: '' })
  await exportAccount({ db, objects }, olga.username, join(folder, 'account'))
  ends.push(watchStatements(), watchRequests())
})
afterAll(async () => {
  for (const end of ends) end()
  await rm(folder, { recursive: true, force: true })
})

/** A service with one account. */
async function filled(settings: Record<string, string>): Promise<ServiceHome> {
  const home = await emptyHome(kindOfDatabase, settings)
  const { config } = home
  const own = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log: silent })
  const store = await storeOf(config)
  await importAccount({ db: own, objects: store }, join(folder, 'account'), false)
  store.close()
  await own.close()
  return home
}

/** The lines of all files of a backup but its manifest, which says when it was made. */
async function contentOf(path: string) {
  const { 'manifest.json': _, ...files } = await filesIn(path)
  const sorted = ([name, bytes]: [string, string]) =>
    [name, Buffer.from(bytes, 'base64').toString('latin1').split('\n').sort()] as const
  return Object.fromEntries(Object.entries(files).map(sorted))
}

/** What a backup of the service has. */
async function contentAt({ config }: ServiceHome) {
  const path = join(folder, 'content')
  await backup(config, path)
  const content = await contentOf(path)
  await rm(path, { recursive: true })
  return content
}

function cases(
  settings: () => Record<string, string>,
  inTurn: typeof statements | typeof requests,
) {
  let home: ServiceHome
  const saved = () => join(folder, `saved ${inTurn.kind}`)
  let content: Awaited<ReturnType<typeof contentOf>>
  beforeAll(async () => {
    home = await filled(settings())
    await backup(home.config, saved())
    content = await contentOf(saved())
  })
  afterAll(() => home?.remove())

  it(
    'a backup is whole or not there',
    async () => {
      const before = await readdir(folder)
      const made = await eachInTurn(inTurn, async (wrong) => {
        const path = join(folder, 'tried')
        const { thrown, isMet, call } = await wrongly(wrong, () => backup(home.config, path))
        if (thrown === undefined) expect(await contentOf(path), call).toEqual(content)
        else {
          expect(thrown, call).toBeInstanceOf(ProgramFailure)
          expect(await readdir(folder), call).toEqual(before)
        }
        await rm(path, { recursive: true, force: true })
        return isMet
      })
      console.info(`failing calls: ${made} of a backup, ${inTurn.kind}`)
      expect(made).toBeGreaterThan(inTurn.kind === 'database' ? 50 : 0)
    },
    time,
  )

  it(
    'a restore is whole, or is made so by the same command',
    async () => {
      const made = await eachInTurn(inTurn, async (wrong) => {
        const target = await emptyHome(kindOfDatabase, settings())
        try {
          const restoring = () => restore(target.config, saved())
          const { thrown, isMet, call } = await wrongly(wrong, restoring)
          if (thrown !== undefined) {
            expect(thrown, call).toBeInstanceOf(ProgramFailure)
            await restoring()
          }
          expect(await contentAt(target), call).toEqual(content)
          return isMet
        } finally {
          await target.remove()
        }
      })
      console.info(`failing calls: ${made} of a restore, ${inTurn.kind}`)
      expect(made).toBeGreaterThan(inTurn.kind === 'database' ? 30 : 0)
    },
    time,
  )
}

describe('a statement goes wrong', () => {
  cases(() => ({}), statements)

  it('a restore that does not know it was interrupted would be found', async () => {
    const tryRestore = async (at: number) => {
      const target = await emptyHome(kindOfDatabase)
      onTestFinished(target.remove)
      const restoring = () => restore(target.config, join(folder, 'saved database'))
      const wrong = { kind: 'database', at, way: 'cancelled' } as const
      return { target, restoring, ...(await wrongly(wrong, restoring)) }
    }
    const { made } = await tryRestore(0)
    const { target, restoring, thrown } = await tryRestore(made)
    expect(thrown).toBeInstanceOf(ProgramFailure)
    await rm(restoreMark(target.config.dataDir))
    await expect(restoring()).rejects.toThrow('The database is not empty')
  })
})

describe.runIf(hasS3)('a request to the server of objects goes wrong', () => {
  let place: Awaited<ReturnType<typeof s3Place>>
  beforeAll(async () => {
    place = await s3Place()
  })
  afterAll(() => place?.close())
  cases(
    () => ({
      ...{ S3_ENDPOINT: place.baseUrl, S3_REGION: s3Region },
      ...{ S3_BUCKET_PRIVATE: s3Buckets.private, S3_BUCKET_PUBLIC: s3Buckets.public },
      ...{ S3_ACCESS_KEY_ID: s3Keys.accessKeyId, S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey },
    }),
    requests,
  )
})
