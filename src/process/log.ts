/**
 * The log: JSON lines with request ids, pretty for people. A request is logged with its outcome but
 * without its content: no bodies, no headers, and only harmless values of the query. Secrets are
 * masked by their names at any depth, because pino's list of paths would have to foresee them all;
 * and text that looks like a credential is removed from every finished line.
 */
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '../settings/config.ts'
import { routeOf } from './route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered even under overload; not traced, and logged only at level debug. */
    isProbe?: boolean
  }
}

/** Replaces a secret. */
export const masked = '[masked]'
const secretName =
  /authorization|cookie|passw|token|secret|(api|operator)_?key|^key$|hash|(database|smtp)_?url|calendar_?(identifier|url)|^(body|payload|variables|raw)$/i
const credentials = [
  // Credentials after the name of their scheme; and 40 or more hexadecimal digits, the form of keys
  // and hashes of this service.
  /(?<=\b(?:Token|Bearer|Operator|Basic)\s+)[^\s"'\\,;]{6,}/gi,
  /\b[0-9a-f]{40,}\b/gi,
  // The user and password of a URL.
  /(?<=:\/\/)[^\s"'/@]+(?=@)/g,
]
const fieldNames = /^[a-z_, ]*$/
const moment = /^(\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+ -]\d\d:?\d\d)?)?)?$/
/** Query parameters whose values are harmless in this form. */
const harmless = new Map([
  ['page', /^(\d{0,9}|last)$/],
  ['fields', fieldNames],
  ['fields!', fieldNames],
  ['updatedSince', moment],
  ['since', moment],
  ['deleted', /^(true|false)?$/i],
])
const maxDepth = 4
const maxPathLength = 300
/** The longest word of a route or a query; keys, tokens and hashes are longer. */
const maxWordLength = 15

/** `text` with everything masked that looks like a key, a token, a hash, or a password in a URL. */
export function withoutCredentials(text: string): string {
  return credentials.reduce((rest, pattern) => rest.replace(pattern, masked), text)
}

/** A part of a URL, decoded as the router does. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Segments after these names that may be logged; others are masked even if they are short. */
const harmlessSegment = /^(\d*|add|confirm|verify)$/i

/** A path that matches no route; segments that may be mailed secrets are masked. */
function maskedSegments(path: string): string {
  const names = path.split('/').map(decoded)
  const mailed = names.findIndex((name) => /^(reset|invitation|emails|calendar)$/i.test(name))
  const segments = path.split('/').map((segment, at) => {
    const isOfMail = mailed >= 0 && at > mailed && !harmlessSegment.test(segment)
    return isOfMail || segment.length > maxWordLength ? masked : segment
  })
  return segments.join('/')
}

function maskedQuery(query: string): string {
  const pairs = query.split('&').map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s)
    const shownName = name.length > maxWordLength ? masked : name
    if (value === undefined) return shownName
    return `${shownName}=${harmless.get(decoded(name))?.test(decoded(value)) ? value : masked}`
  })
  return pairs.join('&')
}

/**
 * The URL of a request for the log: the pattern of its `route`, or without one its path with
 * possible secrets masked; then the query with harmless values only.
 */
export function maskedPath(url: string, route?: string): string {
  const [path = '', query] = url.split(/\?(.*)/s)
  const parts = [
    route ?? maskedSegments(path),
    ...(query === undefined ? [] : [maskedQuery(query)]),
  ]
  return parts.join('?').slice(0, maxPathLength)
}

/** An error for the log, without values of the input, which drivers include in their messages. */
function describe(error: Error, depth = 0): object {
  const { name, message, stack, cause } = error
  const { code, constraint, table, column } = error as Error & Record<string, unknown>
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: name,
    message: harmlessMessage(name, message),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint, table, column }),
    stack: frames?.map((line) => line.trim()).join('\n'),
    ...(cause instanceof Error && depth < maxDepth && { cause: describe(cause, depth + 1) }),
  }
}

/** Parsers quote the text, and Prisma prints the arguments of the call: both contain input. */
function harmlessMessage(name: string, message: string): string {
  if (name === 'SyntaxError') return 'invalid syntax; the text is not logged'
  if (name.startsWith('PrismaClient')) return message.trim().split('\n').at(-1) ?? ''
  return message.slice(0, 1000)
}

/** A copy of `value` with the values of secret names masked. */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  if (value instanceof Error) return describe(value, depth)
  if (depth >= maxDepth) return '[…]'
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => withoutSecrets(item, depth + 1))
  const copy: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    copy[name] = secretName.test(name) ? masked : withoutSecrets(inner, depth + 1)
  }
  return copy
}

/** The fields of a log line. Fastify's own lines pass requests and replies. */
function entry({ req, res, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const line = withoutSecrets(rest) as Record<string, unknown>
  if (req) line.req = requestFacts(req as FastifyRequest)
  if (res) line.res = { status: (res as FastifyReply).statusCode }
  return line
}

function requestFacts(request: FastifyRequest) {
  return { method: request.method, path: maskedPath(request.url ?? '', routeOf(request)) }
}

function logOptions(level: string): LoggerOptions {
  return {
    level,
    base: null,
    formatters: { log: entry },
    // `entry` has already described errors, requests and replies.
    serializers: { err: (described) => described, req: (facts) => facts, res: (facts) => facts },
    hooks: {
      streamWrite: withoutCredentials,
      // Without a message, pino would log the error's own, which may contain input.
      logMethod(args: unknown[], method) {
        const [first, ...rest] = args
        const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err
        if (rest.length > 0 || !(error instanceof Error)) return method.apply(this, args as never)
        const message = harmlessMessage(error.name, error.message)
        return method.apply(this, [
          first instanceof Error ? { err: first } : first,
          message,
        ] as never)
      },
    },
  }
}

/** The log of the process: JSON lines on stdout, or to `stream`. */
export function openLog(config: Pick<Config, 'logLevel'>, stream?: DestinationStream): Logger {
  const options = logOptions(config.logLevel)
  return stream ? pino(options, stream) : pino(options)
}

/**
 * A stream that formats log lines for people: on a terminal and under `npm run dev`, if
 * pino-pretty, a development dependency, is installed; else undefined.
 */
export async function prettyStream(): Promise<DestinationStream | undefined> {
  const forPeople = process.stdout.isTTY || process.env.NODE_ENV === 'development'
  if (!forPeople) return undefined
  const { default: pretty } = await import('pino-pretty').catch(absent)
  return pretty?.({ colorize: process.stdout.isTTY, singleLine: true, sync: true })
}

function absent(error: NodeJS.ErrnoException): { default?: undefined } {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return {}
  throw error
}

/** Logs one line per request, when it has been answered; none for probes and metrics. */
export class RequestLines extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { statusCode: status } = reply
    const line = { ...requestFacts(request), status, ms: Math.round(reply.elapsedTime * 10) / 10 }
    if (error) reply.log.error({ ...line, err: error }, 'request failed')
    else if (status >= 500) reply.log.warn(line, 'request')
    else if (request.routeOptions.config.isProbe) reply.log.debug(line, 'request')
    else reply.log.info(line, 'request')
  }

  override routeNotFound(): void {}
}
