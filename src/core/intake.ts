/** The intake of booking mail, as its callers see it (src/mail/ingest.ts). */
import type { Store } from '../outside/database/database.ts'
import type { ParentItem } from './parent-kinds.ts'

/** Proven senders in lower case; any, if an operator delivers the message. */
export type Proven = 'any' | readonly string[]

export interface IncomingMail {
  /** The same array for all recipients of a message, which is then parsed once. */
  bytes: Uint8Array
  /** The way it came: `operator`, `smtp`, `lmtp`, `calendar`. */
  source: string
  /** Who brings it, as `clientOf` names them; none where one server brings everybody's mail. */
  client?: string
  /** The secret address it is for, or the shared one, where the sender decides. */
  recipient?: string | null | undefined
  /** The primary address of the account it is for; goes before `recipient`. */
  owner?: string | null | undefined
  proven: Proven
}

/** An object that the message made or changed. */
export interface FiledObject {
  kind: ParentItem
  id: number
}

export interface StoredMail {
  id: number
  ownerId: number
  /** False: the same message had been stored before, and stays where it is. */
  isNew: boolean
  /** The object it was filed at, if it is still there. */
  object: FiledObject | undefined
  /** Why it waits in the inbox, or what was left out: a name of src/mail/reading/reasons.ts. */
  reason?: string | undefined
  /** The database error that prevented filing it. */
  problem?: unknown
}

/** Stores and files what was read; `afterwards` is for the time after the commit. */
export type FileCalendar = (
  db: Store,
) => Promise<{ stored: StoredMail[]; afterwards: () => Promise<void> }>

export interface Intake {
  /** INBOUND_DOMAIN. */
  domain: string | undefined
  /**
   * Durable when it returns. Throws NOT_FOUND for a message without a known owner: before it is
   * parsed, unless its headers decide. Throws SERVICE_UNAVAILABLE where too many of this owner
   * wait, or too long.
   */
  ingest(mail: IncomingMail): Promise<StoredMail>
  /**
   * Ingests each event of a calendar as a separate message, for the account of the primary address.
   * Throws BAD_USER_INPUT for an invalid calendar, or one with too many events.
   */
  ingestCalendar(text: string, owner: { id: number; email: string }): Promise<StoredMail[]>
  /**
   * The same in two steps, the second of which is in the caller's transaction: all events are
   * stored, or none.
   */
  readCalendar(text: string, owner: { id: number }): Promise<FileCalendar>
  /** Whether this is the shared address, at which the proved sender decides. */
  isSharedAddress(address: string): boolean
  /** Whether this is somebody's secret address. */
  isSecretAddress(address: string): Promise<boolean>
}
