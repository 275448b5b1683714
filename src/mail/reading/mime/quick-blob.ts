/**
 * A Blob as the MIME package needs it: parts put together, and read as a whole. The package makes
 * two parts of every line, and Node's own Blob takes each of them as a task: ten seconds of
 * processor time for 10 MiB of short lines, which take half a second with this one.
 */
export class QuickBlob {
  readonly #parts: readonly (Uint8Array | ArrayBuffer | string)[]

  constructor(parts: readonly (Uint8Array | ArrayBuffer | string)[] = []) {
    this.#parts = parts
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const texts = new Map<string, Uint8Array>()
    const bytesOf = (part: Uint8Array | ArrayBuffer | string): Uint8Array => {
      if (part instanceof ArrayBuffer) return new Uint8Array(part)
      if (typeof part !== 'string') return part
      // All of them are the end of a line.
      const known = texts.get(part) ?? Buffer.from(part)
      texts.set(part, known)
      return known
    }
    const pieces = this.#parts.map(bytesOf)
    const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const piece of pieces) {
      whole.set(piece, at)
      at += piece.length
    }
    return whole.buffer
  }
}
