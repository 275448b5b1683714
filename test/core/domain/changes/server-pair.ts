/**
 * A PostgreSQL server with a standby that can take its place. Clients keep one address: a listener
 * that passes their connections on to whichever server is the primary.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

export interface ServerPair {
  /** Leads to the primary. */
  url: string
  /** The standby receives nothing more from the primary. */
  part(): Promise<void>
  /** Stops the primary, promotes the standby, and makes a new standby. */
  promote(): Promise<void>
  close(): Promise<void>
}

const run = promisify(execFile)

async function postgres(...words: string[]): Promise<string> {
  const script = `${import.meta.dirname}/../../../postgres.sh`
  const { stdout } = await run(script, words, { encoding: 'utf8' })
  return stdout.trim()
}

async function ask(url: string, ...texts: string[]): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    let row: Record<string, unknown> | undefined
    for (const text of texts) row = (await client.query(text)).rows[0]
    return row
  } finally {
    await client.end()
  }
}

/** Connections to one address, passed on to the server that is named last. */
async function openPassage() {
  const sockets = new Set<Socket>()
  let port = 0
  const server = createServer((client) => {
    const onward = connect(port, '127.0.0.1')
    for (const [one, other] of [[client, onward] as const, [onward, client] as const]) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(url: string) {
      port = Number(new URL(url).port)
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Starts both servers in new folders of a directory. */
export async function openPair(directory: string): Promise<ServerPair> {
  let made = 0
  const place = () => {
    made += 1
    return join(directory, `server-${made}`)
  }
  let primary = { place: place(), url: '' }
  primary.url = await postgres('start', primary.place)
  const newStandby = async () => {
    const at = place()
    return { place: at, url: await postgres('standby', at, primary.place) }
  }
  let standby = await newStandby()
  const passage = await openPassage()
  passage.leadTo(primary.url)
  const url = new URL(primary.url)
  url.port = String(passage.port)

  /** Waits until the standby has what the primary has. */
  async function caughtUp(): Promise<void> {
    const now = await ask(primary.url, 'select pg_current_wal_lsn() as at')
    const isThere = `select pg_last_wal_replay_lsn() >= '${now?.at}' as yes`
    while (!(await ask(standby.url, isThere))?.yes) await setTimeout(20)
  }
  return {
    url: url.href,
    async part() {
      await caughtUp()
      await ask(standby.url, "alter system set primary_conninfo = ''", 'select pg_reload_conf()')
      const receives = 'select exists (select from pg_stat_wal_receiver) as yes'
      while ((await ask(standby.url, receives))?.yes) await setTimeout(20)
    },
    async promote() {
      await postgres('stop', primary.place)
      await postgres('promote', standby.place)
      primary = standby
      standby = await newStandby()
      passage.leadTo(primary.url)
    },
    async close() {
      await passage.close()
      for (const { place: at } of [standby, primary]) await postgres('stop', at)
    },
  }
}
