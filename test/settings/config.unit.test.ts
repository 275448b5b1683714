/** The settings; wrong ones are all reported at once, without their values. */

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { settings, topics } from '../../src/settings/topics.ts'
import { problems } from './config.ts'
import { envExample } from './env-example.ts'

describe('17 The process: settings', () => {
  it('have a default for everything', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: undefined,
      publicUrl: 'http://127.0.0.1:3000',
      databaseUrl: undefined,
      operatorKey: undefined,
      smtpUrl: undefined,
      secretKey: undefined,
      s3: undefined,
      trustedProxies: [],
      corsOrigins: [],
      introspection: true,
      logLevel: 'info',
      http: { maxConnections: 5000, maxConnectionsPerAddress: 200, maxRequests: 1000 },
    })
    expect(config.dataDir).toMatch(/\/\.data$/)
  })

  it('have the limits of 1.3', () => {
    expect(readConfig({}).limits).toEqual({
      loginAccount: { max: 5, seconds: 900 },
      calendar: { max: 20, seconds: 900 },
      loginDay: { max: 100, seconds: 86_400 },
      loginAddress: { max: 20, seconds: 900 },
      signup: { max: 60, seconds: 3600 },
      upload: { max: 60, seconds: 3600 },
      resetAddress: { max: 10, seconds: 3600 },
      resetAccount: { max: 3, seconds: 3600 },
      alternativeEmail: { max: 10, seconds: 3600 },
      calendarImport: { max: 20, seconds: 86_400 },
      inboundMail: { max: 1000, seconds: 3600 },
    })
    expect(readConfig({})).toMatchObject({
      mailLimits: {
        account: { max: 60, seconds: 3600 },
        recipient: { max: 10, seconds: 86_400 },
      },
      mailKept: 30,
    })
  })

  it('have a name for the service: one line, of at most 60 characters', () => {
    expect(readConfig({}).serviceName).toBe('Trips')
    expect(readConfig({ SERVICE_NAME: ' Fernweh & Söhne 🧳 ' }).serviceName).toBe(
      'Fernweh & Söhne 🧳',
    )
    const sentence = 'SERVICE_NAME: must be 1 to 60 characters on one line'
    for (const wrong of ['a\nb', 'a\u2028b', 'x'.repeat(61)]) {
      expect(problems({ SERVICE_NAME: wrong })).toEqual([sentence])
    }
  })

  it('cannot be changed once they are read', () => {
    const config = readConfig({ CORS_ORIGINS: 'https://a.example' })
    const parts = [config, config.limits, config.limits.signup, config.corsOrigins]
    for (const part of parts) expect(Object.isFrozen(part)).toBe(true)
  })

  it('come from the environment before .env, and are unset if empty', () => {
    const file = 'PORT=4000\nHOST=::1\nMAIL_FROM="Trips <hello@trips.example>" # ours\n'
    const config = readConfig({ PORT: '5000', HOST: ' ', MAIL_FROM: '' }, file)
    expect(config).toMatchObject({
      port: 5000,
      host: '::1',
      publicUrl: 'http://[::1]:5000',
      mailFrom: 'Trips <hello@trips.example>',
    })
  })

  it('are read as lists, and BASE_URL without its trailing slash', () => {
    const config = readConfig({
      BASE_URL: 'https://trips.example/api/',
      TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32 ,192.0.2.7',
      CORS_ORIGINS: 'https://app.example,http://localhost:5173',
    })
    expect(config.baseUrl).toBe('https://trips.example/api')
    expect(config.publicUrl).toBe(config.baseUrl)
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7'])
    expect(config.corsOrigins).toEqual(['https://app.example', 'http://localhost:5173'])
  })

  it('have no authorization server, or all settings of one', () => {
    expect(readConfig({ OAUTH_AUDIENCE: 'urn:trips' }).oauth).toBeUndefined()
    const issuer = { OAUTH_ISSUER: 'https://auth.example/realms/trips' }
    expect(readConfig({ ...issuer, BASE_URL: 'https://trips.example/' }).oauth).toEqual({
      issuer: 'https://auth.example/realms/trips',
      audience: 'https://trips.example',
      audienceMayBeMissing: false,
      client: undefined,
      account: 'subject',
      scopes: { read: undefined, write: undefined },
    })
    const client = { OAUTH_CLIENT_ID: 'trips', OAUTH_CLIENT_SECRET: 'a secret' }
    const scopes = { OAUTH_SCOPE_READ: 'trips.read', OAUTH_SCOPE_WRITE: 'trips.write' }
    const more = { OAUTH_AUDIENCE: 'urn:trips', OAUTH_ACCOUNT: 'email', ...client, ...scopes }
    expect(readConfig({ ...issuer, ...more }).oauth).toEqual({
      issuer: 'https://auth.example/realms/trips',
      audience: 'urn:trips',
      audienceMayBeMissing: false,
      client: { id: 'trips', secret: 'a secret' },
      account: 'email',
      scopes: { read: 'trips.read', write: 'trips.write' },
    })
    for (const local of ['http://localhost:9000', 'http://127.0.0.1', 'http://[::1]:9']) {
      expect(readConfig({ OAUTH_ISSUER: local }).oauth?.issuer).toBe(local)
    }
  })

  it.each([
    ['PORT', '65536', '-1', 'http', '1e3', '0x10', '3000.5'],
    ['HOST', 'a b', 'http://x', '-x'],
    ['BASE_URL', 'trips.example', 'ftp://x', 'https://x/?a=1', 'https://x/#a', 'https://u:p@x'],
    ['DATABASE_URL', 'mysql://x/y', 'x', 'postgres://', 'postgres://h:99999/x', 'postgres://h:x/y'],
    ['OAUTH_SCOPE_READ', 'two scopes', 'a"b'],
    ['DATABASE_POOL_SIZE', '0', '501'],
    ['OPERATOR_KEY', 'x', 'x'.repeat(19), 'two words of many letters', 'schlüssel'.repeat(3)],
    ['SMTP_URL', 'mail.example:25', 'http://mail.example', 'smtp://'],
    ['MAIL_FROM', 'nobody', 'Trips trips@x', '<a@b', 'a@b\nBcc: c@d'],
    ['SECRET_KEY', 'x'.repeat(31), `${'x'.repeat(40)} y`],
    ['S3_ENDPOINT', 'objects.example', 'ftp://x', 'https://x/?a=1', 'https://u:p@x'],
    ['S3_REGION', 'a b'],
    ['S3_BUCKET_PRIVATE', 'A', 'ab', '-ab', 'a_b', 'x'.repeat(64)],
    ['S3_BUCKET_PUBLIC', 'A', 'a/b'],
    ['S3_ACCESS_KEY_ID', 'a b'],
    ['S3_SECRET_ACCESS_KEY', 'schlüssel'],
    ['S3_PUBLIC_BASE_URL', 'cdn.example', 'https://x/#a'],
    [
      'OAUTH_ISSUER',
      ...['auth.example', 'http://auth.example', 'https://x/?a', 'https://u:p@x', 'ftp://x'],
      ...['http://127.0.0.1.evil.example', 'http://localhost.example'],
    ],
    ['OAUTH_AUDIENCE', 'two words', 'schlüssel'],
    ['OAUTH_ACCOUNT', 'sub', 'Email'],
    ['TRUSTED_PROXIES', 'true', '*', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0/8', 'proxy'],
    ['CORS_ORIGINS', '*', 'null', 'https://a.example/', 'a.example', 'https://A.example'],
    ['INTROSPECTION', 'yes', 'ON', '1'],
    ['GRAPHQL_ONLY', 'on', 'all', 'Trusted'],
    ['LOG_LEVEL', 'verbose'],
    ['STOP_DELAY', '60001', 'soon'],
    ...settings
      .filter(({ name }) => name.startsWith('LIMIT_'))
      .map(({ name }) => [name, '-1', 'x']),
  ])('are refused if %s is wrong, with a sentence that omits the value', (name, ...values) => {
    const found = values.map((value) => problems({ [name as string]: value }))
    for (const [at, sentences] of found.entries()) {
      expect(sentences, values[at]).toEqual([expect.stringMatching(`^${name}: must be `)])
    }
    // The same for every value, so it repeats none.
    expect(new Set(found.flat()).size).toBe(1)
  })

  it('trust the documents of files and folders, and only those if any are configured', () => {
    expect(readConfig({})).toMatchObject({ trustedDocuments: [], onlyTrustedDocuments: false })
    const trusted = { TRUSTED_DOCUMENTS: '/web/a.json, manifests' }
    expect(readConfig({ ...trusted, GRAPHQL_ONLY: 'trusted' })).toMatchObject({
      trustedDocuments: ['/web/a.json', resolve('manifests')],
      onlyTrustedDocuments: true,
    })
    expect(problems({ GRAPHQL_ONLY: 'trusted' })).toEqual([
      'GRAPHQL_ONLY: requires TRUSTED_DOCUMENTS',
    ])
  })

  it('are reported with all their problems at once', () => {
    const found = problems({ PORT: 'x', LOG_LEVEL: 'loud' }, 'PROT=80\nHOST="a b"\n')
    expect(found).toHaveLength(4)
    expect(found.join('\n')).toContain('PROT: unknown setting')
  })

  it('are reported if .env has unknown keys, but not if the environment has', () => {
    expect(problems({}, 'SMTP_PASSWORD=hunter2\n')).toEqual([
      'SMTP_PASSWORD: unknown setting in .env; see .env.example',
    ])
    expect(problems({ SMTP_PASSWORD: 'hunter2', __proto__: 'x' })).toEqual([])
    expect(problems({}, 'toString=1\n')).toHaveLength(1)
  })

  it('stand in one topic each, none in two', () => {
    const names = settings.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('that become fields of the same object have different keys', () => {
    const { server, data, outgoing } = topics
    const keys = [server, data, outgoing].flatMap(({ rows }) => Object.keys(rows))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('are all in .env.example, which is generated from them', async () => {
    expect(await readFile(new URL('../../.env.example', import.meta.url), 'utf8')).toBe(
      envExample(),
    )
  })

  it('accept .env.example unchanged, and with every line enabled', () => {
    const switchedOn = envExample().replace(/^#([A-Z_]+=)/gm, '$1')
    expect(problems({}, envExample())).toEqual([])
    expect(problems({}, switchedOn)).toEqual([])
    expect(readConfig({}, switchedOn)).toEqual(readConfig({}))
  })
})
