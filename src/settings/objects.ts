/** The settings of the object store (test/settings/config). */
import { matching } from '../base/values.ts'
import { httpUrl, printable } from './readers.ts'
import { optionalRow, row, type ValuesOf } from './rows.ts'

const url = httpUrl('https://objects.example')
const bucket = matching(
  'must be a bucket name: 3 to 63 lower-case letters, digits, dots and hyphens, no dot or hyphen ' +
    'at an end',
  /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/,
)

export const objectRows = {
  endpoint: optionalRow('S3_ENDPOINT', url, 'URL of the S3-compatible server. Unset: AWS.'),
  region: row('S3_REGION', 'us-east-1', printable, 'Region of both buckets.'),
  privateBucket: optionalRow(
    'S3_BUCKET_PRIVATE',
    bucket,
    'Bucket for documents; it must be private.',
  ),
  publicBucket: optionalRow(
    'S3_BUCKET_PUBLIC',
    bucket,
    'Bucket for images; it must be publicly readable.',
  ),
  accessKeyId: optionalRow('S3_ACCESS_KEY_ID', printable, 'Access key ID for both buckets.'),
  secretAccessKey: optionalRow(
    'S3_SECRET_ACCESS_KEY',
    printable,
    'Secret access key that belongs to S3_ACCESS_KEY_ID.',
  ),
  publicBaseUrl: optionalRow(
    'S3_PUBLIC_BASE_URL',
    url,
    'Base URL under which clients load images, such as that of a CDN. Unset: the URL of the ' +
      'public bucket.',
  ),
}

/** undefined: the store on disk. */
export function s3Of({
  privateBucket,
  publicBucket,
  accessKeyId,
  secretAccessKey,
  ...others
}: ValuesOf<typeof objectRows>) {
  if (!privateBucket || !publicBucket || !accessKeyId || !secretAccessKey) return undefined
  const buckets = Object.freeze({ private: privateBucket, public: publicBucket })
  return Object.freeze({ ...others, buckets, accessKeyId, secretAccessKey })
}
