/**
 * The folder of an export: `manifest.json`, `account.jsonl` and `files/` (test/transfer). It
 * gets its name once it is complete, and only its owner can read it. What is read is not trusted.
 */
import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf, ifThere, synced, writeWhole } from '../outside/files.ts'
import { WrongExport } from './places.ts'

/** A file of the export, as a record names it. */
export interface FileRef {
  name: string
  bytes: number
  sha256: string
}

interface Manifest {
  format: string
  version: number
  records: number
  bytes: number
  sha256: string
}

const format = 'trips account'
/** Of the format; an import takes no other. */
const version = 1
const recordsName = 'account.jsonl'
/** Characters of a manifest, and of a record; records; files and their bytes. */
const limits = {
  manifest: 4_096,
  record: 1_048_576,
  records: 200_000,
  files: 50_000,
  bytes: 20 * 1024 ** 3,
}

const sha256 = () => createHash('sha256')
const numbered = (at: number, extension: string) =>
  `files/${String(at).padStart(6, '0')}${extension}`

/** Writes a folder that does not exist yet; `finish` gives it its name. */
export async function newFolder(path: string) {
  const target = resolve(path)
  if (await ifThere(lstat(target))) throw new Error(`${path} exists already; name a new folder.`)
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(8).toString('hex')}.tmp`)
  await mkdir(join(draft, 'files'), { recursive: true, mode: 0o700 })
  const lines = await open(join(draft, recordsName), 'wx', 0o600)
  const hash = sha256()
  let [records, bytes, files] = [0, 0, 0]
  return {
    async record(record: object): Promise<void> {
      const line = Buffer.from(`${JSON.stringify(record)}\n`)
      records += 1
      bytes += line.length
      hash.update(line)
      await lines.writeFile(line)
    },
    /** Stores bytes as the next file. */
    async file(chunks: AsyncIterable<Uint8Array> | Uint8Array[], extension = ''): Promise<FileRef> {
      files += 1
      const name = numbered(files, extension)
      const own = sha256()
      let length = 0
      const file = await open(join(draft, name), 'wx', 0o600)
      try {
        for await (const chunk of chunks) {
          own.update(chunk)
          length += chunk.length
          await file.writeFile(chunk)
        }
        await file.sync()
      } finally {
        await file.close()
      }
      return { name, bytes: length, sha256: own.digest('hex') }
    },
    async finish(): Promise<{ records: number; files: number }> {
      await lines.sync()
      await lines.close()
      const manifest = { format, version, records, bytes, sha256: hash.digest('hex') }
      const text = `${JSON.stringify(manifest, null, 2)}\n`
      await writeWhole(join(draft, 'manifest.json'), Buffer.from(text))
      await synced(join(draft, 'files'))
      await rename(draft, target)
      await synced(dirname(target))
      return { records, files }
    },
    async discard(): Promise<void> {
      await lines.close().catch(() => {})
      await rm(draft, { recursive: true, force: true })
    },
  }
}
export type NewFolder = Awaited<ReturnType<typeof newFolder>>

/** Opens a regular file below the folder; a link is none. */
async function opened(folder: string, name: string): Promise<FileHandle> {
  const refuse = (why: string): never => {
    throw new WrongExport(name, why)
  }
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(join(folder, name), flags).catch((error) =>
    refuse(codeOf(error) === 'ENOENT' ? 'is missing' : `cannot be read (${codeOf(error)})`),
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

/** Opens an export, which can be read several times. */
export async function openFolder(folder: string) {
  for (const directory of ['.', 'files']) {
    const found = await ifThere(lstat(join(folder, directory)))
    if (!found?.isDirectory()) throw new WrongExport(join(folder, directory), 'is not a folder')
  }
  const manifest = await manifestOf(folder)
  return {
    /** Each line with its place. Throws WrongExport at the end if the manifest does not match. */
    async *records(): AsyncGenerator<{ place: string; raw: unknown }> {
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
    return { place, raw: JSON.parse(line.toString()) as unknown }
  } catch {
    throw new WrongExport(place, 'is not valid JSON')
  }
}

/** Counts files and their bytes; throws WrongExport where there are too many. */
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
