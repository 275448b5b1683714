/**
 * Booking mail over SMTP or LMTP (contract 17). 250 is said after the message is durably stored,
 * and never before; whoever does not hear it sends again, and the message is still stored once.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { SMTPServer } from 'smtp-server'
import type { Config } from '../config.ts'
import { byAddress, type Throttle } from '../domain/throttle.ts'
import { answerForAll, type Delivery, deliverTo } from './delivery.ts'
import type { Resolver } from './dkim.ts'
import { proverWith } from './proving.ts'
import { answers, answerTo } from './smtp-answers.ts'
import type { Intake } from './take-in.ts'

export interface ListenerOptions {
  intake: Intake
  inbound: Config['inbound']
  throttle: Pick<Throttle, 'count'>
  /** Where the keys of DKIM signatures come from. */
  resolver: Resolver
  log: Logger
  /** Bytes of a message; 40 MiB unless a test says otherwise. */
  most?: number
}

export interface Listener {
  port: number
  /** Lets messages under way be stored and answered; no others begin. */
  close(): Promise<void>
}

/** Bytes of a message at most, as for operators at `/graphql`. */
export const mostBytes = 40 * 1024 * 1024

const limits = {
  /** Connections at once, from everywhere and from one address. */
  connections: 100,
  ofAddress: 20,
  recipients: 20,
  /** Recipients that are nobody, after which a connection is ended. */
  strangers: 10,
  /** Messages being received at once, in bytes; more are asked to come later. */
  held: 4 * mostBytes,
  /** Milliseconds of silence, and for messages under way when the service stops. */
  silence: 60_000,
  closing: 8_000,
}

type Session = { id: string; remoteAddress: string }

/** Counts by key; keys at zero take no memory. */
function tally() {
  const counts = new Map<string, number>()
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string, by: number) {
      const count = (counts.get(key) ?? 0) + by
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
    clear: (key: string) => counts.delete(key),
  }
}

/** The rules of one listener about who may say what, apart from the protocol. */
function doorOf({ intake, throttle }: ListenerOptions) {
  const byClient = tally()
  const strangers = tally()
  const open = new Set<string>()
  return {
    enter({ id, remoteAddress }: Session) {
      if (byClient.of(remoteAddress) >= limits.ofAddress) throw answers.tooMany
      open.add(id)
      byClient.add(remoteAddress, 1)
    },
    leave({ id, remoteAddress }: Session) {
      strangers.clear(id)
      // Whoever was not let in leaves, too.
      if (open.delete(id)) byClient.add(remoteAddress, -1)
    },
    begin: ({ remoteAddress }: Session) => throttle.count(byAddress('inboundMail', remoteAddress)),
    async address(session: Session, recipient: string) {
      // Without a domain of secret addresses the sender decides, who is known after the message.
      if (intake.domain === undefined || (await intake.isSecretAddress(recipient))) return
      strangers.add(session.id, 1)
      if (strangers.of(session.id) > limits.strangers) throw answers.tooMany
      // Guessing addresses is limited as sending is.
      await throttle.count(byAddress('inboundMail', session.remoteAddress))
      throw answers.nobody
    },
  }
}

/** Runs work for a callback of the server; what it throws becomes an answer of the protocol. */
function answering(log: Logger, work: () => Promise<void> | void) {
  return (done: (error?: Error | null) => void) => {
    Promise.resolve()
      .then(work)
      .then(
        () => done(),
        (error: unknown) => done(answerTo(error, log)),
      )
  }
}

function serverFor(options: ListenerOptions, state: { isClosing: boolean; busy: Set<string> }) {
  const { intake, inbound, resolver, log, most = mostBytes } = options
  const door = doorOf(options)
  const memory = { free: limits.held }
  const prove = proverWith(resolver)
  const willing = () => {
    if (state.isClosing) throw answers.closing
  }
  return new SMTPServer({
    lmtp: inbound.protocol === 'lmtp',
    name: intake.domain ?? 'localhost',
    size: most,
    rejectOversized: true,
    // Nobody logs in here, and the connection is encrypted by what stands before, if anything.
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    maxClients: limits.connections,
    maxRecipients: limits.recipients,
    socketTimeout: limits.silence,
    closeTimeout: limits.closing,
    logger: false,
    onConnect: (session, done) =>
      answering(log, () => {
        willing()
        door.enter(session)
      })(done),
    onClose: (session) => door.leave(session),
    onMailFrom: (_address, session, done) =>
      answering(log, () => {
        willing()
        return door.begin(session)
      })(done),
    onRcptTo: ({ address }, session, done) =>
      answering(log, () => door.address(session, address))(done),
    onData(stream, session, done) {
      state.busy.add(session.id)
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      const delivery: Delivery = { intake, recipients, protocol: inbound.protocol, prove, log }
      deliverTo(delivery, stream, { most, memory }).then(
        (outcomes) => {
          state.busy.delete(session.id)
          if (inbound.protocol === 'lmtp') return done(null, outcomes)
          const refusal = answerForAll(outcomes)
          done(refusal, refusal ? undefined : 'OK: message stored')
        },
        (error: unknown) => {
          state.busy.delete(session.id)
          done(answerTo(error, log))
        },
      )
    },
  })
}

/** Starts to listen; throws what the operating system says against it. */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { inbound, log } = options
  const state = { isClosing: false, busy: new Set<string>() }
  const server = serverFor(options, state)
  // Clients that go away in the middle; what it means for a message its delivery says.
  server.on('error', (error) => log.debug({ err: error }, 'An SMTP connection broke'))
  const ready = once(server.server, 'listening')
  server.listen(inbound.port, inbound.host)
  await ready
  return {
    port: (server.server.address() as AddressInfo).port,
    async close() {
      state.isClosing = true
      const closed = new Promise<void>((resolve) => server.close(resolve))
      const leave = setInterval(() => {
        for (const connection of server.connections) {
          if (state.busy.has(connection.session.id)) continue
          connection.send(421, 'Service is stopping, try again later')
          connection.close()
        }
      }, 100)
      await closed.finally(() => clearInterval(leave))
    },
  }
}
