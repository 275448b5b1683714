/** Sends mail through an SMTP server (SMTP_URL). */
import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'
import { smtpMessage } from './message.ts'

/** Milliseconds; together well below the outbox's lease. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

/**
 * A mailer over up to five kept connections to `url` (`smtp://` with STARTTLS where offered, or
 * `smtps://`; user and password in the URL). Mail leaves as `from`.
 */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    pool: true,
    url,
    maxConnections: 5,
    // A kept connection may have been closed by the server: once more on a new one.
    maxRequeues: 1,
    idleTimeout: 60_000,
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
