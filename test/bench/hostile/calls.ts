/** How attacks call the service. */
import { request } from 'node:http'

export interface HostileTarget {
  /** Where the service listens. */
  port: number
  smtpPort: number
  domain: string
  /** `performance.now()` after which no further request is sent. */
  until: number
}

export type Attack = (target: HostileTarget) => Promise<unknown>

export interface HostileCall {
  method?: string
  path: string
  key?: string
  body?: unknown
}

/** The status of a call whose answer is read and thrown away; 0 where the connection broke. */
export function call(
  { port }: HostileTarget,
  { method, path, key, body }: HostileCall,
): Promise<number> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    ...(key && { authorization: `Token ${key}` }),
    ...(text !== undefined && { 'content-type': 'application/json' }),
  }
  return new Promise((resolve) => {
    const chosen = method ?? (text === undefined ? 'GET' : 'POST')
    const options = { host: '127.0.0.1', port, path, headers, method: chosen, agent: false }
    const sent = request(options, (response) => {
      response.on('error', () => resolve(0)).on('close', () => resolve(response.statusCode ?? 0))
      response.resume()
    })
    sent.on('error', () => resolve(0))
    sent.end(text)
  })
}

/** Repeats a work with so many at once until the time is over. */
export async function together(
  count: number,
  { until }: HostileTarget,
  work: (n: number) => Promise<unknown>,
) {
  const one = async (n: number) => {
    while (performance.now() < until) await work(n)
  }
  await Promise.all(Array.from({ length: count }, (_, n) => one(n)))
}

export const graphql = (query: string, key: string, variables?: object): HostileCall => ({
  path: '/graphql',
  key,
  body: { query, ...(variables && { variables }) },
})

export const repeatedly =
  (count: number, ...calls: HostileCall[]): Attack =>
  (target) =>
    together(count, target, (n) => call(target, calls[n % calls.length] as HostileCall))

export const aliases = (field: string) =>
  Array.from({ length: 14 }, (_, n) => `a${n}:${field}`).join(' ')
