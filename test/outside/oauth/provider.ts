/**
 * The real authorization server of these tests: oidc-provider on this machine, with people who log
 * in and consent at once. It issues JWTs for one resource and opaque tokens for another, both meant
 * for the same audience.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import * as oauth from 'oauth4webapi'
import { type Configuration, Provider } from 'oidc-provider'

export const audience = 'https://trips.example/api'
export const introspector = { id: 'trips-api', secret: 'secret of the api / 9' }
const app = { client_id: 'trips-app', redirect_uri: 'http://127.0.0.1:9/callback' }
const insecure = { [oauth.allowInsecureRequests]: true }

export interface Key {
  jwk: JWK
  privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey']
  alg: string
}

export interface AuthorizationServer {
  issuer: string
  /** What it signs with; the first are for access tokens. */
  keys: Key[]
  /** The answer of the token endpoint after the whole code flow as this subject. */
  signIn(
    subject: string,
    format: 'jwt' | 'opaque',
    scope?: string,
  ): Promise<oauth.TokenEndpointResponse>
  revoke(token: string): Promise<void>
  close(): Promise<unknown>
}

async function key(alg: string, kid: string): Promise<Key> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, privateKey, jwk: { ...(await exportJWK(privateKey)), alg, kid, use: 'sig' } }
}

function configuration(keys: Key[]): Configuration {
  return {
    jwks: { keys: keys.map(({ jwk }) => jwk) as never },
    clients: [
      {
        client_id: app.client_id,
        token_endpoint_auth_method: 'none',
        redirect_uris: [app.redirect_uri],
        grant_types: ['authorization_code', 'refresh_token'],
        application_type: 'native',
      },
      {
        client_id: introspector.id,
        client_secret: introspector.secret,
        redirect_uris: [],
        response_types: [],
        grant_types: [],
      },
    ],
    scopes: ['openid', 'offline_access', 'email'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: true }),
    }),
    // The subjects of the tests that go by email are addresses.
    extraTokenClaims(_, token) {
      const email = 'accountId' in token ? token.accountId : ''
      return { email, email_verified: !email.startsWith('unverified') }
    },
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => ({
          scope: 'trips trips.read trips.write',
          audience,
          accessTokenFormat: resource.endsWith('jwt') ? 'jwt' : 'opaque',
          ...(resource.endsWith('jwt') && { jwt: { sign: { alg: 'RS256' } } }),
        }),
      },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['cookies of the tests'] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    issueRefreshToken: () => true,
  }
}

/** Logs in whom `login_hint` names, and consents to everything. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const details = await provider.interactionDetails(request, response)
  const { params, prompt, session } = details
  if (prompt.name === 'login') {
    const login = { accountId: params.login_hint as string }
    return provider.interactionFinished(request, response, { login })
  }
  const grant = new provider.Grant({
    accountId: session?.accountId as string,
    clientId: params.client_id as string,
  })
  grant.addOIDCScope('openid offline_access email')
  const scopes = String(params.scope)
    .split(' ')
    .filter((scope) => scope.startsWith('trips'))
  grant.addResourceScope(params.resource as string, scopes.join(' '))
  const consent = { grantId: await grant.save() }
  return provider.interactionFinished(
    request,
    response,
    { consent },
    { mergeWithLastSubmission: true },
  )
}

/** Follows the redirects of a browser with its cookies, up to the application's own address. */
async function browse(url: URL): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = url
  for (let hop = 0; hop < 20; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${at.pathname}: ${response.status}`)
    at = new URL(location, at)
    if (at.href.startsWith(app.redirect_uri)) return at
  }
  throw new Error('the browser is sent around in circles')
}

async function codeFlow(issuer: URL, subject: string, resource: string, scope: string) {
  const client = { client_id: app.client_id }
  const found = await oauth.discoveryRequest(issuer, insecure)
  const as = await oauth.processDiscoveryResponse(issuer, found)
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(as.authorization_endpoint as string)
  url.search = new URLSearchParams({
    ...{ ...app, response_type: 'code', scope: `openid offline_access email ${scope}`, state },
    ...{ resource, login_hint: subject, prompt: 'consent' },
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const answer = oauth.validateAuthResponse(as, client, await browse(url), state)
  const response = await oauth.authorizationCodeGrantRequest(
    ...([as, client, oauth.None(), answer, app.redirect_uri, verifier] as const),
    { ...insecure, additionalParameters: { resource } },
  )
  return { as, tokens: await oauth.processAuthorizationCodeResponse(as, client, response) }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function authorizationServer(): Promise<AuthorizationServer> {
  const keys = [await key('RS256', 'rsa-1'), await key('ES256', 'ec-1')]
  let handle = (_request: IncomingMessage, response: ServerResponse): void => void response.end()
  const server = createServer((request, response) => handle(request, response))
  const issuer = await listening(server)
  const provider = new Provider(issuer, configuration(keys))
  const own = provider.callback()
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response)
    else void own(request, response)
  }
  return {
    issuer,
    keys,
    signIn: async (subject, format, scope = 'trips') =>
      (await codeFlow(new URL(issuer), subject, `https://trips.example/${format}`, scope)).tokens,
    async revoke(token) {
      await (await provider.AccessToken.find(token))?.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
