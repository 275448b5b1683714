/** The measured servers, each a process of its own, as `npm start` runs them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { repository, startOptions } from '../tools/build/built.ts'

const startTimeoutMs = 30_000

export interface BenchServer {
  name: string
  url: string
  pid: number
  /** Starts the count of `peakMemory` again. */
  resetPeakMemory(): void
  /** MiB of resident memory at most since then; undefined where the system does not tell. */
  peakMemory(): number | undefined
  stop(): Promise<void>
}

/** Starts `script` (from the repository's root) and waits until /readyz says yes. */
export async function startServer(
  name: string,
  script: string,
  environment: Record<string, string>,
  logFile: string,
): Promise<BenchServer> {
  const port = await freePort()
  const log = openSync(logFile, 'w')
  const options = script.endsWith('.ts') ? ['--import', 'tsx'] : startOptions()
  const child = spawn(process.execPath, [...options, script], {
    cwd: repository,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...environment },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const exit = once(child, 'exit')
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
    if (!hasExited()) child.kill('SIGTERM')
    await exit
  }
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + startTimeoutMs
  while (!(await isReady(url))) {
    if (hasExited() || Date.now() > deadline) {
      await stop()
      const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20)
      throw new Error(`${script} did not start:\n${lines.join('\n')}`)
    }
    await pause(100)
  }
  const proc = `/proc/${child.pid}`
  return {
    name,
    url,
    pid: child.pid ?? 0,
    stop,
    resetPeakMemory: () => ignoringErrors(() => writeFileSync(`${proc}/clear_refs`, '5')),
    peakMemory: () => ignoringErrors(() => peakOf(readFileSync(`${proc}/status`, 'utf8'))),
  }
}

export async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

function peakOf(status: string): number {
  return Math.round(Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]) / 1024)
}

/** The files under /proc are Linux's; elsewhere the memory is left out. */
function ignoringErrors<T>(attempt: () => T): T | undefined {
  try {
    return attempt()
  } catch {
    return undefined
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
