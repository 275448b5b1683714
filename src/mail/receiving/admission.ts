/** The limits of the listener on connections, messages and guessed addresses. */

import type { Intake } from '../../core/intake.ts'
import { byAddress, type Throttle } from '../../core/limits/throttle.ts'
import { clientOf } from '../../process/networks.ts'
import { smtpAnswers } from './smtp-answers.ts'

interface SmtpSession {
  id: string
  remoteAddress: string
}

/** An open connection. */
export interface SmtpConnection {
  session: SmtpSession
  /** Sends the reason, and closes the connection. */
  dismiss(): void
}

export const admissionLimits = {
  /** Maximum connections, in total and per client. */
  connections: 500,
  connectionsPerClient: 20,
  /** Number of unknown recipients after which a connection is closed. */
  unknownRecipients: 10,
}

interface AdmissionOptions {
  intake: Pick<Intake, 'domain' | 'isSharedAddress' | 'isSecretAddress'>
  throttle: Pick<Throttle, 'count'>
  /** The open connections that are not receiving a message, oldest first. */
  idle: () => Iterable<SmtpConnection>
  limits?: Partial<typeof admissionLimits>
}

/** The limits of one listener; its methods throw the refusing reply. */
export function admissionOf({ intake, throttle, idle, limits }: AdmissionOptions) {
  const { connections, connectionsPerClient, unknownRecipients } = { ...admissionLimits, ...limits }
  /** The client of every open connection, by the id of its session. */
  const open = new Map<string, string>()
  const unknownOf = new Map<string, number>()
  const countOf = (client: string) => [...open.values()].filter((one) => one === client).length

  /** Frees a connection of the client with the most, if that is another client. */
  function freeOneFor(client: string): void {
    let most: { caller: SmtpConnection; count: number } | undefined
    for (const caller of idle()) {
      const count = countOf(clientOf(caller.session.remoteAddress))
      if (open.has(caller.session.id) && count > (most?.count ?? 0)) most = { caller, count }
    }
    if (most === undefined || most.count <= countOf(client) + 1) throw smtpAnswers.tooMany
    open.delete(most.caller.session.id)
    most.caller.dismiss()
  }

  return {
    enter({ id, remoteAddress }: SmtpSession) {
      const client = clientOf(remoteAddress)
      if (countOf(client) >= connectionsPerClient) throw smtpAnswers.tooMany
      if (open.size >= connections) freeOneFor(client)
      open.set(id, client)
    },
    leave({ id }: SmtpSession) {
      unknownOf.delete(id)
      open.delete(id)
    },
    begin: ({ remoteAddress }: SmtpSession) =>
      throttle.count(byAddress('inboundMail', remoteAddress)),
    async address({ id, remoteAddress }: SmtpSession, recipient: string) {
      // Without a domain, and at the shared address, the sender determines the account once the
      // message is received.
      if (intake.domain === undefined || intake.isSharedAddress(recipient)) return
      if (await intake.isSecretAddress(recipient)) return
      const count = (unknownOf.get(id) ?? 0) + 1
      unknownOf.set(id, count)
      if (count > unknownRecipients) throw smtpAnswers.tooMany
      // Guesses of addresses count as messages.
      await throttle.count(byAddress('inboundMail', remoteAddress))
      throw smtpAnswers.unknownRecipient
    },
  }
}
