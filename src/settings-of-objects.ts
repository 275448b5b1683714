/** The settings of the object store and of what signs its addresses (test/process/config). */
import { isPlainHttpUrl, matching } from './setting-readers.ts'
import { optionalRow, row, type ValuesOf } from './setting-rows.ts'

const url = matching('a URL like https://objects.example, without query', isPlainHttpUrl)
const bucket = matching('the name of a bucket: 3 to 63 of a-z, 0-9, dot and hyphen', (text) =>
  /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(text),
)
const visible = matching('visible ASCII characters without spaces', (text) => /^[!-~]+$/.test(text))

export const objectRows = {
  SECRET_KEY: optionalRow(
    matching('at least 32 visible ASCII characters without spaces', (text) =>
      /^[!-~]{32,}$/.test(text),
    ),
    'Signs upload receipts and file addresses. Unset: a random one, written to DATA_DIR/secret.key.',
  ),
  S3_ENDPOINT: optionalRow(url, 'An S3-compatible server. Unset: AWS, if the buckets are set.'),
  S3_REGION: row('us-east-1', visible, 'Its region.'),
  S3_BUCKET_PRIVATE: optionalRow(bucket, 'The bucket of documents. Unset: files in DATA_DIR.'),
  S3_BUCKET_PUBLIC: optionalRow(bucket, 'The bucket of images, which everybody may read.'),
  S3_ACCESS_KEY_ID: optionalRow(visible, 'The access key id.'),
  S3_SECRET_ACCESS_KEY: optionalRow(visible, 'The secret access key.'),
  S3_PUBLIC_BASE_URL: optionalRow(url, 'Where images are read. Unset: in their bucket itself.'),
}

type Values = ValuesOf<typeof objectRows>

const together = [
  'S3_BUCKET_PRIVATE',
  'S3_BUCKET_PUBLIC',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

/** What is wrong with settings that are each right: half a store. */
export function missingOfObjects(values: Values): string[] {
  const begun = [...together, 'S3_ENDPOINT', 'S3_PUBLIC_BASE_URL'] as const
  const first = begun.find((name) => values[name] !== undefined)
  if (first === undefined) return []
  return together
    .filter((name) => values[name] === undefined)
    .map((name) => `${name}: must be set where ${first} is`)
}

export interface S3Settings {
  /** Without a slash at its end; undefined: AWS's own. */
  endpoint: string | undefined
  region: string
  buckets: Readonly<Record<'private' | 'public', string>>
  accessKeyId: string
  secretAccessKey: string
  /** Without a slash at its end. */
  publicBaseUrl: string | undefined
}

/** undefined: the store on disk. */
export function s3Of(values: Values): Readonly<S3Settings> | undefined {
  const { S3_BUCKET_PRIVATE, S3_BUCKET_PUBLIC, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  if (!S3_BUCKET_PRIVATE || !S3_BUCKET_PUBLIC || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    return undefined
  }
  return Object.freeze({
    endpoint: values.S3_ENDPOINT?.replace(/\/+$/, ''),
    region: values.S3_REGION,
    buckets: Object.freeze({ private: S3_BUCKET_PRIVATE, public: S3_BUCKET_PUBLIC }),
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    publicBaseUrl: values.S3_PUBLIC_BASE_URL?.replace(/\/+$/, ''),
  })
}
