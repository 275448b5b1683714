/**
 * Accepts booking mail over SMTP or LMTP (test/mail/receiving). Replies 250 only after the message
 * is durably stored; a sender that misses the reply sends again, and the message is stored once.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { SMTPServer } from 'smtp-server'
import { mebi } from '../../base/values.ts'
import type { Intake } from '../../core/intake.ts'
import type { Throttle } from '../../core/limits/throttle.ts'
import { clientOf } from '../../process/networks.ts'
import type { Pace } from '../../process/slow-peers.ts'
import type { Config } from '../../settings/config.ts'
import { type admissionLimits, admissionOf, type SmtpConnection } from './admission.ts'
import { answerForAll, type Delivery, deliverTo, slowestMessage } from './delivery.ts'
import type { Resolver } from './dkim.ts'
import { MessageBudget } from './message-budget.ts'
import { proverWith } from './proving.ts'
import { refusedWith, smtpAnswers, smtpAnswerTo } from './smtp-answers.ts'

export interface ListenerOptions {
  intake: Intake
  inbound: Config['inbound']
  throttle: Pick<Throttle, 'count'>
  /** Looks up the keys of DKIM signatures. */
  resolver: Resolver
  log: Logger
  /** Maximum bytes of a message; 40 MiB except in tests. */
  maxBytes?: number
  /** For tests. */
  pace?: Pace
  connections?: Partial<typeof admissionLimits>
}

export interface Listener {
  port: number
  /** Whether new connections are accepted. */
  isListening(): boolean
  /** Stops accepting messages; resolves after those in progress. */
  close(): Promise<void>
}

/** Maximum bytes of a message, as for operators at `/graphql`. */
const maxMessageBytes = 40 * mebi

const limits = {
  recipients: 20,
  /**
   * Maximum bytes of concurrent messages, in total and per client; others are refused temporarily.
   */
  inHand: 4 * maxMessageBytes,
  inHandPerClient: maxMessageBytes,
  /** Milliseconds of silence, and for messages in progress when the service stops. */
  silence: 60_000,
  closing: 8_000,
}

/** Runs `work` for a callback of the server; errors become replies. */
function answering(log: Logger, work: () => Promise<void> | void) {
  return (done: (error?: Error | null) => void) => {
    Promise.resolve()
      .then(work)
      .then(
        () => done(),
        (error: unknown) => done(refusedWith(smtpAnswerTo(error, log))),
      )
  }
}

function serverFor(options: ListenerOptions, state: { isClosing: boolean; busy: Set<string> }) {
  const { intake, inbound, resolver, log, throttle, connections } = options
  const { maxBytes = maxMessageBytes, pace = slowestMessage } = options
  const admission = admissionOf({
    intake,
    throttle,
    idle,
    ...(connections && { limits: connections }),
  })
  // Over LMTP, the only client is the operator's mail server, which delivers everybody's mail.
  const maxPerClient = inbound.protocol === 'lmtp' ? limits.inHand : limits.inHandPerClient
  const budget = new MessageBudget({ max: limits.inHand, maxPerClient })
  const prove = proverWith(resolver, inbound.signatureDays)
  const willing = () => {
    if (state.isClosing) throw smtpAnswers.closing
  }
  function* idle(): Generator<SmtpConnection> {
    for (const connection of server.connections) {
      if (!state.busy.has(connection.session.id)) yield callerOf(connection)
    }
  }
  const server = new SMTPServer({
    lmtp: inbound.protocol === 'lmtp',
    name: intake.domain ?? 'localhost',
    size: maxBytes,
    rejectOversized: true,
    // Clients do not log in, and TLS is up to a proxy in front.
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    maxRecipients: limits.recipients,
    socketTimeout: limits.silence,
    closeTimeout: limits.closing,
    logger: false,
    onConnect: (session, done) =>
      answering(log, () => {
        willing()
        admission.enter(session)
      })(done),
    onClose: (session) => admission.leave(session),
    onMailFrom: (_address, session, done) =>
      answering(log, () => {
        willing()
        return admission.begin(session)
      })(done),
    onRcptTo: ({ address }, session, done) =>
      answering(log, () => admission.address(session, address))(done),
    onData(stream, session, done) {
      state.busy.add(session.id)
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      const delivery: Delivery = { intake, recipients, protocol: inbound.protocol, prove, log }
      const tooSlow = () => {
        const own = [...server.connections].find(({ session: { id } }) => id === session.id)
        if (own) callerOf(own, smtpAnswers.tooSlow.message).dismiss()
      }
      const client = clientOf(session.remoteAddress)
      deliverTo(delivery, stream, { maxBytes, budget, client, pace, tooSlow }).then(
        (outcomes) => {
          state.busy.delete(session.id)
          for (const outcome of outcomes) refusedWith(outcome)
          if (inbound.protocol === 'lmtp') return done(null, outcomes)
          const refusal = answerForAll(outcomes)
          done(refusal, refusal ? undefined : 'OK: message stored')
        },
        (error: unknown) => {
          state.busy.delete(session.id)
          done(refusedWith(smtpAnswerTo(error, log)))
        },
      )
    },
  })
  return server
}

type Connection = SMTPServer['connections'] extends Set<infer One> ? One : never

function callerOf(connection: Connection, why = smtpAnswers.tooMany.message): SmtpConnection {
  return {
    session: connection.session,
    dismiss() {
      connection.send(421, why)
      connection.close()
    },
  }
}

/** Starts to listen; throws the error of the operating system. */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { inbound, log } = options
  const state = { isClosing: false, busy: new Set<string>() }
  const server = serverFor(options, state)
  // Mostly clients that disconnect; the delivery reports what that means for a message.
  server.on('error', (error) => log.debug({ err: error }, 'SMTP connection failed'))
  const ready = once(server.server, 'listening')
  server.listen(inbound.port, inbound.host)
  await ready
  return {
    port: (server.server.address() as AddressInfo).port,
    isListening: () => server.server.listening && !state.isClosing,
    async close() {
      state.isClosing = true
      const closed = new Promise<void>((resolve) => server.close(resolve))
      const dismissing = setInterval(() => {
        for (const connection of server.connections) {
          if (state.busy.has(connection.session.id)) continue
          connection.send(421, smtpAnswers.closing.message)
          connection.close()
        }
      }, 100)
      await closed.finally(() => clearInterval(dismissing))
    },
  }
}
