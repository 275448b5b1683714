/** One message of the listener: received whole, then taken in for each recipient (contract 17). */
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { provenSenders, type Resolver } from './dkim.ts'
import { answers, answerTo, type SmtpAnswer } from './smtp-answers.ts'
import type { Intake } from './take-in.ts'

export interface Delivery {
  intake: Intake
  recipients: readonly string[]
  protocol: 'smtp' | 'lmtp'
  resolver: Resolver
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
  let chunks: Buffer[] = []
  let held = 0
  let refusal: SmtpAnswer | undefined
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (refusal) continue
    held += chunk.length
    memory.free -= chunk.length
    chunks.push(chunk)
    if (held > most) refusal = answers.tooLarge
    else if (memory.free < 0) refusal = answers.full
    if (!refusal) continue
    chunks = []
    memory.free += held
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
  const { intake, recipients, resolver } = delivery
  if (intake.domain === undefined) {
    // No address here is anybody's: who is proved to have sent it, has it.
    const outcome = await deliver(delivery, bytes, { proven: await provenSenders(bytes, resolver) })
    return recipients.map(() => outcome)
  }
  const outcomes: (string | SmtpAnswer)[] = []
  for (const recipient of recipients) {
    outcomes.push(await deliver(delivery, bytes, { recipient, proven: [] }))
  }
  return outcomes
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
