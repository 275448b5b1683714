/** A mail server that keeps what it gets, and misbehaves where a test says so. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface SunkMail {
  from: string
  to: string[]
  raw: string
}

export interface Behaviour {
  /** Refused at RCPT TO with 550. */
  refuses?: (recipient: string) => boolean
  /** Never answered after the message. */
  keepsWaiting?: (recipient: string) => boolean
}

export interface MailSink {
  port: number
  url: string
  received: SunkMail[]
  close(): Promise<void>
}

export async function startSink(behaviour: Behaviour = {}, port = 0): Promise<MailSink> {
  const received: SunkMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const error = Object.assign(new Error('No such user here'), { responseCode: 550 })
      done(behaviour.refuses?.(address) ? error : undefined)
    },
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address)
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (to.some((address) => behaviour.keepsWaiting?.(address))) return
        received.push({ from, to, raw: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  server.on('error', () => {}) // a client that goes away in the middle
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const at = (server.server.address() as AddressInfo).port
  return {
    port: at,
    url: `smtp://127.0.0.1:${at}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The value of a header, unfolded; undefined if it is not there. */
export function header(raw: string, name: string): string | undefined {
  const head = raw.split(/\r?\n\r?\n/)[0] ?? ''
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const line = lines.find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return line?.slice(name.length + 1).trim()
}
