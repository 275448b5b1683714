/**
 * What the service is measured against: the same answers to five of its routes, by hand, as fast as
 * Fastify and `pg` honestly allow. One prepared statement per request, JSON put together from the
 * columns' text. It knows no filters of fields, no tombstones and no other routes. The lines of the
 * log and the security headers are the service's own, so that both sides pay for them alike.
 *
 * Settings: PORT, DATABASE_URL, DATABASE_POOL_SIZE, PIPELINED (baseline/database.ts).
 */
import Fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify'
import { openLog, RequestLines } from '../../src/process/log.ts'
import { securityHeaders } from '../../src/surfaces/http/security-headers.ts'
import { listActivities, readActivity } from './baseline/activities.ts'
import { createActivity } from './baseline/create.ts'
import { close, read, write } from './baseline/database.ts'
import type { Query } from './baseline/key.ts'
import { listTrips } from './baseline/trips.ts'
import { refusals, type WireAnswer } from './baseline/wire.ts'

const app = Fastify({
  loggerInstance: openLog({ logLevel: 'info' }) as FastifyBaseLogger,
  logController: new RequestLines(),
  routerOptions: { ignoreTrailingSlash: true },
})

const headers = securityHeaders({ baseUrl: undefined })
app.addHook('onRequest', (_request, reply, done) => {
  reply.headers(headers)
  done()
})

app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
app.setNotFoundHandler((_request, reply) => send(reply, refusals.notFound))

type Handler = (request: FastifyRequest, query: Query) => Promise<WireAnswer>

const route =
  (handler: Handler, query: Query) => async (request: FastifyRequest, reply: FastifyReply) =>
    send(reply, await handler(request, query))

function send(reply: FastifyReply, { status, body }: WireAnswer): FastifyReply {
  reply.code(status)
  if (status === 401) reply.header('www-authenticate', 'Token')
  return reply.header('content-type', 'application/json; charset=utf-8').send(body)
}

app.get('/v2/trips', route(listTrips, read))
app.get('/v2/trip/:trip(^\\d{1,9}$)/activities', route(listActivities, read))
app.get('/v2/trip/:trip(^\\d{1,9}$)/activity/:id(^\\d{1,9}$)', route(readActivity, read))
app.post('/v1/trip/:trip(^\\d{1,9}$)/activities', route(createActivity, write))
app.get('/readyz', async () => {
  await write({ name: 'ready', text: 'select' }, [])
  return { status: 'ok' }
})

process.once('SIGTERM', async () => {
  await app.close()
  await close()
})

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
