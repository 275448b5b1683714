/** A store for the tests: on disk, behind a listening server. s3-place.ts has the other kind. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { pino } from 'pino'
import { type DiskOptions, type DiskStore, diskStore } from '../../../src/outside/objects/disk.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { addBodyTime } from '../../../src/surfaces/http/body-time.ts'
import { addHeaders, fastifyOptions } from '../../../src/surfaces/http/fastify-options.ts'
import { type ServeOptions, serveObjects } from '../../../src/surfaces/objects/serve.ts'

export interface StorePlace<Store> {
  store: Store
  directory: string
  /** Where the server listens. */
  baseUrl: string
  close(): Promise<void>
}

export type DiskPlace = StorePlace<DiskStore>

export interface DiskSettings extends Partial<DiskOptions>, ServeOptions {
  settings?: Record<string, string>
}

/** A store on disk and a server that serves nothing else, as the application is set up. */
export async function diskPlace(options: DiskSettings = {}): Promise<DiskPlace> {
  const { settings = {}, pace, inSlot, ...given } = options
  const directory = given.directory ?? (await mkdtemp(join(tmpdir(), 'trips-objects-')))
  const config = readConfig(settings)
  const app = fastify(fastifyOptions(config, pino({ level: 'silent' })))
  addBodyTime(app as never)
  addHeaders(app as never, config)
  const secret = 's'.repeat(32)
  const fixed = { directory, secret, clock: () => new Date(), baseUrl: '' }
  const store = diskStore({ ...fixed, ...given })
  const serving = { ...(pace && { pace }), ...(inSlot && { inSlot }) }
  await app.register(serveObjects(store, serving) as never)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    store: store.reachedAt(baseUrl),
    directory,
    baseUrl,
    async close() {
      app.server.closeAllConnections()
      await app.close()
      if (!given.directory) await rm(directory, { recursive: true, force: true })
    },
  }
}

/** All files of a store on disk, drafts too. */
export async function filesOf({ directory }: { directory: string }): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
