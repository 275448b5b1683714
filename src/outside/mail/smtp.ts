/** Sends mail through an SMTP server (SMTP_URL). */
import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'
import { smtpMessage } from './message.ts'

/** Milliseconds; their sum stays below the outbox's lease. */
const usualTimeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

interface SmtpOptions {
  url: string
  /** The sender: an address, or `Name <address>`. */
  from: string
  /** For tests. */
  timeouts?: Partial<typeof usualTimeouts>
}

/**
 * A mailer with up to five persistent connections to `url` (`smtp://` with STARTTLS if offered, or
 * `smtps://`; user and password in the URL).
 */
export function smtpMailer({ url, from, timeouts }: SmtpOptions): Mailer {
  const transport = createTransport({
    pool: true,
    url,
    maxConnections: 5,
    // The server may have closed a persistent connection: retries once on a new one.
    maxRequeues: 1,
    idleTimeout: 60_000,
    ...usualTimeouts,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail, signal) {
      await transport.sendMail({ ...smtpMessage(mail, from), ...(signal && { signal }) })
    },
    async check() {
      await transport.verify()
    },
    close() {
      transport.close()
    },
  }
}
