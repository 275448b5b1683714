/**
 * The store on local disk: `DATA_DIR/objects/<bucket>/<key>`, reached over HTTP through
 * src/objects/ of the same process. An object appears whole or not at all: it is written aside,
 * brought to disk, and renamed.
 */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '../../errors.ts'
import { factsOf, signedPath } from './links.ts'
import {
  type ObjectStore,
  readSeconds,
  type UploadOrder,
  uploadSeconds,
  type Visibility,
} from './objects.ts'
import { fitsType, headBytes } from './signatures.ts'

export interface DiskOptions {
  directory: string
  secret: string
  clock: () => Date
  baseUrl: string
  /** Opens what is written aside; a test lets it fail. */
  openDraft?: (path: string) => Promise<FileHandle>
}

export interface DiskStore extends ObjectStore {
  readonly kind: 'disk'
  reachedAt(baseUrl: string): DiskStore
  /** The facts of a signed address, as `factsOf`. */
  factsOf(method: string, address: string): URLSearchParams | undefined
  /** The object's file, to be closed by the caller; undefined if it is not there. */
  open(visibility: Visibility, key: string): Promise<FileHandle | undefined>
  /** A place to write an object to, piece by piece. */
  begin(order: Pick<UploadOrder, 'visibility' | 'key' | 'contentType'>): Promise<Draft>
}

export interface Draft {
  write(bytes: Uint8Array): Promise<void>
  /** Makes it the object; `WrongBytes` if it is not what was declared. */
  finish(): Promise<void>
  /** Leaves nothing behind; does nothing after `finish`. */
  discard(): Promise<void>
}

/** The bytes are not of the type they were declared to be. */
export class WrongBytes extends Error {}

const buckets = { private: 'private-docs', public: 'public-images' } as const
const keyForms = {
  private: /^documents\/private\/[0-9a-f]{32}(\.[a-z\d]{1,10})?$/,
  public: /^[0-9a-f]{32}(\.[a-z\d]{1,10})?$/,
}

/** The bucket and the key of a path below `/objects/`; undefined for what no object can have. */
export function placeOf(path: string): { visibility: Visibility; key: string } | undefined {
  for (const visibility of ['private', 'public'] as const) {
    const start = `/objects/${buckets[visibility]}/`
    const key = path.startsWith(start) ? path.slice(start.length) : ''
    if (keyForms[visibility].test(key)) return { visibility, key }
  }
  return undefined
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

/** Runs work on files; a disk that is full is a refusal of the catalogue. */
async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (/^(ENOSPC|EDQUOT|EFBIG)$/.test(codeOf(error))) {
      throw new Refusal('INSUFFICIENT_STORAGE', { cause: error })
    }
    throw error
  }
}

/** The file system's answer, or undefined if there is no such file. */
async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
}

async function synced(directory: string): Promise<void> {
  const folder = await open(directory, constants.O_RDONLY)
  await folder.sync().finally(() => folder.close())
}

const create = (path: string) => open(path, 'wx', 0o600)

async function draftAt(
  path: { draft: string; object: string },
  order: Pick<UploadOrder, 'visibility' | 'contentType'>,
  openDraft: (path: string) => Promise<FileHandle>,
): Promise<Draft> {
  await mkdir(dirname(path.draft), { recursive: true, mode: 0o700 })
  const file = await openDraft(path.draft)
  let head = Buffer.alloc(0)
  let over = false
  const discard = async () => {
    if (over) return
    over = true
    await file.close().catch(() => {})
    await ifThere(unlink(path.draft))
  }
  const check = async () => {
    if (!(await fitsType(head, order.contentType, order.visibility))) throw new WrongBytes()
  }
  return {
    write: (bytes) =>
      onDisk(async () => {
        if (head.length < headBytes) {
          head = Buffer.concat([head, bytes.subarray(0, headBytes - head.length)])
          if (head.length === headBytes) await check()
        }
        await file.writeFile(bytes)
      }),
    finish: () =>
      onDisk(async () => {
        if (head.length < headBytes) await check()
        await file.sync()
        await file.close()
        await mkdir(dirname(path.object), { recursive: true, mode: 0o700 })
        await rename(path.draft, path.object)
        over = true
        // The new name itself is only safe once its directory is on disk.
        await synced(dirname(path.object))
      }),
    discard,
  }
}

/** Opens the store; directories are made when they are needed. */
export function diskStore(options: DiskOptions): DiskStore {
  const { directory, secret, clock, baseUrl, openDraft = create } = options
  const drafts = join(directory, 'drafts')
  const pathOf = (visibility: Visibility, key: string) => `/objects/${buckets[visibility]}/${key}`
  const fileOf = (visibility: Visibility, key: string) => {
    if (!keyForms[visibility].test(key)) throw new Error('no key of ours')
    return join(directory, buckets[visibility], key)
  }
  const after = (seconds: number) =>
    new Date((Math.floor(clock().getTime() / 1000) + seconds) * 1000)
  const has = async (visibility: Visibility, key: string) =>
    keyForms[visibility].test(key) && !!(await ifThere(stat(fileOf(visibility, key))))
  const begin: DiskStore['begin'] = ({ key, ...order }) => {
    const draft = join(drafts, randomBytes(12).toString('hex'))
    return onDisk(() => draftAt({ draft, object: fileOf(order.visibility, key) }, order, openDraft))
  }
  const store: DiskStore = {
    kind: 'disk',
    bucketName: (visibility) => buckets[visibility],
    has,
    begin,
    factsOf: (method, address) => factsOf(secret, method, address, clock()),
    open: async (visibility, key) => ifThere(open(fileOf(visibility, key))),
    publicUrl: (key) => baseUrl + pathOf('public', key),
    reachedAt: (base) => (base === baseUrl ? store : diskStore({ ...options, baseUrl: base })),
    async prepare({ visibility, key, contentType, contentLength }) {
      const length = contentLength === undefined ? {} : { length: String(contentLength) }
      const expiresAt = after(uploadSeconds)
      const facts = { type: contentType, ...length }
      const signed = signedPath(secret, 'PUT', pathOf(visibility, key), facts, expiresAt)
      const headers = { 'Content-Type': contentType, ...headersFor(visibility, contentLength) }
      return { url: baseUrl + signed, headers, expiresAt }
    },
    async readUrl({ key, contentType, fileName }) {
      if (!(await has('private', key))) return null
      const expiresAt = after(readSeconds)
      const facts = { type: contentType, name: fileName.toWellFormed() }
      const signed = signedPath(secret, 'GET', pathOf('private', key), facts, expiresAt)
      return { url: baseUrl + signed, expiresAt }
    },
    async put(order, bytes) {
      const draft = await begin(order)
      try {
        await draft.write(bytes)
        await draft.finish()
      } finally {
        await draft.discard()
      }
    },
    async remove(visibility, key) {
      await ifThere(unlink(fileOf(visibility, key)))
    },
    close() {},
    async sweep(moment) {
      for (const name of (await ifThere(readdir(drafts))) ?? []) {
        const found = await ifThere(stat(join(drafts, name)))
        if (found && found.mtime < moment) await rm(join(drafts, name), { force: true })
      }
    },
  }
  return store
}

/** The headers beside the media type: contract 14 has exactly these. */
export function headersFor(
  visibility: Visibility,
  contentLength: number | undefined,
): Record<string, string> {
  return visibility === 'public'
    ? { 'x-amz-acl': 'public-read' }
    : { 'Content-Length': String(contentLength) }
}
