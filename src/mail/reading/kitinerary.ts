/**
 * Debian's `kitinerary-extractor`, which reads PDFs, passes and the mails of many vendors, beside
 * our own parser (test/mail/kitinerary; KITINERARY_EXTRACTOR). It is asked where a message itself
 * says nothing: what our parser has found or doubted stands. Whatever is wrong with it is logged,
 * and the message is as it would be without it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../../errors.ts'
import { Turnstile } from '../../limits/turnstile.ts'
import type { MailParser } from './parsing.ts'
import { reasons } from './reasons.ts'
import type { ParsedMail } from './reservation.ts'

export interface KitineraryOptions {
  /** The path of the program. */
  program: string
  parser: Pick<MailParser, 'parse' | 'readMarkup'>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Milliseconds for one message; 5 s unless a test says otherwise. */
  timeLimit?: number
}

export interface AskingParser {
  /** As `MailParser.parse`; where too many wait for the program, it throws SERVICE_UNAVAILABLE. */
  parse(bytes: Uint8Array, key?: string): Promise<ParsedMail>
  /** Ends the program where it runs. */
  close(): void
}

const mostBytes = 1024 * 1024

/** Nothing of our own environment, which holds secrets. */
const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC', HOME: '/nonexistent' }

/** What it is not sure of is said, too: it is a reason for the inbox, and no lesser booking. */
const words = ['--output', 'JsonLd', '--no-validation']

/** Ends the program with all that it has started. */
function end({ pid, stdout }: ChildProcess): void {
  stdout?.destroy()
  try {
    // It leads a group of its own.
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Why the program has not answered: never with its words, which quote the message. */
class NoAnswer extends Error {}

/** What a running program says, to its end. */
async function answerOf(child: ChildProcess, bytes: Uint8Array): Promise<string> {
  const chunks: Buffer[] = []
  let held = 0
  child.stdout?.on('data', (chunk: Buffer) => {
    held += chunk.length
    if (held <= mostBytes) chunks.push(chunk)
    else end(child)
  })
  // One that ends before it has read everything says why by its exit code.
  child.stdin?.on('error', () => {}).end(bytes)
  // `once` throws what the system says against starting it.
  const [code, signal] = await once(child, 'close')
  if (held > mostBytes) throw new NoAnswer('output too large')
  if (code !== 0) throw new NoAnswer(`exited with ${code ?? signal}`)
  return Buffer.concat(chunks).toString()
}

/** Reads messages with the parser, and asks the program about those that say nothing. */
export function askKitinerary(options: KitineraryOptions): AskingParser {
  const { program, parser, log, timeLimit = 5_000 } = options
  // What a stranger sends takes no more than one process, and no client waits longer (RFC 5321).
  const turnstile = new Turnstile({ max: 1, maxWait: 600_000 })
  let running: ChildProcess | undefined
  let isClosed = false

  /** What it says of a message; the program ends with the answer, or when its time is over. */
  const ask = async (bytes: Uint8Array): Promise<string> => {
    if (isClosed) throw new NoAnswer('the service is stopping')
    const stdio = ['pipe', 'pipe', 'ignore'] as const
    const child = spawn(program, words, { env, cwd: '/', detached: true, stdio: [...stdio] })
    running = child
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
      running = undefined
    }
  }

  return {
    async parse(bytes, key = '') {
      const parsed = await parser.parse(bytes, key)
      if (parsed.doubt !== reasons.nothingFound) return parsed
      try {
        const reading = await parser.readMarkup(await turnstile.pass(key, () => ask(bytes)), key)
        if (reading === undefined) throw new NoAnswer('output is not a JSON-LD list')
        return { ...parsed, ...reading }
      } catch (error) {
        // A full queue, or one that is closed, says nothing of the message: it may come again.
        if (error instanceof Refusal) throw error
        const { code } = error as NodeJS.ErrnoException
        const problem = error instanceof NoAnswer ? error.message : (code ?? 'could not be started')
        log.warn({ problem }, 'kitinerary-extractor failed')
        return parsed
      }
    },
    close() {
      isClosed = true
      if (running) end(running)
    },
  }
}
