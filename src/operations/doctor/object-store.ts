/** The object store on S3: writes, reads and removes a probe object in both buckets. */
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ObjectStore, Visibility } from '../../outside/objects/objects.ts'
import { openObjectStore } from '../../outside/objects/open-object-store.ts'
import {
  type Check,
  type CheckResult,
  failed,
  noteClock,
  ok,
  sentenceOf,
  warning,
} from './checks.ts'

/** The smallest GIF, as the public bucket accepts only images. */
const probe = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export const objectStore: Check = {
  name: 'object store',
  async run(patient) {
    const { config } = patient
    const { s3, dataDir } = config
    if (s3 === undefined) return ok(`Files are stored in ${dataDir}/objects.`)
    const base = s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`
    const answer = await fetch(base, { signal: AbortSignal.timeout(3000) }).catch((error) => error)
    if (answer instanceof Error)
      return failed(`Cannot reach ${base}: ${sentenceOf(answer)} Check S3_ENDPOINT.`)
    noteClock(patient, 'the object store', answer)
    const store = await openObjectStore({ config, secret: '', clock: () => new Date() })
    try {
      const urlOf = (key: string) =>
        s3.endpoint
          ? `${s3.endpoint}/${s3.buckets.private}/kept/${key}`
          : `https://${s3.buckets.private}.s3.${s3.region}.amazonaws.com/kept/${key}`
      return [
        await tried(store, 'private', s3.buckets.private, async (key) => {
          if (await isReadable(urlOf(key)))
            return failed('Anybody can read the private bucket; remove its public policy.')
          return undefined
        }),
        await tried(store, 'public', s3.buckets.public, async (key) => {
          if (!(await isReadable(store.publicUrl(key))))
            return warning('The public bucket is not public; allow everybody s3:GetObject.')
          return undefined
        }),
      ]
    } finally {
      store.close()
    }
  },
}

async function isReadable(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(3000) }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok === true
}

/** Writes a probe, reads it back, passes it to `look`, and removes it. */
async function tried(
  store: ObjectStore,
  visibility: Visibility,
  bucket: string,
  look: (key: string) => Promise<CheckResult | undefined>,
): Promise<CheckResult> {
  const folder = visibility === 'private' ? 'documents/private/' : ''
  const key = `${folder}${randomBytes(16).toString('hex')}.gif`
  const step = async <T>(what: string, work: () => Promise<T>) =>
    work().catch((error) => {
      const cause = error instanceof Error && error.cause ? error.cause : error
      throw new Error(`Cannot ${what} an object in the bucket ${bucket}: ${sentenceOf(cause)}`)
    })
  try {
    await step('put', () => store.put({ visibility, key, contentType: 'image/gif' }, probe))
    const bytes = await step('get', async () => {
      const body = await store.read(visibility, key)
      return body && buffer(body)
    })
    if (!bytes?.equals(probe))
      return failed(`The bucket ${bucket} returned different bytes than were stored.`)
    const found = await look(key)
    await step('delete', () => store.remove(visibility, key))
    return found ?? ok(`Objects can be put, read and deleted in the bucket ${bucket}.`)
  } catch (error) {
    await store.remove(visibility, key).catch(() => {})
    return failed(`${sentenceOf(error)} Check the bucket, its region, and the rights of the key.`)
  }
}
