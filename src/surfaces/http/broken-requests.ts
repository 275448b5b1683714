/** Answers requests that never reach a route, in the form of other errors. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { newRequestId, requestIdHeader } from './request-ids.ts'
import { securityHeaders } from './security-headers.ts'

const statusOf: Partial<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** An error of Node's HTTP parser. */
interface Broken {
  code?: string
  bytesParsed?: number
  rawPacket?: unknown
}

/**
 * Answers an error of Node's parser or a timeout of this service, and closes the connection. `id`
 * is the request's, if it has one.
 */
export function answerBrokenRequest(error: Broken, socket: Socket, id?: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = isUnknownMethod(error) ? 501 : (statusOf[error.code ?? ''] ?? 400)
  closeWith(status, socket, id === undefined ? {} : { [requestIdHeader]: id })
}

/**
 * The parser stops at an unregistered method. If the rest is a request line, the method is not
 * implemented (RFC 9110, 9.1).
 */
function isUnknownMethod({ code, rawPacket, bytesParsed = 0 }: Broken): boolean {
  if (code !== 'HPE_INVALID_METHOD' || !Buffer.isBuffer(rawPacket)) return false
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1
  const line = rawPacket.subarray(start, start + maxLineBytes).toString('latin1')
  return /^[A-Z][A-Z-]{0,31} \S+ HTTP\/1\.[01]\r?\n/.test(line)
}

/** Maximum bytes of a request line. */
const maxLineBytes = 4096

/** Refuses CONNECT, which asks for a tunnel: an origin server does not offer any. */
export function refuseTunnels(server: Server): void {
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {})
    closeWith(501, socket)
  })
}

/** The unfinished answers of each connection, in order. */
const answersOf = new WeakMap<Socket, Set<ServerResponse>>()

/** Tracks unfinished answers for `closeWith`. */
export function followAnswers(server: Server): void {
  server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const answers = answersOf.get(socket) ?? new Set()
    answersOf.set(socket, answers.add(answer))
    answer.once('finish', () => answers.delete(answer))
  })
}

/** Sends the reason and closes the connection. */
export function closeWith(
  status: number,
  socket: Socket,
  more: Record<string, string | number> = {},
): void {
  const body = JSON.stringify({ detail: `${STATUS_CODES[status]}.` })
  const headers = {
    ...securityHeaders({ baseUrl: undefined }),
    // Not in the log, as nothing is logged for it.
    [requestIdHeader]: newRequestId(),
    ...more,
    'content-type': 'application/json',
    'content-length': body.length,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  // Not into the middle of a started answer; later answers wait for it.
  const [current] = answersOf.get(socket) ?? []
  if (socket.writable && !current?.headersSent) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroy()
}
