/** The authorization server's metadata (RFC 8414, OpenID Discovery) and keys. */
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import * as oauth from 'oauth4webapi'
import type { Requests } from './request.ts'
import { RequestFailed } from './token-errors.ts'

/** Milliseconds. */
const metadataLife = 3_600_000
const keysLife = 600_000
/** Minimum milliseconds between fetches of the keys because of unknown ones. */
const keysRest = 30_000

export interface Server {
  metadata: oauth.AuthorizationServer
  /** undefined: the server publishes no keys. */
  keys: JWTVerifyGetKey | undefined
}

interface Options {
  issuer: string
  requests: Requests
  now: () => number
}

/** Fetches the metadata on first use and keeps it for an hour; throws RequestFailed. */
export function serverFinder({ issuer, requests, now }: Options): () => Promise<Server> {
  let known: { server: Server; until: number } | undefined
  let pending: Promise<Server> | undefined

  async function find(): Promise<Server> {
    const metadata = await discover(new URL(issuer), requests)
    const isSame = metadata.jwks_uri === known?.server.metadata.jwks_uri
    const keys = isSame ? known?.server.keys : keysAt(metadata.jwks_uri, issuer, requests)
    const server = { metadata, keys }
    known = { server, until: now() + metadataLife }
    return server
  }

  return async () => {
    if (known && now() < known.until) return known.server
    pending ??= find().finally(() => {
      pending = undefined
    })
    return pending
  }
}

/** Tries both well-known URLs of metadata. */
async function discover(issuer: URL, requests: Requests): Promise<oauth.AuthorizationServer> {
  try {
    const ask = (algorithm: 'oidc' | 'oauth2') =>
      oauth.discoveryRequest(issuer, { algorithm, ...requestOptions(issuer.href, requests) })
    const response = await ask('oidc')
    const answer = response.status === 404 ? await ask('oauth2') : response
    return await oauth.processDiscoveryResponse(issuer, answer)
  } catch (error) {
    if (error instanceof RequestFailed) throw error
    requests.pause()
    throw new RequestFailed('invalid metadata of the authorization server', { cause: error })
  }
}

function keysAt(uri: string | undefined, issuer: string, requests: Requests) {
  if (uri === undefined || !URL.canParse(uri) || !isSafe(uri, issuer)) return undefined
  return createRemoteJWKSet(new URL(uri), {
    cacheMaxAge: keysLife,
    cooldownDuration: keysRest,
    [customFetch]: (url, init) => requests.fetch(url, init),
  })
}

/** Plain http only if the issuer itself uses it, on this machine. */
const isSafe = (uri: string, issuer: string) => /^https:/.test(uri) || isPlain(issuer)
const isPlain = (issuer: string) => /^http:/.test(issuer)

/** The options for all requests by oauth4webapi. */
export function requestOptions(issuer: string, requests: Requests) {
  return {
    [oauth.allowInsecureRequests]: isPlain(issuer),
    [oauth.customFetch]: (url: string, init: unknown) => requests.fetch(url, init as RequestInit),
  }
}
