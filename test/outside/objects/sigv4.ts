/**
 * AWS Signature Version 4 of presigned addresses, written from its description with nothing but
 * node:crypto: what the SDK signs is checked by other hands (issue: "independent implementation").
 */
import { createHash, createHmac } from 'node:crypto'

export interface AccessKeys {
  accessKeyId: string
  secretAccessKey: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The signature that a presigned address should have, for these headers of the request. */
export function signatureOf(
  method: string,
  address: string,
  headers: Record<string, string>,
  keys: AccessKeys,
): string {
  const url = new URL(address)
  const query = [...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature')
  const asked = Object.fromEntries(query) as Record<string, string>
  const scope = (asked['X-Amz-Credential'] ?? '').slice(keys.accessKeyId.length + 1)
  const [day = '', region = '', service = ''] = scope.split('/')
  const signed = (asked['X-Amz-SignedHeaders'] ?? '').split(';')
  const sent = new Map(
    Object.entries({ ...headers, host: url.host }).map(([name, value]) => [
      name.toLowerCase(),
      value.trim(),
    ]),
  )
  const canonical = [
    method,
    url.pathname,
    query
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...signed.map((name) => `${name}:${sent.get(name) ?? ''}`),
    '',
    signed.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', asked['X-Amz-Date'], scope, sha256(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
    hmac,
    `AWS4${keys.secretAccessKey}`,
  )
  return hmac(key, text).toString('hex')
}

/** The signature in an address. */
export const signatureIn = (address: string) =>
  new URL(address).searchParams.get('X-Amz-Signature') ?? ''
