/** Sends one request. Not by `fetch`, which does not let the Host header be chosen. */
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Shot } from './paths.ts'

export interface Reply {
  status: number
  /** The content type without its parameters; empty where there is no content. */
  type: string
  body: string
  etag: string | undefined
}

export function send(url: string, { method, path, headers, body }: Shot): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers }, (response) => {
      const [type = ''] = (response.headers['content-type'] ?? '').split(';')
      const status = response.statusCode ?? 0
      const { etag } = response.headers
      const answered = (body: string) => resolve({ status, type: body && type, body, etag })
      text(response).then(answered, reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
