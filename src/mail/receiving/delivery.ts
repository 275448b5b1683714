/**
 * One message of the listener: received whole, then taken in for each recipient
 * (test/mail/listener).
 */
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Intake } from '../intake.ts'
import type { Hold, MessageBudget } from './message-budget.ts'
import { type Pace, watchPace } from './pace.ts'
import type { Prove } from './proving.ts'
import { answers, answerTo, type SmtpAnswer } from './smtp-answers.ts'

export interface Delivery {
  intake: Intake
  recipients: readonly string[]
  protocol: 'smtp' | 'lmtp'
  prove: Prove
  log: Logger
}

/** How a message is received. */
export interface Reception {
  /** Bytes of a message. */
  most: number
  /** What all messages share. */
  budget: MessageBudget
  /** Whose share of it the message takes. */
  client: string
  pace: Pace
  /** Ends a message that does not keep its pace: it ends `stream`. */
  tooSlow: () => void
}

/**
 * Reads to the end in every case but that of a sender who is too slow: one that is cut off would
 * not hear why. The bytes count as held until the caller lets go of them.
 */
async function receive(
  stream: Readable,
  { most, budget, client, pace, tooSlow }: Reception,
): Promise<{ bytes: Uint8Array; hold: Hold }> {
  const chunks: Buffer[] = []
  let size = 0
  let refusal: SmtpAnswer | undefined
  const refuse = (answer: SmtpAnswer) => {
    refusal ??= answer
    chunks.length = 0
  }
  const hold = budget.hold(client, () => refuse(answers.full))
  const letGo = () => {
    hold.release()
    chunks.length = 0
  }
  const unwatch = watchPace(
    pace,
    () => size,
    () => {
      letGo()
      tooSlow()
    },
  )
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (refusal) continue
      chunks.push(chunk)
      hold.grow(chunk.length)
      if (size > most) refuse(answers.tooLarge)
      if (refusal) letGo()
    }
  } catch (error) {
    // The sender went away in the middle.
    letGo()
    throw error
  } finally {
    unwatch()
  }
  if (refusal) throw refusal
  hold.settle()
  return { bytes: Buffer.concat(chunks), hold }
}

/** Takes the message in for one of its recipients. */
async function deliver(
  { intake, protocol, log }: Delivery,
  bytes: Uint8Array,
  to: { recipient?: string; proven: readonly string[] },
): Promise<string | SmtpAnswer> {
  try {
    await intake.takeIn({ bytes, source: protocol, ...to })
    return 'OK: message stored'
  } catch (error) {
    return answerTo(error, log)
  }
}

async function deliverToAll(
  delivery: Delivery,
  bytes: Uint8Array,
  client: string,
): Promise<(string | SmtpAnswer)[]> {
  const { intake, recipients, prove, log } = delivery
  if (intake.domain === undefined) {
    // No address here is anybody's: who is proved to have sent it, has it.
    const outcome = await prove(bytes, client).then(
      (proven) => deliver(delivery, bytes, { proven }),
      (error) => answerTo(error, log),
    )
    return recipients.map(() => outcome)
  }
  const outcomes: (string | SmtpAnswer)[] = []
  for (const recipient of recipients) {
    outcomes.push(await deliver(delivery, bytes, { recipient, proven: [] }))
  }
  return outcomes
}

/**
 * One answer for all recipients, where the protocol has only one: whoever has the message is not
 * asked to send it again but for those who may have it later; null where all is well.
 */
export function answerForAll(outcomes: readonly (string | SmtpAnswer)[]): SmtpAnswer | null {
  const refused = outcomes.filter((outcome) => typeof outcome !== 'string')
  const later = refused.find((outcome) => outcome !== answers.unknownRecipient)
  return later ?? (refused.length === outcomes.length ? (refused[0] ?? null) : null)
}

/** For each recipient what is answered: a text where it is stored, else why not. */
export async function deliverTo(
  delivery: Delivery,
  stream: Readable,
  reception: Reception,
): Promise<(string | SmtpAnswer)[]> {
  const { bytes, hold } = await receive(stream, reception)
  try {
    return await deliverToAll(delivery, bytes, reception.client)
  } finally {
    hold.release()
  }
}
