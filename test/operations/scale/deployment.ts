/**
 * Two processes of the service, as they are built, behind the proxy of `src/operations/deploy/`.
 */
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePorts } from '../../free-ports.ts'
import { eventually } from '../../fresh-database.ts'
import { startSink } from '../../outside/mail/sink.ts'
import { emptyDirectory, listening, type RunningProcess, run, stop } from '../../process/process.ts'
import {
  deployed,
  poolerConfiguration,
  programDirectory,
  proxyAccount,
  type StartedProgram,
  start,
} from './programs.ts'

/** What is opened last is closed first. */
export class OpenedDeployment {
  readonly #closers: (() => unknown)[] = []

  add(close: () => unknown): void {
    this.#closers.unshift(close)
  }

  async close(): Promise<void> {
    for (let close = this.#closers.shift(); close; close = this.#closers.shift()) await close()
  }
}

/** HAProxy with that configuration; the URL or address of what it listens on. */
export async function startProxy(
  name: 'haproxy.cfg' | 'haproxy-postgres.cfg',
  env: Record<string, string>,
  opened: OpenedDeployment,
): Promise<string> {
  const { listen } = await freePorts('listen')
  const directory = programDirectory()
  opened.add(() => directory.remove())
  const path = join(directory.path, name)
  writeFileSync(path, deployed(name), { mode: 0o644 })
  const proxy = start('haproxy', ['-db', '-f', path], {
    cwd: directory.path,
    env: { LISTEN: `127.0.0.1:${listen}`, ...proxyAccount, ...env },
  })
  opened.add(() => proxy.end('SIGKILL'))
  await eventually(() => accepts(listen)).catch(() => {
    throw new Error(`HAProxy does not listen: ${proxy.printed()}`)
  })
  return `127.0.0.1:${listen}`
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** PgBouncer in front of the database at that URL; the URL of the same database through it. */
export async function startPooler(server: string, opened: OpenedDeployment): Promise<string> {
  const { hostname, port: at, username, pathname } = new URL(server)
  const { port } = await freePorts('port')
  const directory = programDirectory()
  opened.add(() => directory.remove())
  const users = join(directory.path, 'userlist.txt')
  writeFileSync(users, `"${username}" ""\n`, { mode: 0o644 })
  const name = pathname.slice(1)
  const path = join(directory.path, 'pgbouncer.ini')
  const text = poolerConfiguration({
    ...{ LISTEN_PORT: String(port), USERS_FILE: users },
    ...{ DATABASE_HOST: hostname, DATABASE_PORT: at, DATABASE_NAME: name },
  })
  // The server of the tests asks for no password.
  const trusting = text.replace('auth_type = scram-sha-256', 'auth_type = trust')
  writeFileSync(path, trusting, { mode: 0o644 })
  const pooler: StartedProgram = start('pgbouncer', [path], { cwd: directory.path })
  opened.add(() => pooler.end('SIGKILL'))
  await eventually(() => pooler.printed().includes('process up'))
  return `postgresql://${username}@127.0.0.1:${port}/${name}`
}

export interface Deployment {
  /** The URLs of the two processes, and of the proxy in front of them. */
  one: string
  two: string
  proxy: string
  processes: readonly [RunningProcess, RunningProcess]
  /** Where mail goes. */
  sink: Awaited<ReturnType<typeof startSink>>
}

const limits = ['SIGNUP', 'ALTERNATIVE_EMAIL', 'MAIL_ACCOUNT'].map((name) => [`LIMIT_${name}`, '0'])

/** Two processes that share database, files and keys, and a proxy that has found both ready. */
export async function deploy(
  database: Record<string, string>,
  opened: OpenedDeployment,
): Promise<Deployment> {
  const sink = await startSink()
  opened.add(() => sink.close())
  const directory = await emptyDirectory()
  opened.add(() => directory.remove())
  const settings = {
    ...database,
    ...Object.fromEntries(limits),
    DATA_DIR: directory.path,
    SECRET_KEY: 'what the two processes sign with, both'.replaceAll(' ', '-'),
    OPERATOR_KEY: 'operator-key-of-both-processes',
    SMTP_URL: sink.url,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
  const processes = [run(directory.path, settings), run(directory.path, settings)] as const
  for (const running of processes) {
    opened.add(() => {
      running.child.kill('SIGKILL')
      return running.ended
    })
  }
  const [one, two] = await Promise.all([listening(processes[0]), listening(processes[1])])
  const env = { SERVICE_ONE: new URL(one).host, SERVICE_TWO: new URL(two).host }
  const proxy = `http://${await startProxy('haproxy.cfg', env, opened)}`
  await eventually(() =>
    fetch(`${proxy}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return { one, two, proxy, processes, sink }
}

/** Ends the processes as an operator does, and says with which codes. */
export const stopAll = async (processes: readonly RunningProcess[]) =>
  (await Promise.all(processes.map(stop))).map(({ code }) => code)
