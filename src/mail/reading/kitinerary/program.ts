/** `kitinerary-extractor` as a program: one run for each message (test/mail/kitinerary). */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants } from 'node:fs/promises'

/** Without our own environment, which holds secrets. */
const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC', HOME: '/nonexistent' }

/** Uncertain results are wanted, too: they become a reason for the inbox. */
const words = ['--output', 'JsonLd', '--no-validation']

/** KiB of memory, eight times what a PDF of boarding passes takes, and seconds of the processor. */
const [maxMemory, maxSeconds] = [1024 * 1024, 10]

/** Sets the limits that the system knows, and becomes the program. */
const limited = [
  ...[`ulimit -v ${maxMemory}`, `ulimit -t ${maxSeconds}`, 'ulimit -c 0'].map(
    (limit) => `${limit} 2>/dev/null || :`,
  ),
  'exec "$0" "$@"',
].join('\n')

const maxBytes = 1024 * 1024

/** Why the program gave no result; never its own output, which quotes the message. */
export class NoAnswer extends Error {}

/** Kills the program and its children. */
function end({ pid, stdout }: ChildProcess): void {
  stdout?.destroy()
  try {
    // It leads a process group of its own.
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

/** The whole output of a running program. */
async function answerOf(child: ChildProcess, bytes: Uint8Array): Promise<string> {
  const chunks: Buffer[] = []
  let held = 0
  child.stdout?.on('data', (chunk: Buffer) => {
    held += chunk.length
    if (held <= maxBytes) chunks.push(chunk)
    else end(child)
  })
  // If it exits before it has read everything, its exit code says why.
  child.stdin?.on('error', () => {}).end(bytes)
  // `once` throws the error of the system where it cannot be started.
  const [code, signal] = await once(child, 'close')
  if (held > maxBytes) throw new NoAnswer('output too large')
  if (code !== 0) throw new NoAnswer(`exited with ${code ?? signal}`)
  return Buffer.concat(chunks).toString()
}

export interface Extractor {
  /**
   * What the program reads in a message, within `timeLimit` milliseconds. Throws `NoAnswer`, or the
   * error of the system where it cannot be started.
   */
  ask(bytes: Uint8Array, timeLimit: number): Promise<string>
  /** Ends the program where it runs; it is started no more. */
  close(): void
}

/** The program of this path, which is run once for each question. */
export function extractorAt(program: string): Extractor {
  const running = new Set<ChildProcess>()
  let isClosed = false
  return {
    async ask(bytes, timeLimit) {
      await access(program, constants.X_OK)
      if (isClosed) throw new NoAnswer('the service is stopping')
      const child = spawn('/bin/sh', ['-c', limited, program, ...words], {
        ...{ env, cwd: '/', detached: true },
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      running.add(child)
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        end(child)
      }, timeLimit)
      try {
        return await answerOf(child, bytes)
      } catch (error) {
        throw isLate ? new NoAnswer(`timed out after ${timeLimit} ms`) : error
      } finally {
        clearTimeout(timer)
        running.delete(child)
      }
    },
    close() {
      isClosed = true
      for (const child of running) end(child)
    },
  }
}
