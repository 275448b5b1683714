/** A server that says what a test lets it say, and tokens that are sound but for one thing. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { audience } from './provider.ts'

export type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>
type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => void

export interface Puppet {
  issuer: string
  rsa: KeyPair
  ec: KeyPair
  /** What it says at each path; a test replaces what it wants otherwise. */
  answers: Record<string, Answering>
  /** `METHOD /path` of every request, with the body behind it. */
  asked: { path: string; body: string; authorization: string | undefined }[]
  /** A sound token, but for what is given; undefined takes a claim or header away. */
  token(claims?: object, header?: object, key?: CryptoKeyLike): Promise<string>
  /** No one listens any more; `back` lets it listen on the same port again. */
  leave(): Promise<unknown>
  back(): Promise<void>
}

export type CryptoKeyLike = KeyPair['privateKey'] | Uint8Array

export const says =
  (body: unknown, status = 200, type = 'application/json'): Answering =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': type })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

export async function publicJwk({ publicKey }: KeyPair, kid: string, alg: string): Promise<JWK> {
  return { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }
}

export async function puppet(): Promise<Puppet> {
  const [rsa, ec] = [
    await generateKeyPair('RS256', { extractable: true }),
    await generateKeyPair('ES256', { extractable: true }),
  ]
  const answers: Puppet['answers'] = {}
  const asked: Puppet['asked'] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const body = Buffer.concat(await request.toArray()).toString()
    asked.push({ path, body, authorization: request.headers.authorization })
    const answer = answers[path] ?? says('{}', 404)
    answer(request, response, body)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  answers['/.well-known/openid-configuration'] = says({
    issuer,
    jwks_uri: `${issuer}/jwks`,
    introspection_endpoint: `${issuer}/introspect`,
  })
  const keys = [await publicJwk(rsa, 'rsa-1', 'RS256'), await publicJwk(ec, 'ec-1', 'ES256')]
  answers['/jwks'] = says({ keys })

  return {
    ...{ issuer, rsa, ec, answers, asked },
    async token(claims = {}, header = {}, key = rsa.privateKey) {
      const now = Math.floor(Date.now() / 1000)
      const sound = { iss: issuer, aud: audience, sub: 'nobody', exp: now + 300, iat: now }
      const all = { alg: 'RS256', typ: 'at+jwt', kid: 'rsa-1', ...header }
      const token = new SignJWT({ ...sound, jti: 'j', client_id: 'c', ...claims })
      return token.setProtectedHeader(all).sign(key)
    },
    leave: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
    back: () => listen(port),
  }
}

/** A part of a token: the JSON of an object in base64url. */
export const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
