/**
 * The store on local disk over HTTP (test/spec/14): `PUT` and `GET /objects/<bucket>/<key>` under
 * signed URLs. Public objects are read without one. Only refusals are JSON.
 */
import { once } from 'node:events'
import { ReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { basename, dirname } from 'node:path'
import { send } from '@fastify/send'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { catalogue, Refusal } from '../../base/errors.ts'
import { ifThere } from '../../outside/files.ts'
import { type DiskStore, objectNamed } from '../../outside/objects/disk.ts'
import { type Draft, DraftGone, NoImage, ObjectExists } from '../../outside/objects/drafts.ts'
import { disposition } from '../../outside/objects/file-names.ts'
import { maxObjectBytes, type Visibility } from '../../outside/objects/objects.ts'
import { imageTypeIn } from '../../outside/objects/signatures.ts'
import type { Pace } from '../../process/slow-peers.ts'
import { freeBodyTime, limitBodyTime } from '../http/body-time.ts'
import { encodingOf } from '../http/encoding.ts'
import { replyJson } from '../http/json.ts'
import { giveUpSlot } from '../http/request-slots.ts'
import { statuses } from '../http/statuses.ts'
import { receive } from './receive.ts'
import { type UploadSlots, uploadSlots } from './upload-slots.ts'

export interface ServeOptions {
  pace?: Pace
  inSlot?: UploadSlots
}

const sentences = {
  400: 'Images only.',
  403: catalogue.FORBIDDEN,
  404: catalogue.NOT_FOUND,
  408: 'Request timeout.',
  412: 'An object has already been uploaded to this URL.',
  413: 'Request body too large.',
  415: 'Unsupported content encoding in request.',
  416: 'Range not satisfiable.',
  503: catalogue.SERVICE_UNAVAILABLE,
  507: catalogue.INSUFFICIENT_STORAGE,
}

/** An answer without an object. */
function refuse(reply: FastifyReply, status: keyof typeof sentences, detail = sentences[status]) {
  return replyJson(reply.code(status), { detail })
}

/** The Fastify plugin with the routes of one store. */
export function serveObjects(
  store: DiskStore,
  { pace, inSlot = uploadSlots() }: ServeOptions = {},
) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      // A URL is signed for one method, so another method is refused like a wrong signature.
      method: app.supportedMethods,
      url: '/objects/*',
      // In a hook that runs before the body is read.
      onRequest: async (request, reply) => {
        if (request.method === 'PUT') return take(store, request, reply, { inSlot, pace })
        return give(store, request, reply)
      },
      handler: async (_request, reply) => refuse(reply, 404),
    })
  }
}

const pathOf = (request: FastifyRequest) => (request.raw.url ?? '').split('?')[0] ?? ''

/** Handles a signed PUT: exactly this object, media type and, if signed, length. */
async function take(
  store: DiskStore,
  request: FastifyRequest,
  reply: FastifyReply,
  { inSlot, pace }: { inSlot: UploadSlots; pace: Pace | undefined },
): Promise<FastifyReply> {
  const { raw, headers, ip } = request
  const object = objectNamed(pathOf(request))
  const facts = store.factsOf('PUT', raw.url ?? '')
  const length = facts?.get('length') ?? null
  if (!object || !facts || headers['content-type'] !== facts.get('type')) return refuse(reply, 403)
  if (length !== null && headers['content-length'] !== length) return refuse(reply, 403)
  if (encodingOf(headers) !== undefined) return refuse(reply, 415)
  const max = maxObjectBytes[object.visibility]
  const maxBytes = Math.min(Number(length ?? headers['content-length'] ?? max), max)
  if (Number(headers['content-length'] ?? 0) > maxBytes) return refuse(reply, 413)
  freeBodyTime(raw)
  giveUpSlot(request)
  const limits = { maxBytes, ...(pace && { pace }) }
  const status = await inSlot({ ...object, ip, maxBytes }, () =>
    stored(store, object, raw, limits),
  ).catch((error) => {
    // A disk that fails; other refusals are the client's.
    if (error instanceof Refusal && error.cause) {
      request.log.warn({ err: error.cause }, 'upload refused')
    }
    return statusOf(error)
  })
  // The rest of the body is discarded for a while, so that the client gets to read the answer.
  limitBodyTime(request, reply)
  raw.resume()
  if (status === 200) return reply.code(200).send()
  if (status === 408) reply.header('connection', 'close')
  if (status === 503) reply.header('retry-after', '5')
  return refuse(reply, status)
}

/** Writes the object, completely or not at all. */
async function stored(
  store: DiskStore,
  { visibility, key }: { visibility: Visibility; key: string },
  request: IncomingMessage,
  limits: { maxBytes: number; pace?: Pace },
): Promise<200 | 408 | 413> {
  // The client may have disconnected while it waited for a slot.
  if (request.destroyed) return 408
  let draft: Draft | undefined
  try {
    draft = await store.begin(visibility, key)
    const received = await receive(request, draft, limits)
    if (received !== 'whole') return received === 'too long' ? 413 : 408
    await draft.finish()
    return 200
  } finally {
    await draft?.discard()
  }
}

/** The status for an error during the upload. */
function statusOf(error: unknown): 400 | 408 | 412 | 503 | 507 {
  if (error instanceof NoImage) return 400
  if (error instanceof ObjectExists) return 412
  const status = error instanceof Refusal ? statuses[error.code] : undefined
  if (status === 503 || status === 507) return status
  // The sender has disconnected and will not read the answer, or has to start over.
  if ((error as NodeJS.ErrnoException).code === 'ECONNRESET' || error instanceof DraftGone) {
    return 408
  }
  throw error
}

async function give(
  store: DiskStore,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const object = /^(GET|HEAD)$/.test(request.method) ? objectNamed(pathOf(request)) : undefined
  const facts = store.factsOf('GET', request.raw.url ?? '')
  if (!object || (object.visibility === 'private' && !facts)) return refuse(reply, 403)
  const path = store.fileOf(object.visibility, object.key)
  // The object may be removed at any moment.
  const own = await ifThere(headersOf(path, facts))
  const found = own && (await ifThere(fileFor(request, path)))
  if (found?.statusCode === 412) return refuse(reply, 412, 'Precondition failed.')
  if (found?.statusCode === 416) {
    return refuse(reply.header('content-range', found.headers['Content-Range']), 416)
  }
  if (found?.statusCode === 500 && found.type === 'error') throw found.metadata.error
  if (found?.type !== 'file') return refuse(reply, 404)
  return reply
    .code(found.statusCode)
    .headers({ ...own, ...found.headers })
    .send(found.stream)
}

/** A stored page must not run scripts; a PDF needs the browser's viewer. */
const policies = {
  other: "default-src 'none'; frame-ancestors 'none'; sandbox",
  pdf: "default-src 'none'; object-src 'self'; frame-ancestors 'none'",
}

/** The signed URL gives the type of a private object, the first bytes that of a public one. */
async function headersOf(path: string, facts: URLSearchParams | undefined) {
  const type = facts ? (facts.get('type') ?? '') : await imageTypeIn(path)
  return {
    'content-type': type ?? 'application/octet-stream',
    ...(facts
      ? { 'content-disposition': disposition(facts.get('name') ?? '', type ?? '') }
      : { 'cache-control': 'public, max-age=86400' }),
    // Pages of other origins may embed it; the URL alone permits reading it anyway.
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': type === 'application/pdf' ? policies.pdf : policies.other,
  }
}

const options = { index: false, cacheControl: false, contentType: false }

/**
 * The requested part of a file (RFC 9110, 13 and 14). Some request headers are hidden from the
 * package: it would answer HEAD with parts, refuse a malformed range, which must be ignored, and
 * send a file again for `no-cache` although the client has it. Its weak tags become strong, because
 * objects never change, and downloads cannot resume with weak ones.
 */
async function fileFor({ method, headers }: FastifyRequest, path: string) {
  const { range = '', 'if-range': ifRange, 'cache-control': _, ...conditions } = headers
  if (ifRange) conditions['if-range'] = String(ifRange).replace(/^"/, 'W/"')
  const ask = (more: { range?: string }) => {
    const asked = { method, headers: { ...conditions, ...more } } as IncomingMessage
    return send(asked, basename(path), { ...options, root: dirname(path) })
  }
  const isPart = method === 'GET' && /^bytes=(\d+-\d*|-\d+)$/.test(range)
  let found = await ask(isPart ? { range } : {})
  // A suffix range longer than the file is the whole file.
  if (found.statusCode === 416 && /^bytes=-0*[1-9]/.test(range)) found = await ask({})
  const { ETag: tag } = found.headers
  if (tag) found.headers.ETag = tag.replace(/^W\//, '')
  if (found.stream instanceof ReadStream) await once(found.stream, 'open')
  return found
}
