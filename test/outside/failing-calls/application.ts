/** An application on the database and the store of this worker, whose calls fail. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../../src/app.ts'
import { clean } from '../../../src/outside/objects/cleaning.ts'
import { diskStore } from '../../../src/outside/objects/disk.ts'
import type { ObjectStore } from '../../../src/outside/objects/objects.ts'
import type { S3Store } from '../../../src/outside/objects/s3.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { dataDir, db, inboundDomain, operatorKey, secret } from '../../world.ts'
import type { StorePlace } from '../objects/disk-place.ts'
import { planFor } from './calls.ts'
import { watchFiles } from './files.ts'
import { type Journal, openJournal } from './journal.ts'
import { watchRequests } from './requests.ts'
import { watchStatements } from './statements.ts'
import { watchThreads } from './threads.ts'

/** No limits, as all requests come from one address. */
const limits = ['SIGNUP', 'UPLOAD', 'RESET_ADDRESS', 'RESET_ACCOUNT', 'ALTERNATIVE_EMAIL']
  .concat('CALENDAR_IMPORT', 'LOGIN_ADDRESS')
  .map((name) => [`LIMIT_${name}`, '0'])

const day = 86_400_000

/** Ways of a clock: three days ahead or back, for once. */
export const clockWays = ['ahead', 'back'] as const

function now(): Date {
  const plan = planFor('clock', 'now')
  const days = plan === undefined ? 0 : plan.way === 'ahead' ? 3 : -3
  return new Date(Date.now() + days * day)
}

export interface FailingApplication {
  app: FastifyInstance
  store: ObjectStore
  /** The keys of the objects that have come since then; drafts are not among them. */
  objects(): Promise<string[]>
  /** The paths of all files in the directory of the store. */
  files(): Promise<string[]>
  journal: Journal
  close(): Promise<void>
}

/** The key of an object that has this file below the directory of its store. */
const keyIn = (file: string) => file.replace(/^[^/]*\/(kept\/)?/, '')

export interface FailingOptions {
  /** The server of objects, if they are not on the disk. */
  server?: StorePlace<S3Store>
  /** The path of the program that reads booking emails. */
  extractor?: string
}

/** Opens it, and watches all its calls until `close`. */
export async function openFailing(options: FailingOptions = {}): Promise<FailingApplication> {
  const { server, extractor = 'off' } = options
  const settings = { ...Object.fromEntries(limits), INBOUND_DOMAIN: inboundDomain }
  const config = readConfig({ ...settings, KITINERARY_EXTRACTOR: extractor, DATA_DIR: dataDir })
  const log = openLog(config, { write: () => {} })
  const place = server ? join(server.directory, 'data') : join(dataDir, 'objects')
  const onDisk = { directory: place, secret, clock: () => new Date(), baseUrl: '' }
  const store = server?.store ?? diskStore(onDisk)
  const app = await buildApp({ config, db, log, operatorKey, secret, clock: now, objects: store })
  const journal = await openJournal()
  const ends = [watchStatements(), watchFiles(place), watchThreads(), watchRequests()]
  const files = () => readdir(place, { recursive: true }).catch(() => [])
  const all = async () => {
    const ofObjects = (await files()).filter((name) => /\/[\da-f]{32}(\.|$)/.test(name))
    return [...new Set(ofObjects.map(keyIn))]
  }
  const earlier = new Set(await all())
  return {
    ...{ app, store, journal, files },
    objects: async () => (await all()).filter((name) => !earlier.has(name)),
    async close() {
      for (const end of ends) end()
      await app.close()
      await journal.close()
    },
  }
}

/**
 * What two days later, after the rounds of the cleaner, is in the store and belongs to no document;
 * and documents whose file is not there.
 */
export async function leftovers({ store, objects, journal }: FailingApplication) {
  const later = () => new Date(Date.now() + 2 * day)
  await clean({ db, objects: store, log: { info() {}, warn() {} }, clock: later })
  const found = new Set(await objects())
  const named = await db.query<{ url: string }>({
    text: 'select url from document where url = any ($1)',
    values: [[...journal.uploads]],
  })
  const urls = new Set(named.map(({ url }) => url))
  return {
    orphans: [...found].filter((name) => !urls.has(name)),
    missing: [...urls].filter((name) => !found.has(name)),
    documents: urls.size,
  }
}
