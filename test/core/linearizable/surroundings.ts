/** Two processes of the service, and what can be done to them and to their database. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../../fresh-database.ts'
import { OpenedDeployment } from '../../operations/scale/deployment.ts'
import { isHeir, startPair } from '../../operations/scale/patroni.ts'
import { emptyDirectory, listening, type RunningProcess, run } from '../../process/process.ts'
import { type DisturbedConnection, disturbable } from './disturbed.ts'
import { recordStates } from './item-states.ts'
import { type Moments, now } from './operation.ts'
import { clockLibrary } from './programs-needed.ts'
import { answers, rowsAt, startServer } from './server.ts'

/** One of the two. */
export interface MortalProcess {
  /** Where it listens; undefined while it does not. */
  url: string | undefined
  kill(): Promise<void>
  start(): Promise<void>
  /** Sets its clock by so many days, from the right time; the monotonic clock goes on. */
  setClock(days: number): void
}

export interface Surroundings {
  processes: readonly [MortalProcess, MortalProcess]
  connection: DisturbedConnection
  /** The database itself, past the proxy. */
  database: string
  /** Loses the server; resolves once the database can be used again. */
  loseServer(): Promise<void>
  /** When a standby has taken the place of a lost server. */
  readonly promotions: readonly Moments[]
  /** Ends all that disturbs, and waits until nothing is under way. */
  settle(): Promise<void>
  close(): Promise<void>
}

const limits = ['SIGNUP', 'MAIL_ACCOUNT', 'MAIL_RECIPIENT'].map((name) => [`LIMIT_${name}`, '0'])

async function processOf(
  settings: Record<string, string>,
  opened: OpenedDeployment,
): Promise<MortalProcess> {
  const directory = await emptyDirectory()
  opened.add(() => directory.remove())
  const clock = join(directory.path, 'clock')
  const setClock = (days: number) => writeFileSync(clock, `${days < 0 ? '' : '+'}${days}d\n`)
  setClock(0)
  let running: RunningProcess | undefined
  const one: MortalProcess = {
    url: undefined,
    setClock,
    async kill() {
      one.url = undefined
      running?.child.kill('SIGKILL')
      await running?.ended
    },
    async start() {
      running = run(directory.path, {
        ...settings,
        LD_PRELOAD: clockLibrary ?? '',
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        FAKETIME_CACHE_DURATION: '1',
      })
      one.url = await listening(running)
    },
  }
  opened.add(one.kill)
  return one
}

/** Whether no statement and no transaction of a client is under way. */
async function isIdle(database: string): Promise<boolean> {
  const [row] = await rowsAt<{ busy: number }>(
    database,
    `select count(*)::int as busy from pg_stat_activity where backend_type = 'client backend'
      and pid <> pg_backend_pid() and state <> 'idle'`,
  )
  return row?.busy === 0
}

async function serverOf(kind: ServerKind, opened: OpenedDeployment) {
  if (kind === 'one server') {
    const server = await startServer(opened)
    const lose = async () => {
      await server.kill()
      await server.start()
    }
    return { url: server.url, lose, promotions: [] }
  }
  const pair = await startPair(opened)
  const promotions: Moments[] = []
  const lose = async () => {
    const lost = await pair.primary()
    const call = now()
    await lost.kill()
    await eventually(() => answers(pair.url), 90_000)
    promotions.push({ call, ret: now() })
    lost.start()
    // PostgreSQL has a synchronous standby before Patroni knows that it may be promoted.
    await eventually(() => isHeir(lost), 90_000)
  }
  return { url: pair.url, lose, promotions }
}

export type ServerKind = 'one server' | 'a Patroni pair'

/** Starts everything. */
export async function surroundings(kind: ServerKind): Promise<Surroundings> {
  const opened = new OpenedDeployment()
  try {
    const { url: database, lose: loseServer, promotions } = await serverOf(kind, opened)
    const connection = await disturbable(database, opened)
    const settings = {
      ...Object.fromEntries(limits),
      DATABASE_URL: connection.url,
      DATABASE_POOL_SIZE: '8',
      SECRET_KEY: 'what-the-two-processes-sign-with-both',
      LOG_LEVEL: 'silent',
    }
    const processes = [
      await processOf(settings, opened),
      await processOf(settings, opened),
    ] as const
    await Promise.all(processes.map((one) => one.start()))
    await recordStates(database)
    const settle = async () => {
      await connection.heal()
      await Promise.all(processes.map((one) => one.url ?? one.start()))
      for (const { url } of processes) {
        await eventually(
          () =>
            fetch(`${url}/readyz`).then(
              ({ ok }) => ok,
              () => false,
            ),
          60_000,
        )
      }
      // Twice: what was on its way has begun meanwhile.
      for (let times = 0; times < 2; times += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        await eventually(() => isIdle(database), 60_000)
      }
    }
    const close = () => opened.close()
    return { processes, connection, database, loseServer, promotions, settle, close }
  } catch (error) {
    await opened.close()
    throw error
  }
}
