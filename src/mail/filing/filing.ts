/** Stores a message and files it, in one transaction (test/mail/filing). */
import { createHash } from 'node:crypto'
import { prepared } from '../../domain/hot-path/sql.ts'
import type { Database, Queryable } from '../../outside/database/database.ts'
import { parentItems } from '../../permissions/parent-kinds.ts'
import { type Reason, reasons } from '../reading/reasons.ts'
import type { ParsedMail } from '../reading/reservation.ts'
import { decide, type Plan } from './deciding.ts'
import { holdTrips } from './fitting.ts'
import { objectsKnown } from './known.ts'
import { type FiledObject, writePlan } from './object-writes.ts'

export interface Arrival {
  ownerId: number
  /** The way it came: `operator`, `smtp`, `lmtp`. */
  source: string
  bytes: Uint8Array
  parsed: ParsedMail
  /** When it came in. */
  at: Date
}

export interface StoredMail {
  id: number
  ownerId: number
  /** False: the same message had been stored before, and stays where it is. */
  isNew: boolean
  /** The object it was filed at, if it is still there. */
  object: FiledObject | undefined
  /** What the database said against filing it. */
  problem?: unknown
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
/** Bytes of a key that fits its index. */
const longestKey = 1000

/** A Message-ID is as long as its sender likes. */
const keyOf = ({ messageKey }: ParsedMail) =>
  Buffer.byteLength(messageKey) <= longestKey ? messageKey : `sha256:${hash(messageKey)}`

const bytesOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/**
 * All contents as one parameter, with the position of each in it, from 1, and its length: a list of
 * bytes would leave as hexadecimal text, which stops everything else for as long as that takes.
 */
function slicesOf(contents: readonly Uint8Array[]): [Buffer, number[], number[]] {
  const lengths = contents.map(({ length }) => length)
  const starts = [1]
  for (const length of lengths) starts.push((starts.at(-1) ?? 1) + length)
  return [Buffer.concat(contents), starts.slice(0, -1), lengths]
}

/** SQL: the message in the inbox, with its attachments; nothing if its owner has had it before. */
const insertMail = `with mail as (
    insert into email (owner_id, unique_parser_identifier, message_key, date, subject,
      body_preview, html, text, raw, reason)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (owner_id, message_key) do nothing returning id
  ), parts as (
    insert into email_attachment (email_id, filename, payload, "binary", mail_content_type,
      content_id, content_disposition, charset, content_transfer_encoding)
    select mail.id, a.filename, substring($11::bytea from a.start for a.length), a."binary", a.type,
      a.content_id, a.disposition, a.charset, a.encoding
    from mail, unnest($12::int[], $13::int[], $14::text[], $15::bool[], $16::text[], $17::text[],
      $18::text[], $19::text[], $20::text[])
      as a (start, length, filename, "binary", type, content_id, disposition, charset, encoding)
  )
  select id from mail`

async function insert(tx: Queryable, arrival: Arrival, reason: string) {
  const { ownerId, source, bytes, parsed, at } = arrival
  const { html, text, attachments } = parsed
  const key = keyOf(parsed)
  const isBlank = !/\S/.test(html) && text === ''
  const values = [
    ownerId,
    `${source}:${hash(`${ownerId} ${key}`).slice(0, 32)}`,
    key,
    parsed.date ?? at.toISOString(),
    parsed.subject,
    parsed.bodyPreview,
    html,
    text,
    // The original is what is shown where there is no body; otherwise it would only double all.
    isBlank ? bytesOf(bytes) : null,
    reason,
    ...slicesOf(attachments.map(({ content }) => content)),
    attachments.map(({ filename }) => filename),
    attachments.map(({ binary }) => binary),
    attachments.map(({ mailContentType }) => mailContentType),
    attachments.map(({ contentId }) => contentId),
    attachments.map(({ contentDisposition }) => contentDisposition),
    attachments.map(({ charset }) => charset),
    attachments.map(({ contentTransferEncoding }) => contentTransferEncoding),
  ]
  const [stored] = await tx.query<{ id: number }>(prepared(insertMail, values))
  return stored?.id
}

/** SQL: the object that the email `e` is attached to, if it is one of that kind. */
const objectOf = (kind: string) => `case when e.${kind}_id is not null
  then json_build_object('kind', '${kind}', 'id', e.${kind}_id) end`

/** The message as it was stored before. */
async function earlier(tx: Queryable, { ownerId, parsed }: Arrival): Promise<StoredMail> {
  const text = `select e.id, case when e.deleted_at is null and e.parsed_successfully then
      coalesce(${parentItems.map(objectOf)}) end as object
    from email e where e.owner_id = $1 and e.message_key = $2`
  const values = [ownerId, keyOf(parsed)]
  const [found] = await tx.query<{ id: number; object: FiledObject | null }>(prepared(text, values))
  if (!found) throw new Error('an email is neither new nor stored')
  return { id: found.id, ownerId, isNew: false, object: found.object ?? undefined }
}

async function planFor(tx: Queryable, { ownerId, parsed }: Arrival): Promise<Plan | Reason> {
  const { reservations } = parsed
  const trips = await holdTrips(tx, ownerId, reservations)
  // Read after the wait: what somebody else has just filed there is seen.
  const tripIds = trips.map(({ id }) => id)
  return decide(reservations, trips, await objectsKnown(tx, tripIds, reservations))
}

async function attach(tx: Queryable, id: number, plan: Plan, ownerId: number) {
  const [first] = await writePlan(tx, plan, ownerId)
  const parent = first ?? { kind: 'trip', id: plan.trip.id }
  const text = `update email set ${parent.kind}_id = $2, parsed_successfully = true where id = $1`
  await tx.query(prepared(text, [id, parent.id]))
  return first
}

/** Whether the database refused what a message says, and will say no again. */
const isRefused = (error: unknown) =>
  /^2[23]/.test(String((error as { code?: unknown } | null)?.code ?? ''))

/** Files a stored message. What cannot be stored of its bookings must not cost the message. */
async function fileStored(tx: Queryable, id: number, arrival: Arrival) {
  await tx.query({ text: 'savepoint filing' })
  try {
    const plan = await planFor(tx, arrival)
    if (typeof plan === 'string') return { reason: plan }
    return { object: await attach(tx, id, plan, arrival.ownerId) }
  } catch (problem) {
    if (!isRefused(problem)) throw problem
    await tx.query({ text: 'rollback to savepoint filing' })
    return { reason: 'unstorable' as const, problem }
  }
}

/**
 * Stores a message for its owner, once, and files it if all its reservations belong to one trip and
 * to no other; else it waits in the inbox with the reason. Durable when it returns.
 */
export function fileMail(db: Database, arrival: Arrival): Promise<StoredMail> {
  const { ownerId, parsed } = arrival
  const doubt = parsed.doubt || (parsed.reservations.length === 0 ? reasons.nothingFound : '')
  return db.transaction(async (tx) => {
    // The first statement: whoever brings the same message at once waits here, and finds it.
    const id = await insert(tx, arrival, doubt)
    if (id === undefined) return earlier(tx, arrival)
    const waiting = { id, ownerId, isNew: true, object: undefined }
    if (doubt !== '') return waiting
    const { reason, ...filed } = await fileStored(tx, id, arrival)
    if (reason === undefined) return { ...waiting, ...filed }
    const text = 'update email set reason = $2 where id = $1'
    await tx.query(prepared(text, [id, reasons[reason]]))
    return { ...waiting, ...filed }
  })
}
