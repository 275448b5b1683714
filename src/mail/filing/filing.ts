/** Stores a message and files it, in one transaction (test/mail/filing). */
import { sha256 } from '../../base/hashes.ts'
import { type NewAttachment, storeEmail } from '../../core/domain/emails/email-writes.ts'
import type { FiledObject, StoredMail } from '../../core/intake.ts'
import { itemKeys, type ParentKind } from '../../core/parent-kinds.ts'
import { holdFiling, type IncomingEmail } from '../../core/store/emails.ts'
import type { Store } from '../../outside/database/database.ts'
import { attempt } from '../../outside/database/refused-values.ts'
import { because, type Explanation, inWords, reasonSaying, reasons } from '../reading/reasons.ts'
import { agedAs, type ParsedMail, reservationKinds } from '../reading/reservation.ts'
import { forgetZones } from '../reading/times/kept-zones.ts'
import { cancellationsIn, cancelledBefore } from './cancellations.ts'
import { holdCandidates } from './candidates.ts'
import { Comparisons } from './comparisons.ts'
import { decide, type FilingPlan } from './filing-plan.ts'
import type { ReportedReservation } from './last-report.ts'
import { writePlan } from './object-writes.ts'
import { holdTrips, prepareStarts } from './open-trips.ts'

export interface Arrival {
  ownerId: number
  /** The source: `operator`, `smtp`, `lmtp`, `calendar`. */
  source: string
  bytes: Uint8Array
  parsed: ParsedMail
  /** When it arrived. */
  at: Date
}

/** Bytes that fit into the index. */
const maxKeyLength = 1000

/** A sender can make a Message-ID of any length. */
const keyOf = ({ messageKey }: ParsedMail) =>
  Buffer.byteLength(messageKey) <= maxKeyLength ? messageKey : `sha256:${sha256(messageKey)}`

const bytesOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length)

/** The reservations of a message, each with its date: its own, or that of the message it is in. */
const reportedIn = ({ parsed, at }: Arrival): ReportedReservation[] =>
  agedAs(parsed.quoted ?? { saidAt: parsed.date ?? at.toISOString() }, parsed.reservations)

/** The message as it waits in the inbox for that reason. */
function emailOf(arrival: Arrival, reason: string): IncomingEmail {
  const { ownerId, source, bytes, parsed, at } = arrival
  const { subject, bodyPreview, html, text } = parsed
  const messageKey = keyOf(parsed)
  const isBlank = !/\S/.test(html) && text === ''
  return {
    ownerId,
    messageKey,
    subject,
    bodyPreview,
    html,
    text,
    reason,
    uniqueParserIdentifier: `${source}:${sha256(`${ownerId} ${messageKey}`).slice(0, 32)}`,
    date: parsed.date ?? at,
    parsedSuccessfully: false,
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
      id: true,
      deletedAt: true,
      parsedSuccessfully: true,
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

async function planFor(tx: Store, arrival: Arrival): Promise<FilingPlan | Explanation> {
  const { ownerId } = arrival
  const reservations = reportedIn(arrival)
  const trips = await holdTrips(tx, ownerId, reservations)
  if (!trips) return because('tooMuchKnown')
  await prepareStarts(reservations, trips)
  const comparisons = new Comparisons()
  const asking = { ownerId, tripIds: trips.map((trip) => trip.id) }
  // Read after the wait, and therefore with everything filed meanwhile.
  const held = await holdCandidates(tx, asking, trips, reservations, comparisons)
  if (!held) return because('tooMuchKnown')
  const { known, isCancelled } = held
  const cancellations = isCancelled ? await cancelledBefore(tx.prisma, asking, reservations) : []
  return decide(reservations, { trips, known, cancellations }, comparisons)
}

/** The outcome for a message: where its bookings were filed, or why not, or not all of them. */
interface Outcome {
  object?: FiledObject | undefined
  /** Where the message belongs; it waits in the inbox without. */
  parent?: { kind: ParentKind; id: number } | undefined
  why?: Explanation | undefined
}

/** Files the bookings of a message, or says why they wait. */
async function fileBookings(tx: Store, arrival: Arrival): Promise<Outcome> {
  const plan = await planFor(tx, arrival)
  if ('reason' in plan) return { why: plan }
  const [object] = await writePlan(tx, plan, arrival.ownerId)
  return { object, parent: object ?? { kind: 'trip', id: plan.trip.id }, why: plan.omitted }
}

/** The owner has the message; what was filed for it must be undone. */
class StoredBefore extends Error {}

/**
 * Stores a message for its owner, once, and files it if all its reservations belong to one trip and
 * to no other; else it waits in the inbox with the reason. Durable when it returns.
 */
export async function fileMail(db: Store, arrival: Arrival): Promise<StoredMail> {
  const { reservations, doubt } = arrival.parsed
  const waits = doubt || (reservations.length === 0 ? reasons.nothingFound : '')
  try {
    if (waits !== '') return await db.transaction((tx) => storeWaiting(tx, arrival, waits))
    // An error in its bookings must not lose the message.
    return await attempt(
      db,
      (tx) => storeAndFile(tx, arrival),
      async (problem) => ({
        ...(await db.transaction((tx) => storeWaiting(tx, arrival, reasons.unstorable))),
        problem,
      }),
    )
  } catch (error) {
    if (error instanceof StoredBefore) return earlier(db, arrival)
    throw error
  } finally {
    forgetZones()
  }
}

/** Stores a message, once, as it waits in the inbox for that reason. */
async function storeWaiting(tx: Store, arrival: Arrival, reason: string): Promise<StoredMail> {
  const email = emailOf(arrival, reason)
  const id = await storeEmail(tx, email, attachmentsOf(arrival.parsed))
  if (id === undefined) return earlier(tx, arrival)
  const { ownerId } = arrival
  return { id, ownerId, isNew: true, object: undefined, reason: reasonSaying(reason) }
}

async function storeAndFile(tx: Store, arrival: Arrival): Promise<StoredMail> {
  const { ownerId, parsed } = arrival
  if (await holdFiling(tx, ownerId, keyOf(parsed))) return earlier(tx, arrival)
  const { object, parent, why } = await fileBookings(tx, arrival)
  const email = emailOf(arrival, why ? inWords(why) : '')
  const filed = parent && { parsedSuccessfully: true, [`${parent.kind}Id`]: parent.id }
  const id = await storeEmail(tx, { ...email, ...filed }, attachmentsOf(parsed))
  // A concurrent delivery has stored it while this one waited for the account.
  if (id === undefined) throw new StoredBefore()
  return { id, ownerId, isNew: true, object, reason: why?.reason }
}
