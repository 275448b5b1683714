/**
 * The payloads of attachments, read a bounded number of bytes at a time: what one statement answers
 * is decoded at once, and nothing else happens meanwhile (test/rest-facade/long-texts).
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '../../../outside/database/database.ts'
import { payloadSlice } from '../../queries/payloads.ts'

export interface Wanted {
  id: number
  payloadBytes: number
}

/** Bytes that one statement answers; a multiple of three, as base64 is. */
export const sliceBytes = 3 * 2 ** 18

/** Those that one statement reads together: many small ones, or a large one alone. */
function batchesOf(wanted: readonly Wanted[]): Wanted[][] {
  const batches: Wanted[][] = []
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

/** A large payload in slices; undefined where it is not there any more. */
async function readLarge(db: Store, { id, payloadBytes }: Wanted) {
  const slices: Uint8Array[] = []
  for (let from = 0; from < payloadBytes; from += sliceBytes) {
    const slice = await payloadSlice(db, id, { from, bytes: sliceBytes })
    if (slice === undefined) return undefined
    slices.push(slice)
  }
  return slices
}

/** The payloads by id, in slices; of others, and of those that store none, there is nothing. */
export async function readPayloads(
  db: Store,
  wanted: readonly Wanted[],
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

/** A payload as it is answered: text as text, of which what is no UTF-8 is replaced. */
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
