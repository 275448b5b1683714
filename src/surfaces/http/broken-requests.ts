/** What never becomes a request of a route is answered here, in the shape of other errors. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { newRequestId, requestIdHeader } from './request-ids.ts'
import { securityHeaders } from './security-headers.ts'

const statusOf: Partial<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** What Node's parser says of a request that it could not read. */
interface Broken {
  code?: string
  bytesParsed?: number
  rawPacket?: unknown
}

/**
 * Answers by the error of Node's parser, or of a timer of ours, and closes the connection. `id` is
 * that of the request, if it has become one.
 */
export function answerBrokenRequest(error: Broken, socket: Socket, id?: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = isUnknownMethod(error) ? 501 : (statusOf[error.code ?? ''] ?? 400)
  closeWith(status, socket, id === undefined ? {} : { [requestIdHeader]: id })
}

/**
 * The parser knows the registered methods and stops at any other. What else is a request line was
 * understood: its method is not implemented (RFC 9110, 9.1).
 */
function isUnknownMethod({ code, rawPacket, bytesParsed = 0 }: Broken): boolean {
  if (code !== 'HPE_INVALID_METHOD' || !Buffer.isBuffer(rawPacket)) return false
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1
  const line = rawPacket.subarray(start, start + longestLine).toString('latin1')
  return /^[A-Z][A-Z-]{0,31} \S+ HTTP\/1\.[01]\r?\n/.test(line)
}

/** Bytes of a request line that are looked at. */
const longestLine = 4096

/** CONNECT asks for a tunnel, which is nothing an origin server has. */
export function refuseTunnels(server: Server): void {
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {})
    closeWith(501, socket)
  })
}

/** The answers that were asked for over a connection and are not sent, in their order. */
const answersOf = new WeakMap<Socket, Set<ServerResponse>>()

/** Lets `closeWith` know which answers are on their way. */
export function followAnswers(server: Server): void {
  server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const answers = answersOf.get(socket) ?? new Set()
    answersOf.set(socket, answers.add(answer))
    answer.once('finish', () => answers.delete(answer))
  })
}

/** Says why, and closes the connection, whatever else has come over it. */
export function closeWith(
  status: number,
  socket: Socket,
  more: Record<string, string | number> = {},
): void {
  const body = JSON.stringify({ detail: `${STATUS_CODES[status]}.` })
  const headers = {
    ...securityHeaders({ baseUrl: undefined }),
    // This id is in no line of the log, because nothing is logged for it.
    [requestIdHeader]: newRequestId(),
    ...more,
    'content-type': 'application/json',
    'content-length': body.length,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  // Not into the middle of an answer that is on its way; those asked for later wait for it.
  const [current] = answersOf.get(socket) ?? []
  if (socket.writable && !current?.headersSent) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroy()
}
