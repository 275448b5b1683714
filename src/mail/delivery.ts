/** One message of the listener: received whole, then taken in for each recipient (contract 17). */
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Prove } from './proving.ts'
import { answers, answerTo, type SmtpAnswer } from './smtp-answers.ts'
import type { Intake } from './take-in.ts'

export interface Delivery {
  intake: Intake
  recipients: readonly string[]
  protocol: 'smtp' | 'lmtp'
  prove: Prove
  log: Logger
}

export interface Room {
  /** Bytes of a message. */
  most: number
  /** Bytes that all messages together may still take. */
  memory: { free: number }
}

/**
 * Reads to the end in every case: a sender that is cut off would not hear why. The bytes count as
 * held until the caller lets go of them.
 */
async function receive(stream: Readable, { most, memory }: Room): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let held = 0
  let refusal: SmtpAnswer | undefined
  const letGo = () => {
    chunks.length = 0
    memory.free += held
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (refusal) continue
      held += chunk.length
      memory.free -= chunk.length
      chunks.push(chunk)
      if (held > most) refusal = answers.tooLarge
      else if (memory.free < 0) refusal = answers.full
      if (refusal) letGo()
    }
  } catch (error) {
    // The sender went away in the middle.
    if (!refusal) letGo()
    throw error
  }
  if (refusal) throw refusal
  return Buffer.concat(chunks)
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
): Promise<(string | SmtpAnswer)[]> {
  const { intake, recipients, prove, log } = delivery
  if (intake.domain === undefined) {
    // No address here is anybody's: who is proved to have sent it, has it.
    const outcome = await prove(bytes).then(
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
  const later = refused.find((outcome) => outcome !== answers.nobody)
  return later ?? (refused.length === outcomes.length ? (refused[0] ?? null) : null)
}

/** For each recipient what is answered: a text where it is stored, else why not. */
export async function deliverTo(
  delivery: Delivery,
  stream: Readable,
  room: Room,
): Promise<(string | SmtpAnswer)[]> {
  const bytes = await receive(stream, room)
  try {
    return await deliverToAll(delivery, bytes)
  } finally {
    room.memory.free += bytes.length
  }
}
