/**
 * `/metrics`: on a separate port, or with a key on the service's port. Metrics reveal how much the
 * service is used, so they are served only if one of these is configured.
 */
import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sha256 } from '../../base/hashes.ts'
import { replyJson } from '../http/json.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import type { Metrics } from './metrics.ts'

/** Whether `Authorization: Bearer` has the key, compared in constant time. */
function isKey(authorization: string | undefined, key: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(key)))
}

/**
 * Adds `GET /metrics` to the service's port, for clients with the key; does nothing if no key is
 * set.
 */
export function addMetricsRoute(
  app: FastifyInstance,
  metrics: Pick<Metrics, 'text' | 'contentType'> | undefined,
  key: string | undefined,
): void {
  if (!metrics || key === undefined) return
  // Like a probe, answered even under overload.
  app.get('/metrics', { config: { isProbe: true } }, async (request, reply) => {
    if (!isKey(request.headers.authorization, key)) {
      reply.code(401).header('www-authenticate', 'Bearer')
      return replyJson(reply, { detail: 'Invalid key.' })
    }
    return reply.type(metrics.contentType).send(Buffer.from(await metrics.text()))
  })
  refuseOtherMethods(app, '/metrics')
}

interface MetricsPort {
  port: number
  close(): Promise<void>
}

/** Serves `GET /metrics` on a separate port; if a key is set, only to clients that have it. */
export async function listenForMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port, key }: { host: string; port: number; key: string | undefined },
): Promise<MetricsPort> {
  const answer = (response: ServerResponse, status: number, headers: object, text = '') =>
    response.writeHead(status, { ...headers, 'cache-control': 'no-store' }).end(text)
  const serve = async ({ url, method, headers }: IncomingMessage, response: ServerResponse) => {
    if (url?.split('?')[0] !== '/metrics') return answer(response, 404, {})
    if (method !== 'GET' && method !== 'HEAD') return answer(response, 405, { allow: 'GET, HEAD' })
    if (key !== undefined && !isKey(headers.authorization, key)) {
      return answer(response, 401, { 'www-authenticate': 'Bearer' })
    }
    return answer(response, 200, { 'content-type': metrics.contentType }, await metrics.text())
  }
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 })
  server.maxConnections = 20
  server.on('request', (request, response) => {
    serve(request, response).catch(() => answer(response, 500, {}))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
