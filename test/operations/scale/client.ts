/** Clients over a socket: of one process, or of the proxy in front of both. */
import http from 'node:http'
import type { AnswerBody } from '../../client.ts'

export interface LoadAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
  /** Reading it fails the test where the answer is not JSON. */
  readonly json: AnswerBody
}

export interface Sender {
  /** The key of an account; without one, the client is anonymous. */
  token?: string | undefined
  /** The client address, as the proxy would tell it. */
  address?: string
  agent?: http.Agent
  /** Others to send. */
  headers?: Record<string, string>
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One request. Rejects where there is no answer. */
export function send(
  url: string,
  method: Method,
  body: unknown,
  { token, address, agent, headers: others }: Sender,
): Promise<LoadAnswer> {
  const headers: Record<string, string> = { ...others }
  if (token) headers.authorization = `Token ${token}`
  if (address) headers['x-forwarded-for'] = address
  if (body !== undefined) headers['content-type'] = 'application/json'
  return new Promise((resolve, reject) => {
    const options = { method, headers, ...(agent && { agent }), timeout: 90_000 }
    const request = http.request(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('error', reject)
      response.on('end', () => {
        const json = () => JSON.parse(text) as AnswerBody
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          get json() {
            return json()
          },
        })
      })
    })
    request.on('timeout', () => request.destroy(new Error('no answer for 90 s')))
    request.on('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** `await at(one, ada).get('/v1/me')`: a client of the process at that URL. */
export function at(base: string, sender: Sender = {}) {
  const call = (method: Method, path: string, body?: unknown) =>
    send(base + path, method, body, sender)
  return {
    get: (path: string) => call('GET', path),
    delete: (path: string) => call('DELETE', path),
    post: (path: string, body?: unknown) => call('POST', path, body ?? {}),
    patch: (path: string, body: unknown) => call('PATCH', path, body),
  }
}

export const password = 'correct horse 9'

export interface LoadUser {
  email: string
  token: string
}

/** An account of its own, made at that process. */
export async function signUp(base: string, name: string): Promise<LoadUser> {
  const email = `${name}@mail.example`
  const made = await at(base).post('/v1/signup', { username: email, email, password })
  if (made.status !== 201) throw new Error(`signup answered ${made.status}: ${made.text}`)
  return { email, token: await logIn(base, email) }
}

export async function logIn(base: string, email: string): Promise<string> {
  const answer = await at(base).post('/auth/login', { email, password })
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}: ${answer.text}`)
  return answer.json.key
}
