/** The intake of booking mail, as its callers see it (src/mail/ingest.ts). */
import type { Store } from '../outside/database/database.ts'
import type { ParentItem } from './parent-kinds.ts'

/** Proven senders in lower case; any, if an operator delivers the message. */
export type Proven = 'any' | readonly string[]

export interface IncomingMail {
  /** The message. If its recipients share one array, it is parsed once. */
  bytes: Uint8Array
  /** The way of delivery: `operator`, `smtp`, `lmtp`, `calendar`. */
  source: string
  /**
   * The delivering client, in the form of `clientOf`; unset if one server delivers everybody's
   * mail.
   */
  client?: string
  /** The secret address, or the shared one, where the sender determines the account. */
  recipient?: string | null | undefined
  /** The primary email address of the account; takes precedence over `recipient`. */
  owner?: string | null | undefined
  proven: Proven
}

/** An object that the message created or changed. */
export interface FiledObject {
  kind: ParentItem
  id: number
}

export interface StoredMail {
  id: number
  ownerId: number
  /** False if the same message was stored before; it stays where it is. */
  isNew: boolean
  /** The object it was filed to, if that still exists. */
  object: FiledObject | undefined
  /** Why it waits in the inbox, or what was omitted: a name from src/mail/reading/reasons.ts. */
  reason?: string | undefined
  /** The database error that prevented filing it. */
  problem?: unknown
}

/** Stores and files the parsed events; `afterwards` must be called after the commit. */
type FileCalendar = (
  db: Store,
) => Promise<{ stored: StoredMail[]; afterwards: () => Promise<void> }>

export interface Intake {
  /** INBOUND_DOMAIN. */
  domain: string | undefined
  /**
   * Stores and files a message, durably once it resolves. Throws NOT_FOUND for a message without a
   * known owner, before parsing unless its headers are needed. Throws SERVICE_UNAVAILABLE if too
   * many of the owner's messages wait, or this one too long.
   */
  ingest(mail: IncomingMail): Promise<StoredMail>
  /**
   * Ingests each event of a calendar as a separate message, for the account of the primary address.
   * Throws BAD_USER_INPUT for an invalid calendar, or one with too many events.
   */
  ingestCalendar(text: string, owner: { id: number; email: string }): Promise<StoredMail[]>
  /**
   * The same in two steps, the second in the caller's transaction: all events are stored, or none.
   */
  readCalendar(text: string, owner: { id: number }): Promise<FileCalendar>
  /** Whether this is the shared address, where the verified sender determines the account. */
  isSharedAddress(address: string): boolean
  /** Whether this is the secret address of an account. */
  isSecretAddress(address: string): Promise<boolean>
}
