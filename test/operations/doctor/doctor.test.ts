/** `npm run admin -- doctor`: what it says of settings, database, disk, mail, store and clock. */
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { places } from '../../outside/database/places.ts'
import { hasS3, s3Buckets, s3Keys, s3Place, s3Region } from '../../outside/objects/s3-place.ts'
import { start } from '../backup/homes.ts'
import { doctor, findingsOf, home, starting } from './doctor-runs.ts'

/** A new account with a key that expires, and one that does not. */
async function makeKeys(url: string): Promise<void> {
  const send = async (path: string, body: object, key?: string): Promise<{ token: string }> => {
    const authorization = key && { authorization: `Token ${key}` }
    const headers = { 'content-type': 'application/json', ...authorization }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.ok, await answer.clone().text()).toBe(true)
    return answer.json() as Promise<{ token: string }>
  }
  const login = { username: 'ines@mail.example', password: 'correct horse 9' }
  await send('/v1/signup', login)
  const { token } = await send('/auth', login)
  for (const end of ['', ', expiresAt: "2099-01-01T00:00:00Z"']) {
    const query = `mutation { createKey(input: { name: "A script"${end} }) { key } }`
    await send('/graphql', { query }, token)
  }
}

describe('17 doctor', () => {
  it('reports no problem with the defaults, and changes nothing', async () => {
    const run = await doctor(await home())
    expect(run.code).toBe(0)
    expect(run.findings.map(({ state }) => state)).toEqual(run.findings.map(() => 'ok'))
    expect(findingsOf(run, 'database')).toEqual([
      'ok The first start creates an embedded database.',
    ])
    expect(findingsOf(run, 'data directory')).toEqual([starting('ok .* does not exist yet')])
  })

  it.each(places)('reports a running service on %s as ready', async (place) => {
    const at = await home(place)
    const service = await start(at)
    const { port } = new URL(service.url)
    const run = await doctor(at, { PORT: port })
    await makeKeys(service.url)
    await service.stop()
    expect(findingsOf(run, 'service')).toEqual([
      starting(`ok The service runs on 127.0.0.1:${port}`),
    ])
    const ready =
      place === 'embedded'
        ? 'ok The running service uses the embedded database and is ready.'
        : 'ok All migrations are applied.'
    expect(findingsOf(run, 'database')).toContain(ready)
    expect(run.code).toBe(0)
    const after = await doctor(at)
    expect(findingsOf(after, 'database')).toContainEqual(starting('ok .*ll migrations are applied'))
    const keys = 'ok Of 2 keys with a name, 1 never expire; list them with the admin command keys.'
    expect(findingsOf(after, 'database')).toContain(keys)
  })

  it('names invalid, misspelt, weak and contradictory settings without their values', async () => {
    const at = await home()
    const invalid = await doctor(at, { DATABASE_POOL_SIZE: 'many' })
    expect(invalid).toMatchObject({ code: 1 })
    expect(findingsOf(invalid, 'settings')).toEqual([
      'failed DATABASE_POOL_SIZE: must be an integer from 1 to 500.',
    ])
    const key = 'aaaabbbbaaaabbbbaaaabbbbaaaabbbb'
    const doubtful = await doctor(at, {
      ...{ DATABASE_ULR: 'x', OAUTH_ISUER: 'x', OPERATOR_KEY: key, SECRET_KEY: key },
      ...{ INBOUND_DOMAIN: 'in.example', BASE_URL: 'https://trips.example' },
      DATABASE_DURABLE: 'off',
    })
    expect(findingsOf(doubtful, 'settings').join('\n')).toMatch(
      new RegExp(
        [
          'DATABASE_ULR is not a setting; did you mean DATABASE_URL\\?',
          'OAUTH_ISUER is not a setting; did you mean OAUTH_ISSUER\\?',
          'OPERATOR_KEY is easy to guess',
          'SECRET_KEY is easy to guess',
          'are the same',
          'INBOUND_DOMAIN is set but',
          'set TRUSTED_PROXIES',
          'DATABASE_URL is not set',
          'SMTP_URL is not set',
          'DATABASE_DURABLE is off: losing power can destroy the database',
        ].join('[^]*'),
      ),
    )
    expect(doubtful).toMatchObject({ code: 0 })
    expect(doubtful.text).not.toContain(key)
  })

  it('finds a port for metrics that is in use, and documents that cannot be trusted', async () => {
    const at = await home()
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const manifest = join(at.directory, 'manifest.json')
    const settings = { METRICS_PORT: `${port}`, TRUSTED_DOCUMENTS: manifest }
    await writeFile(manifest, '{"a": "{ me { id } }"}')
    const trusting = await doctor(at, settings)
    expect(findingsOf(trusting, 'trusted documents')).toEqual(['ok Trusted documents: 1.'])
    expect(findingsOf(trusting, 'metrics')).toEqual([
      `failed Another program answers on 127.0.0.1:${port}; stop it, or set another METRICS_PORT.`,
    ])
    await writeFile(manifest, '{"a": "{ nothing }"}')
    expect(findingsOf(await doctor(at, settings), 'trusted documents')).toEqual([
      starting('failed Cannot use the trusted documents of .*"nothing".* Check TRUSTED_DOCUMENTS'),
    ])
  })

  it('names an unreachable database without its password', async () => {
    const at = await home()
    const run = await doctor(at, { DATABASE_URL: 'postgresql://me:sesame@127.0.0.1:1/trips' })
    expect(run.code).toBe(1)
    expect(findingsOf(run, 'database')).toEqual([
      starting('failed Cannot connect to 127.0.0.1:1/trips .*ECONNREFUSED.* Check DATABASE_URL'),
    ])
    expect(run.text).not.toContain('sesame')
  })

  it('finds a data directory that others can read, and an interrupted restore', async () => {
    const at = await home()
    const { dataDir } = at.config
    await mkdir(dataDir, { mode: 0o755 })
    await chmod(dataDir, 0o755)
    expect(findingsOf(await doctor(at), 'data directory')).toEqual([
      `warning Other users can open ${dataDir}; run \`chmod 700 ${dataDir}\`.`,
    ])
    await writeFile(join(dataDir, 'restore.unfinished'), '')
    const run = await doctor(at)
    expect(run.code).toBe(1)
    expect(findingsOf(run, 'data directory')).toEqual([starting('failed A restore into')])
  })

  it('connects and logs in to the mail server, and sends nothing', async () => {
    const mails: string[] = []
    const server = new SMTPServer({
      ...{ hideSTARTTLS: true, allowInsecureAuth: true },
      onAuth: ({ password }, _, done) =>
        password === 'right' ? done(null, { user: 'x' }) : done(new Error('Wrong password')),
      onMailFrom: ({ address }, _, done) => {
        mails.push(address)
        done()
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
    const { port } = server.server.address() as AddressInfo
    const at = await home()
    const ask = async (user: string, at_port = port) =>
      doctor(at, { SMTP_URL: `smtp://${user}127.0.0.1:${at_port}`, MAIL_FROM: 'a@trips.example' })
    expect(findingsOf(await ask('me:right@'), 'outgoing mail')).toEqual([
      starting('warning 127.0.0.1:\\d+ offers no STARTTLS: the password and mails cross'),
    ])
    const wrong = await ask('me:wrong@')
    expect([wrong.code, wrong.text.includes('me:wrong')]).toEqual([1, false])
    expect(findingsOf(wrong, 'outgoing mail')).toEqual([
      starting('failed 127.0.0.1:\\d+ rejects the login: .* Check SMTP_URL.'),
    ])
    expect(findingsOf(await ask('', 1), 'outgoing mail')).toEqual([
      starting('failed Cannot use 127.0.0.1:1: .*ECONNREFUSED.* Check SMTP_URL.'),
    ])
    expect(mails).toEqual([])
  })

  it('finds another program on the port, and an invalid authorization server', async () => {
    const server = createServer((_, response) => response.end('hello'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const issuer = `http://127.0.0.1:${port}`
    const run = await doctor(await home(), { PORT: `${port}`, OAUTH_ISSUER: issuer })
    expect(run.code).toBe(1)
    expect(findingsOf(run, 'service')).toEqual([starting('failed Another program answers on')])
    expect(findingsOf(run, 'OAuth issuer')).toEqual([
      starting('failed Invalid metadata of the auth'),
    ])
    expect(findingsOf(run, 'clock')).toEqual([
      'ok This clock agrees with that of the authorization server.',
    ])
  })

  it.runIf(hasS3)('puts, reads and deletes a probe in both buckets', async () => {
    const place = await s3Place()
    onTestFinished(() => place.close())
    const at = await home()
    const settings = {
      ...{ S3_ENDPOINT: place.baseUrl, S3_REGION: s3Region },
      ...{ S3_BUCKET_PRIVATE: s3Buckets.private, S3_BUCKET_PUBLIC: s3Buckets.public },
      ...{ S3_ACCESS_KEY_ID: s3Keys.accessKeyId, S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey },
    }
    const run = await doctor(at, settings)
    expect(findingsOf(run, 'object store')).toEqual(
      [s3Buckets.private, s3Buckets.public].map(
        (bucket) => `ok Objects can be put, read and deleted in the bucket ${bucket}.`,
      ),
    )
    const wrong = await doctor(at, { ...settings, S3_SECRET_ACCESS_KEY: 'wrong-secret' })
    expect(wrong.code).toBe(1)
    expect(findingsOf(wrong, 'object store')).toEqual(
      ['private', 'public'].map((name) =>
        starting(`failed Cannot put an object in the bucket trips-${name}: .* Check the bucket`),
      ),
    )
    expect(wrong.text).not.toContain('wrong-secret')
  })
})
