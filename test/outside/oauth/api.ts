/** The service with an authorization server: an application of its own on the world's database. */
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../../src/app.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { watchApp } from '../../core/permissions/whole-run.ts'
import { db, operatorKey, type Person } from '../../world.ts'

export interface Api {
  app: FastifyInstance
  /** Every line it has logged. */
  logged: string[]
  rest(
    authorization: string,
    path?: string,
    method?: 'GET' | 'POST',
    body?: object,
  ): Promise<ApiAnswer>
  graphql(authorization: string, query?: string): Promise<ApiAnswer>
  close(): Promise<void>
}

export interface ApiAnswer {
  status: number
  headers: Record<string, unknown>
  json: { [key: string]: unknown; detail?: string }
}

export async function api(settings: Record<string, string>, clock?: () => Date): Promise<Api> {
  const logged: string[] = []
  const config = readConfig({ OPERATOR_KEY: operatorKey, ...settings })
  const log = openLog(config, { write: (line) => void logged.push(line) })
  const app = await buildApp({ config, db, log, operatorKey, ...(clock && { clock }) })
  watchApp(app, logged)
  const rest: Api['rest'] = async (authorization, path = '/v1/me', method = 'GET', body) => {
    const payload = body && { payload: body }
    return read(await app.inject({ method, url: path, headers: { authorization }, ...payload }))
  }
  return {
    ...{ app, logged },
    rest,
    graphql: (authorization, query = '{ me { id } }') =>
      rest(authorization, '/graphql', 'POST', { query }),
    close: () => app.close(),
  }
}

function read(answer: Awaited<ReturnType<FastifyInstance['inject']>>): ApiAnswer {
  return {
    status: answer.statusCode,
    headers: answer.headers,
    json: answer.payload === '' ? {} : answer.json(),
  }
}

/** Binds the person to a subject, as `setSubject` does. */
export async function bind(person: Person, subject: string | null): Promise<void> {
  const text = 'update account set oauth_subject = $2 where id = $1'
  await db.query({ text, values: [person.id, subject] })
}

/** On both surfaces: the account that answers, or the refusal. */
export async function who(service: Api, token: string): Promise<unknown[]> {
  const rest = await service.rest(`Bearer ${token}`)
  const graph = await service.graphql(`Bearer ${token}`)
  const { data, errors } = graph.json as {
    data?: { me?: { id: number } } | null
    errors?: { extensions: { code: string } }[]
  }
  return [
    rest.status === 200 ? rest.json.id : rest.status,
    data?.me?.id ?? errors?.[0]?.extensions.code,
  ]
}

export const unknown = [401, 'UNAUTHENTICATED']
export const away = [503, 'SERVICE_UNAVAILABLE']
