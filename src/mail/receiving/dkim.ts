/**
 * Verifies the sender of a message by DKIM (test/mail/receiving/dkim), with keys from a given
 * resolver.
 */
import type { DKIMResult } from 'mailauth'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { addressParser } from 'postal-mime'

/** As `resolve` of node:dns/promises, for TXT records. */
export type Resolver = (name: string, type: string) => Promise<string[][]>

/** Each signature costs a DNS query to name servers that its author chooses. */
const maxSignatures = 5

/** Milliseconds by which the clock of a signer may be ahead. */
const skew = 300_000

/** Bytes of a header, far more than real messages have. */
const maxHeaderBytes = 256 * 1024

/** The unfolded header lines of a message; none if the header is too long. */
function headerLines(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const first = text.subarray(0, maxHeaderBytes)
  const end = [first.indexOf('\r\n\r\n'), first.indexOf('\n\n')].filter((at) => at >= 0)
  if (end.length === 0 && text.length > maxHeaderBytes) return []
  const head = first.toString('latin1', 0, end.length === 0 ? undefined : Math.min(...end))
  return head.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)
}

/**
 * Whether the signatures are worth checking: few, and none over only a part of the body, to which
 * anybody can add.
 */
function areCheckable(lines: readonly string[]): boolean {
  const signatures = lines.filter((line) => /^dkim-signature\s*:/i.test(line))
  const isPartial = (line: string) =>
    /^(dkim|arc-message)-signature\s*:/i.test(line) && /[;:]\s*l\s*=/i.test(line)
  return signatures.length > 0 && signatures.length <= maxSignatures && !lines.some(isPartial)
}

/** Whether a message may prove its sender, by its header. */
export const isWorthProving = (bytes: Uint8Array) => areCheckable(headerLines(bytes))

/** A From that names a group (RFC 6854): programs show its name, not its members. */
const isGroup = (line: string) =>
  /^from\s*:/i.test(line) &&
  addressParser(line.slice(line.indexOf(':') + 1)).some(({ group }) => group !== undefined)

const day = 86_400_000

/** The time of a signature, by its own field or the signed Date header; else NaN. */
function madeAt({ signTime, signingHeaders }: DKIMResult): number {
  if (signTime) return Date.parse(signTime)
  const date = signingHeaders?.headers.find((line) => /^date\s*:/i.test(line)) ?? ''
  return Date.parse(date.slice(date.indexOf(':') + 1).replace(/\s+/g, ' '))
}

/** Whether a signature still proves the author of the message. */
function proves(result: DKIMResult, days: number): boolean {
  const { status, signatureTimeValid } = result
  return (
    status.result === 'pass' &&
    Boolean(status.aligned) &&
    // A key in testing mode proves nothing (RFC 6376, 3.6.1).
    !status.testing &&
    signatureTimeValid !== false &&
    (days === 0 || madeAt(result) > Date.now() - days * day)
  )
}

/**
 * The sender of a message, in lower case, if a valid signature covers From and belongs to its
 * domain or organisational domain; else empty. A signature counts for `days`, because anybody with
 * a copy of the message can send it again; 0: for ever.
 */
export async function provenSenders(
  bytes: Uint8Array,
  resolver: Resolver,
  days: number,
): Promise<string[]> {
  const lines = headerLines(bytes)
  if (!areCheckable(lines) || lines.some(isGroup)) return []
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const curTime = new Date(Date.now() + skew)
  const options = { resolver, curTime, rejectRsaSha1: true }
  const { headerFrom, fromFields, results } = await dkimVerify(message, options)
  const [sender, ...others] = headerFrom
  // With several senders, programs differ in which one they show.
  if (fromFields !== 1 || sender === undefined || others.length > 0) return []
  return results.some((result) => proves(result, days)) ? [sender.toLowerCase()] : []
}
