/**
 * The other programs of a deployment, run from what the system has installed. Each has a directory
 * and ports of its own; PostgreSQL and PgBouncer refuse to run as root, so none of them does.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const isRoot = process.getuid?.() === 0
const numberOf = (flag: '-u' | '-g') =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
const account = isRoot ? { uid: numberOf('-u'), gid: numberOf('-g') } : {}

/** Where the newest PostgreSQL has its programs. */
export function postgresPrograms(): string {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(a) - Number(b))
  return `/usr/lib/postgresql/${versions.at(-1)}/bin`
}

/** What HAProxy is to run as: the account that starts it. */
export const proxyAccount = {
  PROXY_USER: isRoot ? 'postgres' : userInfo().username,
  PROXY_GROUP: isRoot ? 'postgres' : execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim(),
}

/** The configuration of PgBouncer with these variables. */
export const poolerConfiguration = (env: Record<string, string>): string =>
  execFileSync(
    'sh',
    [fileURLToPath(new URL('../../../src/operations/deploy/pgbouncer.sh', import.meta.url))],
    {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    },
  )

/** A file of `src/operations/deploy/`, with some of its text replaced; each must be there. */
export function deployed(name: string, changes: Record<string, string> = {}): string {
  const path = fileURLToPath(new URL(`../../../src/operations/deploy/${name}`, import.meta.url))
  return Object.entries(changes).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${name} does not say "${from}"`)
      return text.replace(from, () => to)
    },
    readFileSync(path, 'utf8'),
  )
}

/** A directory that the programs can write to. */
export function programDirectory(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'trips-scale-'))
  chmodSync(path, 0o700)
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid)
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

export interface StartedProgram {
  child: ChildProcess
  /** What it has printed so far. */
  printed(): string
  /** It has ended. */
  ended: Promise<void>
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts a program; how it prints and ends is the caller's to watch. */
export function start(
  command: string,
  words: string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): StartedProgram {
  const path = `${process.env.PATH}:/usr/sbin:/usr/bin`
  const child = spawn(command, words, {
    ...account,
    cwd,
    env: { PATH: path, HOME: cwd, LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      text += part
    })
  }
  child.on('error', (error) => {
    text += error.message
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return {
    child,
    printed: () => text,
    ended,
    async end(signal) {
      child.kill(signal)
      await ended
    },
  }
}
