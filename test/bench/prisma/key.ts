/** The key check: a hook before every route. */
import type { FastifyInstance } from 'fastify'
import type { PrismaClient } from '../../../src/generated/prisma/client.ts'
import { keyHash } from '../baseline/key.ts'
import { refusals } from '../baseline/wire.ts'
import { RefusedAnswer } from './refused.ts'

declare module 'fastify' {
  interface FastifyRequest {
    userId: number
  }
}

export function requireKey(app: FastifyInstance, prisma: PrismaClient): void {
  app.decorateRequest('userId', 0)
  app.addHook('preHandler', async (request) => {
    const hash = keyHash(request)
    if (typeof hash !== 'string') throw new RefusedAnswer(hash)
    const key = await prisma.apiKey.findUnique({ where: { hash }, select: { userId: true } })
    if (!key) throw new RefusedAnswer(refusals.unknownKey)
    request.userId = key.userId
  })
}
