/** A PostgreSQL server that can die, and comes back with what it has acknowledged. */
import { join } from 'node:path'
import pg from 'pg'
import { freePorts } from '../../free-ports.ts'
import { eventually } from '../../fresh-database.ts'
import type { OpenedDeployment } from '../../operations/scale/deployment.ts'
import { postgresPrograms, programDirectory, start } from '../../operations/scale/programs.ts'

export interface MortalServer {
  url: string
  /** Ends all its processes at once, without a checkpoint. */
  kill(): Promise<void>
  /** Starts it again, and waits until it accepts connections. */
  start(): Promise<void>
}

/** Whether a statement can be run there. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query('select pg_is_in_recovery() as standby')).rows[0].standby === false
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** A new server; commits are in the hands of the system before they are acknowledged. */
export async function startServer(opened: OpenedDeployment): Promise<MortalServer> {
  const directory = programDirectory()
  opened.add(() => directory.remove())
  const data = join(directory.path, 'data')
  const program = (name: string) => join(postgresPrograms(), name)
  const words = ['-U', 'trips', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  await start(program('initdb'), ['-D', data, ...words], { cwd: directory.path }).ended
  const { port } = await freePorts('port')
  const url = `postgresql://trips@127.0.0.1:${port}/postgres`
  const settings = [
    ...['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${directory.path}`],
    // The machine itself goes on.
    ...['fsync=off', 'full_page_writes=off', 'shared_buffers=64MB'],
  ].flatMap((setting) => ['-c', setting])
  const launch = () =>
    start(program('postgres'), ['-D', data, ...settings], { cwd: directory.path })
  let running = launch()
  const server = {
    url,
    kill: () => running.end('SIGQUIT'),
    async start() {
      running = launch()
      await eventually(() => answers(url), 60_000)
    },
  }
  opened.add(server.kill)
  await eventually(() => answers(url), 60_000)
  return server
}

/** A statement on the database itself. */
export async function rowsAt<Row extends pg.QueryResultRow>(
  database: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
