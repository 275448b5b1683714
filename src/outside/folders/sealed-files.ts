/** Files with their sizes and SHA-256, for later checks. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface Seal {
  bytes: number
  /** In hexadecimal. */
  sha256: string
}

type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>

/** Writes and syncs a new file, accessible by its owner only. */
export async function writeSealed(path: string, chunks: Chunks): Promise<Seal> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of gathered(chunks)) {
      hash.update(chunk)
      bytes += chunk.length
      await file.writeFile(chunk)
    }
    await file.sync()
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

/** Joins small chunks into large ones. */
async function* gathered(chunks: Chunks): AsyncIterable<Buffer> {
  let parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    const part = Buffer.from(chunk as string)
    parts.push(part)
    bytes += part.length
    if (bytes < 1 << 18) continue
    yield Buffer.concat(parts)
    parts = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(parts)
}

/** The seal of a file's current content. */
export async function sealOf(path: string): Promise<Seal> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** The lines of a file, one at a time, without their ends. */
export async function* linesIn(path: string): AsyncIterable<string> {
  let begun: Buffer[] = []
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    let rest: Buffer = chunk
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield Buffer.concat([...begun, rest.subarray(0, end)]).toString('utf8')
      begun = []
      rest = rest.subarray(end + 1)
    }
    if (rest.length > 0) begun.push(rest)
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8')
}
