/** The requests of an application, by the route that answers them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { routeOf } from '../../process/route.ts'
import { buckets } from './counters.ts'

const usual = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const methodOf = ({ method }: FastifyRequest) => (usual.has(method) ? method : 'other')

/** Without a status if the client disconnected before the response. */
const statusOf = ({ raw, statusCode }: FastifyReply) =>
  raw.headersSent ? String(statusCode) : 'aborted'

/** To be called before the application adds its routes; once per registry. */
export function countRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry]
  const requests = new Counter({
    name: 'trips_http_requests_total',
    help: 'Requests by method, route (none: no such path) and status (aborted: not answered).',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'trips_http_request_duration_seconds',
    help: 'Time until the response was sent.',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  })
  let underWay = 0
  new Gauge({
    name: 'trips_http_requests_in_progress',
    help: 'Requests that are not answered yet.',
    registers,
    collect() {
      this.set(underWay)
    },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    underWay += 1
    // Also emitted if the response is cut off.
    reply.raw.once('close', () => {
      underWay -= 1
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const row = { method: methodOf(request), route: routeOf(request) ?? 'none' }
    requests.inc({ ...row, status: statusOf(reply) })
    durations.observe(row, reply.elapsedTime / 1000)
    done()
  })
}
