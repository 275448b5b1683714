/** Receives one message completely, then ingests it for each recipient (test/mail/receiving). */
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Intake } from '../../core/intake.ts'
import { type Pace, watchPeer } from '../../process/slow-peers.ts'
import type { Hold, MessageBudget } from './message-budget.ts'
import type { Prove } from './proving.ts'
import { type SmtpAnswer, smtpAnswers, smtpAnswerTo } from './smtp-answers.ts'

export interface Delivery {
  intake: Intake
  recipients: readonly string[]
  protocol: 'smtp' | 'lmtp'
  prove: Prove
  log: Logger
}

interface Reception {
  /** Maximum bytes of a message. */
  maxBytes: number
  /** Shared by all messages. */
  budget: MessageBudget
  /** The client whose share of the budget the message uses. */
  client: string
  pace: Pace
  /** Called if the message is slower than `pace`; must end `stream`. */
  tooSlow: () => void
}

/** 40 MiB take at most five minutes; small messages pass over very slow connections. */
export const slowestMessage: Pace = { window: 30_000, bytes: 30 * 2048, maxTime: 300_000 }

/**
 * Reads to the end even after a refusal, because a sender that is cut off does not read the reply;
 * only slow senders are cut off. The bytes count as held until the caller releases them.
 */
async function receive(
  stream: Readable,
  { maxBytes, budget, client, pace, tooSlow }: Reception,
): Promise<{ bytes: Uint8Array; hold: Hold }> {
  const chunks: Buffer[] = []
  let size = 0
  let refusal: SmtpAnswer | undefined
  const refuse = (answer: SmtpAnswer) => {
    refusal ??= answer
    chunks.length = 0
  }
  const hold = budget.hold(client, () => refuse(smtpAnswers.full))
  const letGo = () => {
    hold.release()
    chunks.length = 0
  }
  const giveUp = () => {
    letGo()
    tooSlow()
  }
  const unwatch = watchPeer(pace, { moved: () => size, giveUp })
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (refusal) continue
      chunks.push(chunk)
      hold.grow(chunk.length)
      if (size > maxBytes) refuse(smtpAnswers.tooLarge)
      if (refusal) letGo()
    }
  } catch (error) {
    // The sender has disconnected.
    letGo()
    throw error
  } finally {
    unwatch()
  }
  if (refusal) throw refusal
  hold.settle()
  return { bytes: Buffer.concat(chunks), hold }
}

interface Received {
  bytes: Uint8Array
  client: string
}

type Outcome = string | SmtpAnswer

/** Ingests the message for one of its recipients, or returns the refusal. */
async function deliver(
  { intake, protocol, log }: Delivery,
  { bytes, client }: Received,
  to: { recipient: string | undefined; proven: () => Promise<readonly string[]> },
): Promise<Outcome> {
  // Over LMTP, the operator's mail server delivers everybody's mail.
  const from = protocol === 'smtp' ? { client } : {}
  try {
    const { recipient } = to
    const mail = { bytes, source: protocol, ...from, recipient, proven: await to.proven() }
    await intake.ingest(mail)
    return 'OK: message stored'
  } catch (error) {
    return smtpAnswerTo(error, log)
  }
}

/** Ingests the message for its verified sender, sent to the shared address if set. */
async function deliverToSender(
  delivery: Delivery,
  received: Received,
  recipient: string | undefined,
): Promise<Outcome> {
  const proven = () => delivery.prove(received.bytes, received.client)
  const outcome = await deliver(delivery, received, { recipient, proven })
  const isShared = recipient !== undefined
  return isShared && outcome === smtpAnswers.unknownRecipient ? smtpAnswers.unknownSender : outcome
}

async function deliverToAll(delivery: Delivery, received: Received): Promise<Outcome[]> {
  const { intake, recipients } = delivery
  const outcomes: Outcome[] = []
  // The sender is verified once, and receives the message once.
  let ofSender: Promise<Outcome> | undefined
  for (const recipient of recipients) {
    const isShared = intake.isSharedAddress(recipient)
    if (intake.domain === undefined || isShared) {
      ofSender ??= deliverToSender(delivery, received, isShared ? recipient : undefined)
      outcomes.push(await ofSender)
    } else {
      outcomes.push(await deliver(delivery, received, { recipient, proven: async () => [] }))
    }
  }
  return outcomes
}

/**
 * One answer for all recipients, for protocols with only one: the first temporary refusal, so that
 * the message is sent again and stored for those who lack it; else a refusal only if all recipients
 * are refused; null on success.
 */
export function answerForAll(outcomes: readonly Outcome[]): SmtpAnswer | null {
  const refused = outcomes.filter((outcome) => typeof outcome !== 'string')
  const later = refused.find(({ responseCode }) => responseCode < 500)
  return later ?? (refused.length === outcomes.length ? (refused[0] ?? null) : null)
}

/** The reply for each recipient: a text if the message was stored, else the refusal. */
export async function deliverTo(
  delivery: Delivery,
  stream: Readable,
  reception: Reception,
): Promise<Outcome[]> {
  const { bytes, hold } = await receive(stream, reception)
  try {
    return await deliverToAll(delivery, { bytes, client: reception.client })
  } finally {
    hold.release()
  }
}
