/**
 * Which sender a message proves by DKIM (test/mail/dkim): the keys come through a given resolver.
 */
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'

/** As `resolve` of node:dns/promises, for TXT records. */
export type Resolver = (name: string, type: string) => Promise<string[][]>

/** Each signature costs a question to the name servers of whoever wrote it. */
const mostSignatures = 5

/** Milliseconds by which the clock of a signer may be ahead. */
const skew = 300_000

/** Bytes of a header, far more than real messages have. */
const longestHeader = 256 * 1024

/** The header of a message, unfolded, without the body; no lines where it is too long. */
function headerLines(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const first = text.subarray(0, longestHeader)
  const end = [first.indexOf('\r\n\r\n'), first.indexOf('\n\n')].filter((at) => at >= 0)
  if (end.length === 0 && text.length > longestHeader) return []
  const head = first.toString('latin1', 0, end.length === 0 ? undefined : Math.min(...end))
  return head.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)
}

/** Signatures worth checking: few, and none over a part of the body, to which anybody adds. */
function areCheckable(lines: readonly string[]): boolean {
  const signatures = lines.filter((line) => /^dkim-signature\s*:/i.test(line))
  const isPartial = (line: string) =>
    /^(dkim|arc-message)-signature\s*:/i.test(line) && /[;:]\s*l\s*=/i.test(line)
  return signatures.length > 0 && signatures.length <= mostSignatures && !lines.some(isPartial)
}

/** Whether a message may prove anything, judging by its header. */
export const isWorthProving = (bytes: Uint8Array) => areCheckable(headerLines(bytes))

/** What the package answers beyond its own types. */
interface Checked {
  status: { result: string; aligned?: string | false }
  algo?: string
  signatureTimeValid?: boolean
  signingHeaders?: { keys: string }
  /** The record of the key, without blanks. */
  rr?: string
}

/** A key that its owner only tries out proves nothing (RFC 6376, 3.6.1). */
const isTrial = (record: string | undefined) => /(^|;)t=([^;]*:)?y(:|;|$)/i.test(record ?? '')

/**
 * The sender of a message, in lower case, if a signature over its From verifies and is of its
 * domain or the organisation's; else no one.
 */
export async function provenSenders(bytes: Uint8Array, resolver: Resolver): Promise<string[]> {
  const lines = headerLines(bytes)
  if (!areCheckable(lines)) return []
  const from = lines.filter((line) => /^from\s*:/i.test(line))
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const curTime = new Date(Date.now() + skew)
  const { headerFrom, results } = await dkimVerify(message, { resolver, curTime })
  const [sender, ...others] = headerFrom
  // Of several senders, programs show one or another.
  if (from.length !== 1 || sender === undefined || others.length > 0) return []
  const isProved = (results as unknown as Checked[]).some(
    ({ status, algo, signatureTimeValid, signingHeaders, rr }) =>
      status.result === 'pass' &&
      Boolean(status.aligned) &&
      /-sha256$/i.test(algo ?? '') &&
      signatureTimeValid !== false &&
      /(^|[\s:])from([\s:]|$)/i.test(signingHeaders?.keys ?? '') &&
      !isTrial(rr),
  )
  return isProved ? [sender.toLowerCase()] : []
}
