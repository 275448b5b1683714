/** The object store that the settings ask for (test/outside/objects). */
import { join } from 'node:path'
import type { Config } from '../../settings/config.ts'
import { type DiskStore, diskStore } from './disk.ts'
import type { S3Store } from './s3.ts'

export interface StoreOptions {
  config: Pick<Config, 's3' | 'dataDir' | 'publicUrl'>
  /** What addresses of the store on disk are signed with. */
  secret: string
  clock: () => Date
}

/** The S3 store where its settings are there, else the one in `objects/` of the data directory. */
export async function openObjectStore(options: StoreOptions): Promise<DiskStore | S3Store> {
  const { config, secret, clock } = options
  if (config.s3) {
    // The SDK takes time and memory that a store on disk need not pay for.
    const { s3Store } = await import('./s3.ts')
    return s3Store({ ...config.s3, clock })
  }
  const directory = join(config.dataDir, 'objects')
  return diskStore({ directory, secret, clock, baseUrl: config.publicUrl })
}
