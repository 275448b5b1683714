/** Runs the real process, as `npm start` does, in a directory of its own. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { built, repository } from '../tools/build/built.ts'

const server = built('server')

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  /** Milliseconds from start to end. */
  ms: number
}

export interface RunningProcess {
  child: ChildProcess
  /** What has been printed so far. */
  printed: { stdout: string; stderr: string }
  ended: Promise<Ended>
}

/** An empty directory, and what removes it. */
export async function emptyDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'trips-process-'))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Starts the service in `directory` with these settings and nothing else from this process. */
export function run(
  directory: string,
  settings: Record<string, string> = {},
  program = server,
): RunningProcess {
  const child = spawn(process.execPath, [program], {
    cwd: directory,
    env: environment(directory, settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return watched(child)
}

/** `npm start` with its data in `directory`, as the leader of a process group of its own. */
export function runNpm(directory: string, settings: Record<string, string> = {}): RunningProcess {
  const child = spawn('npm', ['start'], {
    cwd: repository,
    env: environment(directory, { DATA_DIR: directory, ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  return watched(child)
}

const environment = (directory: string, settings: Record<string, string>) => ({
  ...{ PATH: process.env.PATH, HOME: directory, PORT: '0' },
  // What is installed on a machine decides no test.
  KITINERARY_EXTRACTOR: 'off',
  ...settings,
})

/** A started process, with what it prints. */
export function watched(child: ChildProcessByStdio<null, Readable, Readable>): RunningProcess {
  const begun = performance.now()
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed.stderr += text
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      resolve({ code, signal, ...printed, ms: performance.now() - begun })
    })
  })
  return { child, printed, ended }
}

/**
 * Waits until it has said where it listens; that address. Throws what it said if it ends instead.
 */
export async function listening({ child, printed, ended }: RunningProcess): Promise<string> {
  for (;;) {
    const [, url] = /^GraphQL +(\S+)\/graphql$/m.exec(printed.stdout) ?? []
    if (url) return url
    if (child.exitCode !== null || child.signalCode !== null) {
      const { code, stderr } = await ended
      throw new Error(`the service ended with ${code}: ${stderr}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Sends SIGTERM and waits for the end. */
export async function stop({ child, ended }: RunningProcess): Promise<Ended> {
  child.kill('SIGTERM')
  return await ended
}
