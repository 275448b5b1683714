/** Stores a message and files it, in one transaction (test/mail/filing). */
import { createHash } from 'node:crypto'
import {
  explainEmail,
  fileEmail,
  type NewAttachment,
  type NewEmail,
  storeEmail,
} from '../../core/domain/emails/email-writes.ts'
import type { FiledObject, StoredMail } from '../../core/intake.ts'
import { itemKeys } from '../../core/parent-kinds.ts'
import type { Store } from '../../outside/database/database.ts'
import { holdNames } from '../../outside/database/locks/names.ts'
import { attempt } from '../../outside/database/savepoint.ts'
import { because, type Explanation, inWords, reasonSaying, reasons } from '../reading/reasons.ts'
import { type ParsedMail, reservationKinds } from '../reading/reservation.ts'
import { forgetZones } from '../reading/times/kept-zones.ts'
import { cancellationsIn, cancelledBefore } from './cancellations.ts'
import { holdCandidates } from './candidates.ts'
import type { ReportedReservation } from './last-report.ts'
import { writePlan } from './object-writes.ts'
import { holdTrips, prepareStarts } from './open-trips.ts'
import { decide, type FilingPlan } from './plan.ts'

export interface Arrival {
  ownerId: number
  /** The source: `operator`, `smtp`, `lmtp`. */
  source: string
  bytes: Uint8Array
  parsed: ParsedMail
  /** When it arrived. */
  at: Date
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
/** Bytes that fit into the index. */
const maxKeyLength = 1000

/** A sender can make a Message-ID of any length. */
const keyOf = ({ messageKey }: ParsedMail) =>
  Buffer.byteLength(messageKey) <= maxKeyLength ? messageKey : `sha256:${hash(messageKey)}`

const bytesOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length)

/** The reservations of a message, each with its date: its own, or that of the message. */
const reportedIn = ({ parsed, at }: Arrival): ReportedReservation[] =>
  parsed.reservations.map((reservation) => ({
    ...reservation,
    saidAt: reservation.saidAt ?? parsed.date ?? at.toISOString(),
  }))

/** The message as it waits in the inbox for that reason. */
function emailOf(arrival: Arrival, reason: string): NewEmail {
  const { ownerId, source, bytes, parsed, at } = arrival
  const { subject, bodyPreview, html, text } = parsed
  const messageKey = keyOf(parsed)
  const isBlank = !/\S/.test(html) && text === ''
  return {
    ...{ ownerId, messageKey, subject, bodyPreview, html, text, reason },
    uniqueParserIdentifier: `${source}:${hash(`${ownerId} ${messageKey}`).slice(0, 32)}`,
    date: parsed.date ?? at,
    ...cancellationsIn(reportedIn(arrival)),
    // Without a body, the original is shown; otherwise it would only be stored twice.
    raw: isBlank ? bytesOf(bytes) : null,
  }
}

const attachmentsOf = ({ attachments }: ParsedMail): NewAttachment[] =>
  attachments.map(({ content, ...fields }) => ({ ...fields, payload: bytesOf(content) }))

/** The message as it was stored before. */
async function earlier({ prisma }: Store, { ownerId, parsed }: Arrival): Promise<StoredMail> {
  const found = await prisma.email.findUniqueOrThrow({
    where: { ownerId_messageKey: { ownerId, messageKey: keyOf(parsed) } },
    select: {
      ...{ id: true, deletedAt: true, parsedSuccessfully: true },
      ...itemKeys,
    },
  })
  const isFiled = found.deletedAt === null && found.parsedSuccessfully
  const [object] = reservationKinds.flatMap((kind) => {
    const id = found[`${kind}Id`]
    return id !== null && isFiled ? [{ kind, id }] : []
  })
  return { id: found.id, ownerId, isNew: false, object }
}

async function planFor(tx: Store, id: number, arrival: Arrival): Promise<FilingPlan | Explanation> {
  const { ownerId } = arrival
  const reservations = reportedIn(arrival)
  // Of a cancellation and its booking, delivered at once, the later one finds the other.
  await holdNames(tx.prisma, `filing of account ${ownerId}`)
  const trips = await holdTrips(tx, ownerId, reservations)
  if (!trips) return because('tooMuchKnown')
  await prepareStarts(reservations, trips)
  // Read after the wait, and therefore with everything filed meanwhile.
  const known = await holdCandidates(tx, trips, reservations)
  if (!known) return because('tooMuchKnown')
  const tripIds = trips.map((trip) => trip.id)
  const cancellations = await cancelledBefore(tx.prisma, { id, ownerId, tripIds }, reservations)
  return decide(reservations, { trips, known, cancellations })
}

interface Outcome {
  object?: FiledObject | undefined
  /** Why it waits in the inbox, or why a part was left out. */
  why?: Explanation
  problem?: unknown
}

/** Files a stored message, or returns the reason why it waits. */
async function fileStored(tx: Store, id: number, arrival: Arrival): Promise<Outcome> {
  const plan = await planFor(tx, id, arrival)
  if ('reason' in plan) return { why: plan }
  const [object] = await writePlan(tx, plan, arrival.ownerId)
  await fileEmail(tx.prisma, id, object ?? { kind: 'trip', id: plan.trip.id })
  return plan.isOutdated ? { object, why: because('outdated') } : { object }
}

/**
 * Stores a message for its owner, once, and files it if all its reservations belong to one trip and
 * to no other; else it waits in the inbox with the reason. Durable when it returns.
 */
export async function fileMail(db: Store, arrival: Arrival): Promise<StoredMail> {
  try {
    return await storeAndFile(db, arrival)
  } finally {
    forgetZones()
  }
}

function storeAndFile(db: Store, arrival: Arrival): Promise<StoredMail> {
  const { ownerId, parsed } = arrival
  const doubt = parsed.doubt || (parsed.reservations.length === 0 ? reasons.nothingFound : '')
  return db.transaction(async (tx) => {
    // The first statement: a concurrent delivery of the same message waits here, and finds it.
    const id = await storeEmail(tx.prisma, emailOf(arrival, doubt), attachmentsOf(parsed))
    if (id === undefined) return earlier(tx, arrival)
    const waiting = { id, ownerId, isNew: true, object: undefined }
    if (doubt !== '') return { ...waiting, reason: reasonSaying(doubt) }
    const { why, ...filed } = await attempt<Outcome>(
      tx.prisma,
      () => fileStored(tx, id, arrival),
      // An error in its bookings must not lose the message.
      (problem) => ({ why: because('unstorable'), problem }),
    )
    if (why) await explainEmail(tx.prisma, id, inWords(why))
    return { ...waiting, ...filed, reason: why?.reason }
  })
}
