/** Clients that speak HTTP byte by byte. */
import net from 'node:net'

/** Sends raw bytes and reads until the server closes. */
export function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const open = new Set<net.Socket>()

/** Ends the connections that tests have left open. */
export function disconnect(): void {
  for (const socket of open) socket.destroy()
}

/** A connection from an address of this machine, once it is open. */
export function connected(port: number, localAddress = '127.0.0.1'): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress })
    socket.once('error', reject)
    socket.once('connect', () => {
      // Whatever the server does from now on, the test looks at.
      socket.off('error', reject).on('error', () => {})
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      resolve(socket)
    })
  })
}

/** The text received over the connection so far. */
export function received(socket: net.Socket): { text: string } {
  const all = { text: '' }
  socket.setEncoding('utf8').on('data', (text) => {
    all.text += text
  })
  return all
}

export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
