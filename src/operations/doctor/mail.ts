/** Outgoing and incoming mail. No mail is sent. */
import { connect } from 'node:net'
import { probeSmtp } from '../../outside/mail/smtp-probe.ts'
import { type Check, failed, ok, sentenceOf, warning } from './checks.ts'
import { portFault } from './ports.ts'

export const outgoingMail: Check = {
  name: 'outgoing mail',
  async run({ config: { smtpUrl, dataDir } }) {
    if (smtpUrl === undefined) return ok(`Mails are written to ${dataDir}/outbox (no SMTP_URL).`)
    const { host, username } = new URL(smtpUrl)
    const { isEncrypted, hasLogin, fault } = await probeSmtp(smtpUrl)
    if (fault?.step === 'login')
      return failed(`${host} rejects the login: ${sentenceOf(fault.error)} Check SMTP_URL.`)
    if (fault) return failed(`Cannot use ${host}: ${sentenceOf(fault.error)} Check SMTP_URL.`)
    const login = hasLogin ? ', and accepts the login' : ''
    if (isEncrypted) return ok(`${host} answers, encrypted${login}.`)
    const risk = username === '' ? 'mails cross' : 'the password and mails cross'
    return warning(`${host} offers no STARTTLS: ${risk} the network unencrypted. Use smtps://.`)
  },
}

export const inboundMail: Check = {
  name: 'incoming mail',
  async run({ config: { inbound }, service }) {
    const { port, host, protocol } = inbound
    if (port === undefined) return undefined
    if (service === 'absent' || service === 'stranger') {
      const fault = await portFault(port, host)
      if (fault === undefined) return ok(`The port for booking emails, ${port}, is free.`)
      return failed(
        `The service could not listen on ${host}:${port} (${fault}); check INBOUND_SMTP_PORT.`,
      )
    }
    // A wildcard address is only for listening.
    const there = host === '0.0.0.0' || host === '::' ? 'localhost' : host
    const greeting = await greetingOf(port, there)
    return greeting.startsWith('220')
      ? ok(`The service accepts booking emails on port ${port} (${protocol}).`)
      : failed(`No mail server greets on ${host}:${port}; see the log of the service.`)
  },
}

/** The first bytes that a server sends within three seconds, or an empty text. */
function greetingOf(port: number, host: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    const end = (text: string) => {
      socket.destroy()
      resolve(text)
    }
    socket.setTimeout(3000, () => end(''))
    socket.once('data', (bytes) => end(bytes.toString('latin1')))
    socket.once('error', () => end(''))
  })
}
