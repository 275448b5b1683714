/** Runs `kitinerary-extractor` once per message (test/mail/reading/kitinerary). */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants } from 'node:fs/promises'
import { mebi } from '../../../base/values.ts'

/** Without this process's environment, which contains secrets. */
const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC', HOME: '/nonexistent' }

/** Includes uncertain results: they become a reason for the inbox. */
const words = ['--output', 'JsonLd', '--no-validation']

/** KiB of memory, eight times the need of a PDF of boarding passes, and seconds of CPU time. */
const [maxMemory, maxSeconds] = [1024 * 1024, 10]

/** Sets the system's resource limits, then executes the program. */
const limited = [
  ...[`ulimit -v ${maxMemory}`, `ulimit -t ${maxSeconds}`, 'ulimit -c 0'].map(
    (limit) => `${limit} 2>/dev/null || :`,
  ),
  'exec "$0" "$@"',
].join('\n')

const maxBytes = mebi

/** Why there is no result; never the program's output, which quotes the message. */
export class NoAnswer extends Error {}

/** Kills the program and its children. */
function end({ pid, stdout }: ChildProcess): void {
  stdout?.destroy()
  try {
    // The program leads a separate process group.
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
  // If it exits before it has read everything, the exit code tells why.
  child.stdin?.on('error', () => {}).end(bytes)
  // `once` throws the system's error if the program cannot be started.
  const [code, signal] = await once(child, 'close')
  if (held > maxBytes) throw new NoAnswer('output too large')
  if (code !== 0) throw new NoAnswer(`exited with ${code ?? signal}`)
  return Buffer.concat(chunks).toString()
}

interface Extractor {
  /**
   * The program's output for a message, within `timeLimit` milliseconds. Throws `NoAnswer`, or the
   * system's error if it cannot be started.
   */
  ask(bytes: Uint8Array, timeLimit: number): Promise<string>
  /** Ends the program if it runs; it is not started again. */
  close(): void
}

/** The extractor at this path. */
export function extractorAt(program: string): Extractor {
  const running = new Set<ChildProcess>()
  let isClosed = false
  return {
    async ask(bytes, timeLimit) {
      await access(program, constants.X_OK)
      if (isClosed) throw new NoAnswer('the service is stopping')
      const child = spawn('/bin/sh', ['-c', limited, program, ...words], {
        env,
        cwd: '/',
        detached: true,
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
