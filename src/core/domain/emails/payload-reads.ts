/**
 * The payloads of attachments, read in slices, because decoding the result of one statement blocks
 * the thread (test/rest-facade/long-texts).
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '../../../outside/database/database.ts'
import { payloadSlice } from '../../queries/payloads.ts'

export interface WantedPayload {
  id: number
  payloadBytes: number
}

/** Maximum bytes per statement; a multiple of three, so that base64 slices can be joined. */
export const sliceBytes = 3 * 2 ** 18

/** The payloads read by each statement: many small ones, or a single large one. */
function batchesOf(wanted: readonly WantedPayload[]): WantedPayload[][] {
  const batches: WantedPayload[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const one of wanted) {
    bytes += one.payloadBytes
    if (bytes > sliceBytes) {
      batches.push([])
      bytes = one.payloadBytes
    }
    batches.at(-1)?.push(one)
  }
  return batches
}

/** A large payload in slices; undefined if it was deleted. */
async function readLarge(db: Store, { id, payloadBytes }: WantedPayload) {
  const slices: Uint8Array[] = []
  for (let from = 0; from < payloadBytes; from += sliceBytes) {
    const slice = await payloadSlice(db, id, { from, bytes: sliceBytes })
    if (slice === undefined) return undefined
    slices.push(slice)
  }
  return slices
}

/** The payloads by id, in slices; deleted ones, and those not stored, are missing. */
export async function readPayloads(
  db: Store,
  wanted: readonly WantedPayload[],
): Promise<Map<number, Uint8Array[]>> {
  const found = new Map<number, Uint8Array[]>()
  for (const batch of batchesOf(wanted)) {
    const [first] = batch
    if (first && first.payloadBytes > sliceBytes) {
      const slices = await readLarge(db, first)
      if (slices) found.set(first.id, slices)
      continue
    }
    const where = { id: { in: batch.map(({ id }) => id) } }
    const select = { id: true, payload: true }
    const rows = await db.prisma.emailAttachment.findMany({ where, select })
    for (const { id, payload } of rows) if (payload) found.set(id, [payload])
  }
  return found
}

/** A payload as answered: base64 if `binary`, else text, with invalid UTF-8 replaced. */
export async function payloadText(slices: readonly Uint8Array[], binary: boolean): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  for (const [at, slice] of slices.entries()) {
    if (at > 0) await nextTurn()
    const { buffer, byteOffset, length } = slice
    const bytes = Buffer.from(buffer, byteOffset, length)
    text += binary ? bytes.toString('base64') : decoder.decode(bytes, { stream: true })
  }
  return text + decoder.decode()
}
