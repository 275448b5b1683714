/**
 * Reads JSON bodies of `/graphql`. Fastify has one limit per route; here, operators have a higher
 * one, because they send whole mails (test/spec/01.2, test/surfaces/graphql/bodies).
 */
import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { mebi } from '../../base/values.ts'

/** Bytes. */
const bodyLimits = { everybody: 256 * 1024, operators: 40 * mebi } as const

/**
 * A body with up to this many excess bytes is read to its end before it is refused, because clients
 * that are cut off while sending never see the answer. A larger one is cut off.
 */
const maxExcess = 8 * mebi

/**
 * Makes `scope` accept only JSON in UTF-8; requests for which `mayBeLarge` is true get the
 * operators' limit.
 */
export function readJsonOnly(
  scope: FastifyInstance,
  mayBeLarge: (request: FastifyRequest) => boolean,
): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', (request, payload, done) => {
    const limit = mayBeLarge(request) ? bodyLimits.operators : bodyLimits.everybody
    const announced = Number(request.headers['content-length'])
    if (announced > limit + maxExcess) {
      done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
      return
    }
    read(payload, limit).then((bytes) => {
      if (isUtf8(bytes)) void parse(request, bytes.toString('utf8'), done)
      else done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY())
    }, done)
  })
}

function read(payload: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let size = 0
    const tooLarge = () => reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    payload.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else chunks = []
      if (size > limit + maxExcess) tooLarge()
    })
    payload.once('end', () => (size > limit ? tooLarge() : resolve(Buffer.concat(chunks))))
    payload.once('error', reject)
    // A client that disconnects closes the stream without an error.
    payload.once('close', () => {
      if (!payload.readableEnded) reject(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
    })
  })
}
