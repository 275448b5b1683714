/** The settings of the object store and of what signs its addresses (test/process/config). */
import { isPlainHttpUrl, isVisible, matching } from './readers.ts'
import { optionalRow, row, type ValuesOf } from './rows.ts'

const url = matching(
  'an http(s) URL such as https://objects.example, without credentials, query or fragment',
  isPlainHttpUrl,
)
const bucket = matching(
  'a bucket name: 3 to 63 lower-case letters, digits, dots and hyphens, no dot or hyphen at an end',
  (text) => /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(text),
)
const visible = matching('printable ASCII characters without spaces', isVisible)

export const objectRows = {
  S3_ENDPOINT: optionalRow(url, 'URL of the S3-compatible server. Unset: AWS.'),
  S3_REGION: row('us-east-1', visible, 'Region of both buckets.'),
  S3_BUCKET_PRIVATE: optionalRow(bucket, 'Bucket for documents; it must be private.'),
  S3_BUCKET_PUBLIC: optionalRow(bucket, 'Bucket for images; it must be publicly readable.'),
  S3_ACCESS_KEY_ID: optionalRow(visible, 'Access key ID for both buckets.'),
  S3_SECRET_ACCESS_KEY: optionalRow(visible, 'Secret access key that belongs to S3_ACCESS_KEY_ID.'),
  S3_PUBLIC_BASE_URL: optionalRow(
    url,
    'Base URL under which clients load images, such as that of a CDN. Unset: the URL of the ' +
      'public bucket.',
  ),
}

type Values = ValuesOf<typeof objectRows>

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
