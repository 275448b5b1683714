/**
 * The same routes as an ordinary team would write them: Fastify and Prisma, the key checked in a
 * hook, a mapper for each type, Prisma's own queries and nothing else. Its input is checked by the
 * code of the hand-written server; its log lines and security headers are the service's.
 *
 * Settings: PORT, DATABASE_URL, DATABASE_POOL_SIZE.
 */
import { PrismaPg } from '@prisma/adapter-pg'
import Fastify, { type FastifyBaseLogger, type FastifyReply } from 'fastify'
import { PrismaClient } from '../../src/generated/prisma/client.ts'
import { openLog, RequestLines } from '../../src/process/log.ts'
import { securityHeaders } from '../../src/surfaces/http/security-headers.ts'
import { refusals, type WireAnswer } from './baseline/wire.ts'
import { activityRoutes } from './prisma/activities.ts'
import { requireKey } from './prisma/key.ts'
import { RefusedAnswer } from './prisma/refused.ts'
import { tripRoutes } from './prisma/trips.ts'

const prisma = new PrismaClient({
  adapter: new PrismaPg({
    connectionString: process.env.DATABASE_URL,
    max: Number(process.env.DATABASE_POOL_SIZE ?? 10),
  }),
})

const app = Fastify({
  loggerInstance: openLog({ logLevel: 'info' }) as FastifyBaseLogger,
  logController: new RequestLines(),
  routerOptions: { ignoreTrailingSlash: true },
})

const headers = securityHeaders({ baseUrl: undefined })
app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))

app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
app.setNotFoundHandler((_request, reply) => refuse(reply, refusals.notFound))
app.setErrorHandler((error, _request, reply) => {
  if (!(error instanceof RefusedAnswer)) throw error
  return refuse(reply, error.answer)
})

function refuse(reply: FastifyReply, { status, body }: WireAnswer): FastifyReply {
  reply.code(status)
  if (status === 401) reply.header('www-authenticate', 'Token')
  return reply.type('application/json; charset=utf-8').send(body)
}

app.get('/readyz', async () => {
  await prisma.user.findFirst({ select: { id: true } })
  return { status: 'ok' }
})

app.register((api, _options, done) => {
  requireKey(api, prisma)
  tripRoutes(api, prisma)
  activityRoutes(api, prisma)
  done()
})

process.once('SIGTERM', async () => {
  await app.close()
  await prisma.$disconnect()
})

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
