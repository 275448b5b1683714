/**
 * The folder of an export: `manifest.json`, `account.jsonl` and `files/`
 * (test/operations/transfer). Only its owner can read it. Its content is untrusted.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { appendFile, type FileHandle, lstat, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mebi } from '../../base/values.ts'
import { ifThere, systemCode } from '../../outside/files.ts'
import { linesIn, type Seal, sealOf, writeSealed } from '../../outside/folders/sealed-files.ts'
import type { Report } from '../../process/progress.ts'
import { WrongExport } from './export-errors.ts'

/** A file of the export, as a record names it. */
export interface FileRef extends Seal {
  name: string
}

/** With the seal of the records. */
interface Manifest extends Seal {
  format: string
  version: number
  records: number
}

const format = 'trips account'
/** The version of the format; an import accepts no other. */
const version = 1
const recordsName = 'account.jsonl'
/**
 * Maximum characters of a manifest and of a record, and numbers of records, files and their bytes.
 */
const limits = {
  manifest: 4_096,
  record: mebi,
  records: 200_000,
  files: 50_000,
  bytes: 20 * 1024 ** 3,
}

const sha256 = () => createHash('sha256')

/** Appends records to a file in batches, as lines of JSON. */
function appending(path: string) {
  let [lines, characters]: [string[], number] = [[], 0]
  async function flush(): Promise<void> {
    const text = lines.join('')
    lines = []
    characters = 0
    await appendFile(path, text, { mode: 0o600, flush: true })
  }
  return {
    flush,
    async add(record: object): Promise<void> {
      const line = `${JSON.stringify(record)}\n`
      characters += line.length
      lines.push(line)
      if (characters > limits.record) await flush()
    },
  }
}

/** Begins an export in an empty folder, or restarts one. */
export async function beginFolder(folder: string, report: Report) {
  const path = join(folder, recordsName)
  const noted = join(folder, 'notes.jsonl')
  for (const name of [path, noted, join(folder, 'files')]) {
    await rm(name, { recursive: true, force: true })
  }
  await mkdir(join(folder, 'files'), { mode: 0o700 })
  const [written, notes] = [appending(path), appending(noted)]
  let [records, files] = [0, 0]
  return {
    async record(record: object): Promise<void> {
      records += 1
      await written.add(record)
      report('Exported', records, 'records')
    },
    /** Writes a note for a later record to disk, to save memory. */
    note: (value: object) => notes.add(value),
    async *notes(): AsyncGenerator<unknown> {
      await notes.flush()
      for await (const line of linesIn(noted)) yield JSON.parse(line)
      await rm(noted)
    },
    /** Writes the next file. */
    async file(chunks: AsyncIterable<Uint8Array> | Uint8Array[], extension = ''): Promise<FileRef> {
      files += 1
      const name = `files/${String(files).padStart(6, '0')}${extension}`
      return { name, ...(await writeSealed(join(folder, name), chunks)) }
    },
    /** Writes the remaining records and the manifest; returns the numbers of records and files. */
    async finish(): Promise<{ records: number; files: number }> {
      await written.flush()
      const manifest: Manifest = { format, version, records, ...(await sealOf(path)) }
      await writeSealed(join(folder, 'manifest.json'), [`${JSON.stringify(manifest, null, 2)}\n`])
      return { records, files }
    },
  }
}
export type NewFolder = Awaited<ReturnType<typeof beginFolder>>

/** Opens a regular file below the folder, never through a link. */
async function opened(folder: string, name: string): Promise<FileHandle> {
  const refuse = (why: string): never => {
    throw new WrongExport(name, why)
  }
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(join(folder, name), flags).catch((error) =>
    refuse(systemCode(error) === 'ENOENT' ? 'is missing' : `cannot be read (${systemCode(error)})`),
  )
  if ((await file.stat()).isFile()) return file
  await file.close()
  return refuse('is not a regular file')
}

async function manifestOf(folder: string): Promise<Manifest> {
  const file = await opened(folder, 'manifest.json')
  try {
    const { size } = await file.stat()
    const text = size <= limits.manifest ? await file.readFile('utf8') : ''
    const manifest = JSON.parse(text) as Manifest
    if (manifest?.format === format) {
      if (manifest.version === version) return manifest
      throw new WrongExport('manifest.json', `version ${version} is expected`)
    }
  } catch (error) {
    if (error instanceof WrongExport) throw error
  } finally {
    await file.close()
  }
  throw new WrongExport('manifest.json', 'is not the manifest of an exported account')
}

/** Opens an export, which can be read repeatedly. */
export async function openFolder(folder: string) {
  for (const directory of ['.', 'files']) {
    const found = await ifThere(lstat(join(folder, directory)))
    if (!found?.isDirectory()) throw new WrongExport(join(folder, directory), 'is not a folder')
  }
  const manifest = await manifestOf(folder)
  return {
    /** The number of records, according to the manifest. */
    count: Number(manifest.records),
    /**
     * Yields each line with its place. Throws WrongExport at the end if the manifest does not
     * match.
     */
    async *records(): AsyncGenerator<{ place: string; raw: unknown; bytes: number }> {
      const file = await opened(folder, recordsName)
      const hash = sha256()
      let [at, rest] = [0, Buffer.alloc(0)]
      try {
        for await (const chunk of file.createReadStream({ autoClose: false })) {
          hash.update(chunk)
          rest = Buffer.concat([rest, chunk])
          for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
            at += 1
            yield parsed(at, rest.subarray(0, end))
            rest = rest.subarray(end + 1)
          }
          if (rest.length > limits.record) throw tooLong(at + 1)
        }
      } finally {
        await file.close()
      }
      const isWhole = rest.length === 0 && at === manifest.records
      if (!isWhole || hash.digest('hex') !== manifest.sha256) {
        throw new WrongExport(recordsName, 'does not match the manifest')
      }
    },
    /** The bytes of a file, checked against its record. */
    async bytesOf({ name, bytes, sha256: expected }: FileRef): Promise<Buffer> {
      const file = await opened(folder, name)
      try {
        const { size } = await file.stat()
        const content = size === bytes ? await file.readFile() : Buffer.alloc(0)
        if (size === bytes && sha256().update(content).digest('hex') === expected) return content
      } finally {
        await file.close()
      }
      throw new WrongExport(name, 'does not match its record')
    },
  }
}
export type OpenFolder = Awaited<ReturnType<typeof openFolder>>

const placeOf = (at: number) => `${recordsName}, line ${at}`
const tooLong = (at: number) => new WrongExport(placeOf(at), 'the record is too long')

function parsed(at: number, line: Buffer) {
  const place = placeOf(at)
  if (at > limits.records) throw new WrongExport(place, 'there are too many records')
  if (line.length > limits.record) throw tooLong(at)
  try {
    return { place, raw: JSON.parse(line.toString()) as unknown, bytes: line.length }
  } catch {
    throw new WrongExport(place, 'is not valid JSON')
  }
}

/** Counts files and their bytes; throws WrongExport if there are too many. */
export function fileCounter() {
  const seen = new Set<string>()
  let all = 0
  return (place: string, { name, bytes }: FileRef) => {
    if (seen.has(name)) throw new WrongExport(place, `${name} is used twice`)
    seen.add(name)
    all += bytes
    if (seen.size > limits.files) throw new WrongExport(place, 'there are too many files')
    if (all > limits.bytes) throw new WrongExport(place, 'the files are too large')
  }
}
