/** HAProxy and PgBouncer without containers: the defaults of their variables, and passwords. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../../free-ports.ts'
import { eventually } from '../../fresh-database.ts'
import { foundFor, installed } from '../../installed.ts'
import { repository } from '../../tools/build/built.ts'
import { OpenedDeployment } from '../scale/deployment.ts'
import {
  poolerConfiguration,
  postgresPrograms,
  programDirectory,
  start,
} from '../scale/programs.ts'

const deploy = (name: string) => join(repository, 'src/operations/deploy', name)
const hasProxy = foundFor('operations/deploy/proxies', 'haproxy')
const hasPooler =
  foundFor('operations/deploy/proxies', 'pgbouncer') && installed('../lib/postgresql')

describe.skipIf(!hasProxy)(`HAProxy${hasProxy ? '' : ' (not installed)'}`, () => {
  const check = (name: string, env: Record<string, string> = {}) => {
    const path = `${process.env.PATH}:/usr/sbin`
    const words = ['-c', '-V', '-f', deploy(name)]
    const { status, stderr } = spawnSync('haproxy', words, {
      env: { PATH: path, ...env },
      encoding: 'utf8',
    })
    return { status, stderr }
  }

  it('accepts haproxy.cfg without variables, and with each of them', () => {
    expect(check('haproxy.cfg').status).toBe(0)
    const all = { LISTEN: '[::1]:81', SERVICE_ONE: '10.0.0.5:1', SERVICE_TWO: 'two.example:2' }
    expect(
      check('haproxy.cfg', { ...all, PROXY_USER: 'nobody', PROXY_GROUP: 'nogroup' }).status,
    ).toBe(0)
    // The variables are read: what they say can be wrong.
    for (const name of Object.keys(all)) {
      expect(check('haproxy.cfg', { [name]: 'x:99999' }).status, name).toBe(1)
    }
    expect(check('haproxy.cfg', { PROXY_USER: 'no-such-user' }).status).toBe(1)
  })

  it('accepts haproxy-postgres.cfg with the two servers', () => {
    const servers = { DATABASE_ONE: '10.0.0.5:5432', DATABASE_TWO: '10.0.0.6:5432' }
    expect(check('haproxy-postgres.cfg', servers).status).toBe(0)
    expect(check('haproxy-postgres.cfg', { ...servers, LISTEN: 'x:99999' }).status).toBe(1)
    expect(check('haproxy-postgres.cfg').status).toBe(1)
  })

  it('detects a stopping process as fast as README and configuration say', () => {
    const [, inter, fast, fall] =
      /check inter (\d+)ms fastinter (\d+)ms .* fall (\d+) /.exec(
        readFileSync(deploy('haproxy.cfg'), 'utf8'),
      ) ?? []
    const seconds = (Number(inter) + Number(fast) * (Number(fall) - 1)) / 1000
    expect(seconds).toBe(0.6)
    expect(readFileSync(deploy('haproxy.cfg'), 'utf8')).toContain(
      'noticed after 0.6 s at the latest',
    )
    const readme = readFileSync(deploy('README.md'), 'utf8').replaceAll(/\s+/g, ' ')
    expect(readme).toContain('every 0.5 s, and again 0.1 s after a failure; two failures')
    const [, delay] = /STOP_DELAY: '(\d+)'/.exec(readFileSync(deploy('compose.yaml'), 'utf8')) ?? []
    expect(Number(delay) / 1000).toBeGreaterThan(seconds)
  })
})

describe('the configuration of PgBouncer', () => {
  const valuesOf = (env: Record<string, string> = {}) =>
    Object.fromEntries(
      [...poolerConfiguration(env).matchAll(/^(\w+) = ?(.*)$/gm)].map(([, key, value]) => [
        key as string,
        value,
      ]),
    )

  it('has defaults for one machine, and values from the environment', () => {
    expect(valuesOf()).toMatchObject({
      trips: 'host=127.0.0.1 port=5432 dbname=trips',
      listen_addr: '127.0.0.1',
      listen_port: '6432',
      auth_type: 'scram-sha-256',
      auth_file: '/etc/pgbouncer/userlist.txt',
      pool_mode: 'transaction',
    })
    const env = {
      ...{ LISTEN_ADDRESS: '0.0.0.0', LISTEN_PORT: '7000', USERS_FILE: '/users' },
      ...{ DATABASE_HOST: 'db.example', DATABASE_PORT: '5433', DATABASE_NAME: 'plans' },
    }
    expect(valuesOf(env)).toMatchObject({
      plans: 'host=db.example port=5433 dbname=plans',
      ...{ listen_addr: '0.0.0.0', listen_port: '7000', auth_file: '/users' },
    })
  })
})

describe.skipIf(!hasPooler)(`PgBouncer, by SCRAM${hasPooler ? '' : ' (not installed)'}`, () => {
  const opened = new OpenedDeployment()
  const password = 'password-of-trips'
  let database: number
  let secret = ''

  beforeAll(async () => {
    const { path, remove } = programDirectory()
    opened.add(remove)
    const { port } = await freePorts('port')
    database = port
    const bin = postgresPrograms()
    writeFileSync(join(path, 'password'), 'of-the-superuser', { mode: 0o644 })
    const made = start(
      join(bin, 'initdb'),
      [
        '-D',
        join(path, 'data'),
        '-U',
        'super',
        '--auth=scram-sha-256',
        '--no-sync',
        `--pwfile=${join(path, 'password')}`,
      ],
      { cwd: path },
    )
    await made.ended
    const words = ['-D', join(path, 'data'), '-c', `port=${port}`, '-c', 'fsync=off']
    const server = start(
      join(bin, 'postgres'),
      [...words, '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${path}`],
      { cwd: path },
    )
    opened.add(() => server.end('SIGQUIT'))
    const connection = { host: '127.0.0.1', port, user: 'super', password: 'of-the-superuser' }
    await eventually(() => asks(connection, 'select 1'))
    await asks(connection, `create role trips login password '${password}'`)
    await asks(connection, 'create database trips owner trips')
    const client = new pg.Client({ ...connection, database: 'postgres' })
    await client.connect()
    const { rows } = await client.query(`select rolpassword from pg_authid where rolname = 'trips'`)
    await client.end()
    secret = rows[0].rolpassword
  })
  afterAll(() => opened.close())

  /** Whether the statement succeeds. */
  async function asks(connection: pg.ClientConfig, sql: string): Promise<boolean> {
    const client = new pg.Client({ database: 'postgres', ...connection })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(sql)
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** Starts PgBouncer with that line for `trips`; asks through it. */
  async function through(word: string) {
    const { path, remove } = programDirectory()
    opened.add(remove)
    const { port } = await freePorts('port')
    const users = join(path, 'userlist.txt')
    writeFileSync(users, `"trips" "${word}"\n`, { mode: 0o644 })
    const env = { LISTEN_PORT: String(port), DATABASE_PORT: String(database), USERS_FILE: users }
    writeFileSync(join(path, 'pgbouncer.ini'), poolerConfiguration(env), { mode: 0o644 })
    const pooler = start('pgbouncer', [join(path, 'pgbouncer.ini')], { cwd: path })
    opened.add(() => pooler.end('SIGKILL'))
    await eventually(() => pooler.printed().includes('process up'))
    const connection = { host: '127.0.0.1', port, user: 'trips', database: 'trips' }
    return (password: string) => asks({ ...connection, password }, 'select 1')
  }

  it.each(['a password', 'the SCRAM secret of the server'])('%s in userlist.txt', async (kind) => {
    const ask = await through(kind === 'a password' ? password : secret)
    expect(await ask(password)).toBe(true)
    expect(await ask('another password')).toBe(false)
  })

  it('a separately created SCRAM secret of the same password is refused', async () => {
    const [, iterations] = secret.split(/[$:]/)
    const { createHmac, createHash, pbkdf2Sync, randomBytes } = await import('node:crypto')
    const salt = randomBytes(16)
    const salted = pbkdf2Sync(password, salt, Number(iterations), 32, 'sha256')
    const keyOf = (word: string) => createHmac('sha256', salted).update(word).digest()
    const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
    const parts = [salt.toString('base64'), stored, keyOf('Server Key').toString('base64')]
    const apart = `SCRAM-SHA-256$${iterations}:${parts[0]}$${parts[1]}:${parts[2]}`
    expect(await (await through(apart))(password)).toBe(false)
  })
})
