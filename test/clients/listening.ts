/** A service that listens, for clients that know nothing of these tests but its URL. */

import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openLog } from '../../src/process/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { db, operatorKey } from '../world.ts'

/** Starts a service before the tests of a file, and closes it after them; answers its URL. */
export function listeningService(settings: Record<string, string> = {}): () => string {
  let service: FastifyInstance
  let url = ''
  beforeAll(async () => {
    const config = readConfig(settings)
    const log = openLog(config, { write: () => {} })
    service = await buildApp({ config, db, log, operatorKey })
    url = await service.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => service?.close())
  return () => url
}
