/**
 * The store on an S3-compatible server. Clients upload and download directly, by URLs that the AWS
 * SDK signs: the signature covers method, key, expiry, media type and length, and for images the
 * access list.
 *
 * S3 refuses a second PUT only with a header that clients of test/spec/14 do not send. So documents
 * are read from a copy that no URL can overwrite (s3-copies.ts).
 */
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { headersFor } from './disk.ts'
import { disposition } from './file-names.ts'
import {
  type ObjectStore,
  readSeconds,
  type UploadOrder,
  uploadSeconds,
  type Visibility,
} from './objects.ts'
import { away, isMissing, keptKey, s3Copies } from './s3-copies.ts'

interface S3Options {
  endpoint: string | undefined
  region: string
  buckets: Readonly<Record<Visibility, string>>
  accessKeyId: string
  secretAccessKey: string
  publicBaseUrl: string | undefined
  clock: () => Date
}

export interface S3Store extends ObjectStore {
  readonly kind: 's3'
  reachedAt(baseUrl: string): S3Store
}

/** Milliseconds of one request to the server, which is tried twice. */
const patience = { connectionTimeout: 1_500, requestTimeout: 2_400 }

/** Milliseconds to send or fetch an object of up to 100 MiB. */
const longRequest = { requestTimeout: 600_000 }

function connect({ endpoint, region, accessKeyId, secretAccessKey }: S3Options): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Servers other than AWS have one host for all buckets.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Otherwise the checksum of an empty body would be signed, which no upload matches.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { ...patience, throwOnRequestTimeout: true },
  })
}

/** The base URL for reading a bucket's objects without a signature. */
function bucketUrl({ endpoint, region }: S3Options, bucket: string): string {
  return endpoint === undefined
    ? `https://${bucket}.s3.${region}.amazonaws.com`
    : `${endpoint}/${bucket}`
}

function putCommand(
  bucket: string,
  order: UploadOrder,
  body?: Uint8Array | Readable,
): PutObjectCommand {
  const size = body instanceof Uint8Array ? body.length : undefined
  const { key, contentType, contentLength = size, visibility } = order
  return new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    ContentType: contentType,
    ...(contentLength !== undefined && { ContentLength: contentLength }),
    ...(visibility === 'public' && { ACL: 'public-read' }),
    ...(body && { Body: body }),
  })
}

/** Writes objects; private ones to where no URL can overwrite them. */
const writerTo =
  (client: S3Client, buckets: S3Options['buckets']) =>
  async (order: UploadOrder, bytes: Uint8Array | Readable, times: { requestTimeout?: number }) => {
    const key = order.visibility === 'private' ? keptKey(order.key) : order.key
    const command = putCommand(buckets[order.visibility], { ...order, key }, bytes)
    await client.send(command, times).catch(away)
  }

/** Opens the store, without connecting before first use. */
export function s3Store(options: S3Options): S3Store {
  const { buckets, clock } = options
  const client = connect(options)
  const publicBase = options.publicBaseUrl ?? bucketUrl(options, buckets.public)
  /** Start and end of a URL's validity, in whole seconds like the signature. */
  const life = (seconds: number) => {
    const start = Math.floor(clock().getTime() / 1000) * 1000
    return { signingDate: new Date(start), expiresAt: new Date(start + seconds * 1000) }
  }
  const copies = s3Copies(client, buckets)
  const write = writerTo(client, buckets)
  const isAt = (visibility: Visibility, key: string) =>
    client.send(new HeadObjectCommand({ Bucket: buckets[visibility], Key: key })).then(
      () => true,
      (error) => (isMissing(error) ? false : away(error)),
    )
  const store: S3Store = {
    kind: 's3',
    bucketName: (visibility) => buckets[visibility],
    has: async (visibility, key) =>
      (visibility === 'private' && (await isAt('private', keptKey(key)))) || isAt(visibility, key),
    publicUrl: (key) => `${publicBase}/${key}`,
    reachedAt: () => store,
    async prepare(order) {
      const { signingDate, expiresAt } = life(uploadSeconds)
      const url = await getSignedUrl(client, putCommand(buckets[order.visibility], order), {
        expiresIn: uploadSeconds,
        signingDate,
        signableHeaders: new Set(['host', 'content-type', 'content-length', 'x-amz-acl']),
        // A header, as the client sends it; the SDK would otherwise also add it to the query.
        unhoistableHeaders: new Set(['x-amz-acl']),
      })
      const { contentType, contentLength, visibility } = order
      const headers = { 'Content-Type': contentType, ...headersFor(visibility, contentLength) }
      return { url, headers, expiresAt }
    },
    async readUrl({ key, contentType, fileName }) {
      if (!(await copies.keep(key))) return null
      const { signingDate, expiresAt } = life(readSeconds)
      const command = new GetObjectCommand({
        Bucket: buckets.private,
        Key: keptKey(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: disposition(fileName, contentType),
      })
      const url = await getSignedUrl(client, command, { expiresIn: readSeconds, signingDate })
      return { url, expiresAt }
    },
    put: (order, bytes) => write(order, bytes, {}),
    async read(visibility, key) {
      const find = (Key: string) =>
        client.send(new GetObjectCommand({ Bucket: buckets[visibility], Key }), longRequest).then(
          ({ Body }) => Body as Readable,
          (error) => (isMissing(error) ? null : away(error)),
        )
      return (visibility === 'private' && (await find(keptKey(key)))) || find(key)
    },
    write: (order, bytes) => write(order, bytes, longRequest),
    async keep(key) {
      await copies.keep(key)
    },
    settle: (visibility, key) => copies.settle(visibility, key),
    async remove(visibility, key) {
      const abortSignal = AbortSignal.timeout(5_000)
      // The original first, so that it cannot be copied again after the copy is removed.
      for (const Key of visibility === 'private' ? [key, keptKey(key)] : [key]) {
        await client
          .send(new DeleteObjectCommand({ Bucket: buckets[visibility], Key }), { abortSignal })
          .catch((error) => (isMissing(error) ? undefined : away(error)))
      }
    },
    // An upload is one atomic request.
    async sweep() {},
    close: () => client.destroy(),
  }
  return store
}
