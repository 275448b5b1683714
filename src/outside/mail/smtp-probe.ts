/**
 * Connects to the SMTP server of `SMTP_URL` as for sending, but sends nothing
 * (test/operations/doctor).
 */
import SMTPConnection from 'nodemailer/lib/smtp-connection'

interface SmtpProbe {
  isEncrypted: boolean
  /** Whether a user and a password were accepted. */
  hasLogin: boolean
  /** The failure, and the step in which it occurred. */
  fault?: { step: 'connection' | 'login'; error: unknown }
}

/** Milliseconds. */
const timeouts = {
  dnsTimeout: 4000,
  connectionTimeout: 4000,
  greetingTimeout: 4000,
  socketTimeout: 6000,
}

/** Connects, with STARTTLS if offered, and logs in if the URL has a user. */
export async function probeSmtp(text: string): Promise<SmtpProbe> {
  const { hostname, port, protocol, username, password } = new URL(text)
  const isSmtps = protocol === 'smtps:'
  const connection = new SMTPConnection({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSmtps ? 465 : 587),
    secure: isSmtps,
    ...timeouts,
  })
  let step: 'connection' | 'login' = 'connection'
  const hasLogin = username !== ''
  try {
    await done((callback) => {
      connection.once('error', callback)
      connection.connect(callback)
    })
    if (hasLogin) {
      step = 'login'
      const credentials = {
        user: decodeURIComponent(username),
        pass: decodeURIComponent(password),
      }
      await done((callback) => {
        connection.once('error', callback)
        connection.login({ credentials }, callback)
      })
    }
    return { isEncrypted: connection.secure === true, hasLogin }
  } catch (error) {
    return { isEncrypted: connection.secure === true, hasLogin, fault: { step, error } }
  } finally {
    connection.on('error', () => {})
    connection.quit()
    connection.close()
  }
}

function done(start: (callback: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()))
  })
}
