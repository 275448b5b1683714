/** Two PostgreSQL servers under Patroni, with etcd and the proxy that leads to the primary. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePorts } from '../../free-ports.ts'
import { eventually } from '../../fresh-database.ts'
import { type OpenedDeployment, startProxy } from './deployment.ts'
import {
  deployed,
  postgresPrograms,
  programDirectory,
  type StartedProgram,
  start,
} from './programs.ts'

const password = 'superuser-of-the-pair'

/** Shorter than in production, so that a test need not wait for a minute. */
const times = {
  ...{ 'ttl: 30': 'ttl: 5', 'loop_wait: 10': 'loop_wait: 1' },
  'retry_timeout: 10': 'retry_timeout: 2',
}

export interface Member {
  name: string
  /** Of PostgreSQL, and of Patroni's REST interface. */
  ports: { postgres: number; rest: number }
  start(): void
  /** What the loss of the machine does to it. */
  kill(): Promise<void>
  printed(): string
}

/** What Patroni says about its server: `primary` once it is promoted, and so on. */
async function stateOf({ ports }: Member): Promise<{ role?: string; state?: string }> {
  const answer = await fetch(`http://127.0.0.1:${ports.rest}/patroni`).catch(() => undefined)
  return answer ? ((await answer.json()) as { role?: string; state?: string }) : {}
}

export const isPrimary = async (member: Member) => {
  const { role, state } = await stateOf(member)
  return state === 'running' && (role === 'master' || role === 'primary')
}

/** Whether Patroni would promote its server: the synchronous standby that is noted in etcd. */
export const isHeir = ({ ports }: Member) =>
  fetch(`http://127.0.0.1:${ports.rest}/synchronous`).then(
    ({ ok }) => ok,
    () => false,
  )

async function startEtcd(opened: OpenedDeployment): Promise<string> {
  const { client, peer } = await freePorts('client', 'peer')
  const directory = programDirectory()
  opened.add(() => directory.remove())
  const [clients, peers] = [client, peer].map((port) => `http://127.0.0.1:${port}`)
  const etcd = start(
    'etcd',
    [
      ...['--data-dir', directory.path, '--unsafe-no-fsync'],
      ...['--listen-client-urls', `${clients}`, '--advertise-client-urls', `${clients}`],
      ...['--listen-peer-urls', `${peers}`, '--initial-advertise-peer-urls', `${peers}`],
      ...['--initial-cluster', `default=${peers}`],
    ],
    { cwd: directory.path },
  )
  opened.add(() => etcd.end('SIGKILL'))
  await eventually(() =>
    fetch(`${clients}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return `127.0.0.1:${client}`
}

async function memberOf(name: string, etcd: string, opened: OpenedDeployment): Promise<Member> {
  const ports = await freePorts('postgres', 'rest')
  const directory = programDirectory()
  opened.add(() => directory.remove())
  const configuration = join(directory.path, 'patroni.yml')
  writeFileSync(configuration, deployed('patroni.yml', times), { mode: 0o644 })
  const data = join(directory.path, 'data')
  const env = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcd,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${ports.rest}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${ports.rest}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${ports.postgres}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${ports.postgres}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms(),
    PATRONI_POSTGRESQL_PGPASS: join(directory.path, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: `${password}-2`,
  }
  let program: StartedProgram | undefined
  const kill = async () => {
    const postmaster = readPostmaster(data)
    const ended = program?.end('SIGKILL')
    if (postmaster) kill9(postmaster)
    await ended
    program = undefined
    // Its other processes notice that it is gone; a new one refuses to start before.
    if (postmaster) await eventually(() => !kill9(postmaster))
  }
  opened.add(kill)
  return {
    name,
    ports,
    kill,
    printed: () => program?.printed() ?? '',
    start() {
      program = start('patroni', [configuration], { cwd: directory.path, env })
    },
  }
}

/** The process of the server in that directory. */
function readPostmaster(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

/** Whether there was a process to kill. */
function kill9(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL')
    return true
  } catch {
    return false
  }
}

export interface Pair {
  members: readonly [Member, Member]
  /** The database through the proxy, wherever the primary is. */
  url: string
  primary(): Promise<Member>
  standby(): Promise<Member>
}

/** Starts everything; once it resolves, the second server is the synchronous standby. */
export async function startPair(opened: OpenedDeployment): Promise<Pair> {
  const etcd = await startEtcd(opened)
  const members = [
    await memberOf('one', etcd, opened),
    await memberOf('two', etcd, opened),
  ] as const
  const [one, two] = members
  one.start()
  await eventually(() => isPrimary(one), 60_000)
  two.start()
  const proxy = await startProxy(
    'haproxy-postgres.cfg',
    {
      DATABASE_ONE: `127.0.0.1:${one.ports.postgres}`,
      DATABASE_TWO: `127.0.0.1:${two.ports.postgres}`,
      PATRONI_ONE: String(one.ports.rest),
      PATRONI_TWO: String(two.ports.rest),
    },
    opened,
  )
  const url = `postgresql://postgres:${password}@${proxy}/postgres`
  await eventually(() => hasSynchronousStandby(url), 60_000)
  await eventually(() => isHeir(two), 60_000)
  const find = async (holds: (member: Member) => Promise<boolean>) => {
    for (const member of members) if (await holds(member)) return member
    throw new Error('no such member')
  }
  return {
    members,
    url,
    primary: () => find(isPrimary),
    standby: () => find(async (member) => !(await isPrimary(member))),
  }
}

/** Whether the primary waits for a standby, and has one. */
export async function hasSynchronousStandby(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const text = `select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`
    return (await client.query(text)).rowCount === 1
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
