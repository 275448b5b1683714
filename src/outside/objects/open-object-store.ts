/** Opens the object store chosen by the settings (test/outside/objects). */
import { join } from 'node:path'
import type { Config } from '../../settings/config.ts'
import { type DiskStore, diskStore } from './disk.ts'
import type { S3Store } from './s3.ts'

interface StoreOptions {
  config: Pick<Config, 's3' | 'dataDir' | 'publicUrl'>
  /** Signs URLs of the store on disk. */
  secret: string
  clock: () => Date
}

/** The S3 store if configured, else the store on disk in `objects/` of the data directory. */
export async function openObjectStore(options: StoreOptions): Promise<DiskStore | S3Store> {
  const { config, secret, clock } = options
  if (config.s3) {
    // Loaded on demand: the SDK costs time and memory.
    const { s3Store } = await import('./s3.ts')
    return s3Store({ ...config.s3, clock })
  }
  const directory = join(config.dataDir, 'objects')
  return diskStore({ directory, secret, clock, baseUrl: config.publicUrl })
}
