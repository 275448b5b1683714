/**
 * Corrects afterwards what an S3-compatible server cannot refuse during an upload: documents sent
 * again, and images that are too large or invalid (test/spec/14).
 */
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Refusal } from '../../base/errors.ts'
import { Turnstile } from '../../process/turnstile.ts'
import { maxObjectBytes, type Visibility } from './objects.ts'
import { headBytes, imageTypeOf } from './signatures.ts'

/** Seconds after which to retry. */
const retryAfter = 5

/** Milliseconds: a copy may move 100 MiB, if the server cannot link files. */
const copyTime = { requestTimeout: 30_000 }

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined

export const isMissing = (error: unknown) => statusOf(error) === 404

/** Reports any failure except "not found" as an outage. */
export function away(error: unknown): never {
  if (statusOf(error) === 507) throw new Refusal('INSUFFICIENT_STORAGE', { cause: error })
  throw new Refusal('SERVICE_UNAVAILABLE', { retryAfter, cause: error })
}

/** The key of the kept copy of a document. */
export const keptKey = (key: string) => `kept/${key}`

interface S3Copies {
  /**
   * Copies an uploaded document, unless a copy exists; later uploads to its key are never read.
   * False before the first upload.
   */
  keep(key: string): Promise<boolean>
  /** As `ObjectStore.settle`. */
  settle(visibility: Visibility, key: string): Promise<void>
}

export function s3Copies(
  client: S3Client,
  buckets: Readonly<Record<Visibility, string>>,
): S3Copies {
  // One at a time per key, so that the second finds the copy of the first.
  const copying = new Turnstile({ name: 's3Copies', max: 16, maxPerKey: 1, maxWait: 30_000 })

  const head = (Bucket: string, Key: string) =>
    client
      .send(new HeadObjectCommand({ Bucket, Key }))
      .catch((error) => (isMissing(error) ? undefined : away(error)))

  const drop = (Bucket: string, Key: string) =>
    client.send(new DeleteObjectCommand({ Bucket, Key })).catch(away)

  async function copy(key: string): Promise<boolean> {
    const Bucket = buckets.private
    const command = new CopyObjectCommand({
      Bucket,
      Key: keptKey(key),
      CopySource: `${Bucket}/${key}`,
      // If the server supports it, the first of two concurrent processes wins.
      IfNoneMatch: '*',
    })
    try {
      await client.send(command, copyTime)
    } catch (error) {
      if (isMissing(error)) return false
      if (statusOf(error) !== 412 && statusOf(error) !== 409) away(error)
    }
    // If this fails, the object is never read, and is removed when the upload is settled.
    await drop(Bucket, key).catch(() => {})
    return true
  }

  const isKept = async (key: string) => (await head(buckets.private, keptKey(key))) !== undefined

  async function keep(key: string): Promise<boolean> {
    if (await isKept(key)) return true
    return copying.pass(key, async () => (await isKept(key)) || copy(key))
  }

  /**
   * Removes an object that is too large or not an image; otherwise sets the media type of its
   * bytes.
   */
  async function checkImage(key: string): Promise<void> {
    const Bucket = buckets.public
    const { ContentLength: length = 0, ContentType } = (await head(Bucket, key)) ?? {}
    const isTaken = length > 0 && length <= maxObjectBytes.public
    const type = isTaken ? await typeOf(Bucket, key) : undefined
    if (type === undefined) await drop(Bucket, key)
    else if (type !== ContentType) {
      const command = new CopyObjectCommand({
        Bucket,
        Key: key,
        CopySource: `${Bucket}/${key}`,
        ACL: 'public-read',
        MetadataDirective: 'REPLACE',
        ContentType: type,
      })
      await client.send(command, copyTime).catch(away)
    }
  }

  async function typeOf(Bucket: string, Key: string): Promise<string | undefined> {
    const command = new GetObjectCommand({ Bucket, Key, Range: `bytes=0-${headBytes - 1}` })
    const { Body } = await client.send(command).catch(away)
    return imageTypeOf((await Body?.transformToByteArray()) ?? new Uint8Array())
  }

  return {
    keep,
    async settle(visibility, key) {
      if (visibility === 'public') return checkImage(key)
      if (await keep(key)) await drop(buckets.private, key)
    },
  }
}
