/**
 * The store on local disk over HTTP (test/spec/14): `PUT` and `GET /objects/<bucket>/<key>` under
 * signed URLs. Public objects are read without one. Nothing here is JSON but the refusals.
 */
import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { freeBodyTime, limitBodyTime } from '../body-time.ts'
import { encodingOf } from '../encoding.ts'
import { Refusal } from '../errors.ts'
import { type DiskStore, objectNamed } from '../outside/objects/disk.ts'
import { type Draft, DraftGone, NoImage, ObjectExists } from '../outside/objects/drafts.ts'
import { disposition } from '../outside/objects/file-names.ts'
import { maxBytes, type Visibility } from '../outside/objects/objects.ts'
import { headBytes, imageTypeOf } from '../outside/objects/signatures.ts'
import { giveUpSlot } from '../request-slots.ts'
import { partOf } from './ranges.ts'
import { type Pace, receive } from './receive.ts'
import { type UploadSlots, uploadSlots } from './upload-slots.ts'

export interface ServeOptions {
  pace?: Pace
  inSlot?: UploadSlots
}

const sentences = {
  400: 'Images only.',
  403: 'You do not have permission to perform this action.',
  404: 'Not found.',
  408: 'Request timeout.',
  412: 'An object has already been uploaded to this URL.',
  413: 'Request body too large.',
  415: 'Unsupported content encoding in request.',
  416: 'Range not satisfiable.',
  503: 'Service unavailable. Try again later.',
  507: 'Storage is full.',
}

/** An answer without an object; as bytes, because to text Fastify would add a charset. */
function refuse(reply: FastifyReply, status: keyof typeof sentences) {
  const body = Buffer.from(JSON.stringify({ detail: sentences[status] }))
  return reply.code(status).header('content-type', 'application/json').send(body)
}

/** The Fastify plugin with the routes of one store. */
export function serveObjects(
  store: DiskStore,
  { pace, inSlot = uploadSlots() }: ServeOptions = {},
) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      // An address is signed for one method; any other is as wrong as another signature.
      method: app.supportedMethods,
      url: '/objects/*',
      // In the hook, so that no one has read the body.
      onRequest: async (request, reply) => {
        if (request.method === 'PUT') return take(store, request, reply, { inSlot, pace })
        return give(store, request, reply)
      },
      handler: async (_request, reply) => refuse(reply, 404),
    })
  }
}

const pathOf = (request: FastifyRequest) => (request.raw.url ?? '').split('?')[0] ?? ''

/** A signed PUT: exactly this object, of this type and, where it is signed, this length. */
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
  const max = maxBytes[object.visibility]
  const most = Math.min(Number(length ?? headers['content-length'] ?? max), max)
  if (Number(headers['content-length'] ?? 0) > most) return refuse(reply, 413)
  freeBodyTime(raw)
  giveUpSlot(request)
  const limits = { most, ...(pace && { pace }) }
  const status = await inSlot({ ...object, ip, maxBytes: most }, () =>
    stored(store, object, raw, limits),
  ).catch(statusOf)
  // What is still to come is read and thrown away, for a while, so that the answer is read.
  limitBodyTime(raw, reply.raw)
  raw.resume()
  if (status === 200) return reply.code(200).send()
  if (status === 408) reply.header('connection', 'close')
  if (status === 503) reply.header('retry-after', '5')
  return refuse(reply, status)
}

/** Writes the object, or leaves nothing of it. */
async function stored(
  store: DiskStore,
  { visibility, key }: { visibility: Visibility; key: string },
  request: IncomingMessage,
  limits: { most: number; pace?: Pace },
): Promise<200 | 408 | 413> {
  // Whoever has gone while waiting for a slot is not begun with.
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

/** What can go wrong meanwhile, as a status. */
function statusOf(error: unknown): 400 | 408 | 412 | 503 | 507 {
  if (error instanceof NoImage) return 400
  if (error instanceof ObjectExists) return 412
  if (error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE') return 503
  if (error instanceof Refusal && error.code === 'INSUFFICIENT_STORAGE') return 507
  // The sender has gone, no one is there to read the answer; or it has to begin anew.
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
  const file = await store.open(object.visibility, object.key)
  if (!file) return refuse(reply, 404)
  try {
    return await send(file, facts, request, reply)
  } catch (error) {
    await file.close()
    throw error
  }
}

/** A private object is what its signed URL says, a public one what its bytes say. */
async function headersOf(file: FileHandle, facts: URLSearchParams | undefined) {
  if (facts) {
    const type = facts.get('type') ?? ''
    return {
      'content-type': type,
      'content-disposition': disposition(facts.get('name') ?? '', type),
    }
  }
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return {
    'content-type':
      (await imageTypeOf(buffer.subarray(0, bytesRead))) ?? 'application/octet-stream',
    'cache-control': 'public, max-age=86400',
  }
}

/** A page of the file runs no script, whoever wrote it; a PDF needs the browser's own viewer. */
const policies = {
  other: "default-src 'none'; frame-ancestors 'none'; sandbox",
  pdf: "default-src 'none'; object-src 'self'; frame-ancestors 'none'",
}

/** Sends the file, or the part that is asked for, and closes it. */
async function send(
  file: FileHandle,
  facts: URLSearchParams | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { size, mtimeMs, ino } = await file.stat()
  const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}-${ino.toString(36)}"`
  const own = await headersOf(file, facts)
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
  reply.headers({
    ...own,
    etag,
    'accept-ranges': 'bytes',
    // Pages of other origins show it as a picture; whoever has the address may read it anyway.
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy':
      own['content-type'] === 'application/pdf' ? policies.pdf : policies.other,
  })
  const part = ifRange === undefined || ifRange === etag ? partOf(range, size) : 'all'
  if (ifNoneMatch === etag || part === 'none' || request.method === 'HEAD' || size === 0) {
    await file.close()
    if (ifNoneMatch === etag) return reply.code(304).send()
    if (part === 'none') {
      reply.removeHeader('content-disposition').header('content-range', `bytes */${size}`)
      return refuse(reply, 416)
    }
    return reply.header('content-length', size).send()
  }
  const { start, end } = part === 'all' ? { start: 0, end: size - 1 } : part
  if (part !== 'all') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', end - start + 1)
  return reply.send(file.createReadStream({ start, end }))
}
