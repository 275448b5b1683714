/** Requests byte by byte, for senders that fetch would not be. */
import net from 'node:net'

export interface RawAnswer {
  text: string
  ms: number
}

/** Sends the pieces with a pause between them, and reads until the server closes or answers. */
export function rawRequest(
  baseUrl: string,
  pieces: (string | Uint8Array)[],
  pause = 0,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl)
  const begun = performance.now()
  return new Promise((resolve) => {
    let text = ''
    const socket = net.connect(Number(port), hostname)
    const done = () => resolve({ text, ms: performance.now() - begun })
    const left = [...pieces]
    const next = () => {
      const piece = left.shift()
      if (piece === undefined || socket.destroyed) return
      socket.write(piece, () => setTimeout(next, pause))
    }
    socket.once('connect', next)
    socket.setEncoding('utf8').on('data', (part) => {
      text += part
      if (/\r\n\r\n[\s\S]*\}$/.test(text) || /content-length: 0\r\n/.test(text)) socket.end()
    })
    socket.on('error', done).on('close', done)
  })
}

/** The head of a PUT of a prepared upload. */
export function headOf(url: string, headers: Record<string, string>): string {
  const { pathname, search, host } = new URL(url)
  const lines = Object.entries({ Host: host, ...headers }).map(([name, text]) => `${name}: ${text}`)
  return `PUT ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}
