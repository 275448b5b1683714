/**
 * Upload receipts (test/spec/13-documents-attach, 14): proof, when a document is attached, that
 * this caller prepared this key with this media type for exactly this parent, less than 15 minutes
 * ago.
 *
 * A receipt contains its expiry, random bytes, and a MAC over the facts it is bound to. The caller
 * repeats those facts when attaching, so a receipt reveals nothing and need not be stored.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { keyFor } from '../../../base/derived-keys.ts'
import { sha256 } from '../../../base/hashes.ts'
import type { ParentKind } from '../../parent-kinds.ts'

/** The facts that a receipt is bound to. */
export interface ReceiptFacts {
  userId: number
  /** The exact parent: a child's document is not its trip's. */
  parent: { kind: ParentKind; id: number }
  /** The object key, as prepared. */
  key: string
  /** The media type, as prepared. */
  contentType: string
}

/**
 * Seconds an upload may be attached after it was prepared (test/core/domain/documents/receipts).
 */
const receiptSeconds = 15 * 60

const bytesOf = { expiry: 6, nonce: 10, mac: 32 }
const headBytes = bytesOf.expiry + bytesOf.nonce

function macOf(secret: string, head: Buffer, facts: ReceiptFacts): Buffer {
  const { userId, parent, key, contentType } = facts
  return createHmac('sha256', keyFor(secret, 'upload receipt'))
    .update(head)
    .update(JSON.stringify([userId, parent.kind, parent.id, key, contentType]))
    .digest()
}

/** The receipt: 64 characters of base64url. */
export function sealReceipt(secret: string, facts: ReceiptFacts, now: Date): string {
  const head = Buffer.alloc(headBytes)
  head.writeUIntBE(Math.floor(now.getTime() / 1000) + receiptSeconds, 0, bytesOf.expiry)
  randomBytes(bytesOf.nonce).copy(head, bytesOf.expiry)
  return Buffer.concat([head, macOf(secret, head, facts)]).toString('base64url')
}

/**
 * The SHA-256 of a genuine, unexpired receipt bound to exactly these facts, by which a repeated
 * attach finds its document (`document.receipt_hash`). Undefined for any other text.
 */
export function openReceipt(
  secret: string,
  token: string,
  facts: ReceiptFacts,
  now: Date,
): { hash: string } | undefined {
  if (!/^[\w-]{64}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const head = bytes.subarray(0, headBytes)
  if (!timingSafeEqual(bytes.subarray(headBytes), macOf(secret, head, facts))) return undefined
  const expiry = head.readUIntBE(0, bytesOf.expiry)
  return expiry * 1000 > now.getTime() ? { hash: sha256(token) } : undefined
}
