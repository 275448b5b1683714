/**
 * The store on local disk: `DATA_DIR/objects/<bucket>/<key>`, served by src/surfaces/objects/ of
 * the same process. drafts.ts creates objects, which never change.
 */
import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ifThere, synced } from '../files.ts'
import { type Draft, ObjectExists, onDisk, openDraft } from './drafts.ts'
import { signedFacts, signedPath } from './links.ts'
import {
  type ObjectStore,
  readSeconds,
  type UploadOrder,
  uploadSeconds,
  type Visibility,
} from './objects.ts'

export interface DiskOptions {
  directory: string
  secret: string
  clock: () => Date
  baseUrl: string
  /** Opens the file of a draft; replaced in tests to make it fail. */
  openFile?: (path: string) => Promise<FileHandle>
}

export interface DiskStore extends ObjectStore {
  readonly kind: 'disk'
  reachedAt(baseUrl: string): DiskStore
  /** As `signedFacts`, with the store's secret and clock. */
  factsOf(method: string, url: string): URLSearchParams | undefined
  /** The path of the object's file, which need not exist. */
  fileOf(visibility: Visibility, key: string): string
  /** A draft of an object, written in chunks; throws `ObjectExists` if the object exists. */
  begin(visibility: Visibility, key: string): Promise<Draft>
}

const buckets = { private: 'private-docs', public: 'public-images' } as const
const keyForms = {
  private: /^documents\/private\/[0-9a-f]{32}(\.[a-z\d]{1,10})?$/,
  public: /^[0-9a-f]{32}(\.[a-z\d]{1,10})?$/,
}

/** Whether the key is valid. */
export const isKey = (visibility: Visibility, key: string) => keyForms[visibility].test(key)

/** Visibility and key of the object at a path below `/objects/`; undefined for an invalid path. */
export function objectNamed(path: string): { visibility: Visibility; key: string } | undefined {
  for (const visibility of ['private', 'public'] as const) {
    const start = `/objects/${buckets[visibility]}/`
    const key = path.startsWith(start) ? path.slice(start.length) : ''
    if (isKey(visibility, key)) return { visibility, key }
  }
  return undefined
}

const create = (path: string) => open(path, 'wx', 0o600)

/** Opens the store; creates directories as needed. */
export function diskStore(options: DiskOptions): DiskStore {
  const { directory, secret, clock, baseUrl, openFile = create } = options
  const drafts = join(directory, 'drafts')
  const pathOf = (visibility: Visibility, key: string) => `/objects/${buckets[visibility]}/${key}`
  const fileOf = (visibility: Visibility, key: string) => {
    if (!keyForms[visibility].test(key)) throw new Error('not a key of this store')
    return join(directory, buckets[visibility], key)
  }
  const after = (seconds: number) =>
    new Date((Math.floor(clock().getTime() / 1000) + seconds) * 1000)
  const has = async (visibility: Visibility, key: string) =>
    keyForms[visibility].test(key) && !!(await ifThere(stat(fileOf(visibility, key))))
  const begin: DiskStore['begin'] = async (visibility, key) => {
    const object = fileOf(visibility, key)
    if (await onDisk(() => has(visibility, key))) throw new ObjectExists()
    const draft = join(drafts, randomBytes(12).toString('hex'))
    return openDraft({ draft, object }, visibility, openFile)
  }
  const written = async (
    { visibility, key }: UploadOrder,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ) => {
    const draft = await begin(visibility, key)
    try {
      for await (const chunk of chunks) await draft.write(chunk)
      await draft.finish()
    } finally {
      await draft.discard()
    }
  }
  const store: DiskStore = {
    kind: 'disk',
    bucketName: (visibility) => buckets[visibility],
    has,
    begin,
    factsOf: (method, url) => signedFacts(secret, method, url, clock()),
    fileOf,
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
    put: (order, bytes) => written(order, [bytes]),
    async read(visibility, key) {
      const file = await ifThere(open(fileOf(visibility, key)))
      return file?.createReadStream() ?? null
    },
    write: written,
    // Objects never change here, and invalid ones are refused before they exist.
    async keep() {},
    async settle() {},
    async remove(visibility, key) {
      const file = fileOf(visibility, key)
      await ifThere(unlink(file).then(() => synced(dirname(file))))
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

/** The headers besides the media type, as test/spec/14 requires. */
export function headersFor(
  visibility: Visibility,
  contentLength: number | undefined,
): Record<string, string> {
  return visibility === 'public'
    ? { 'x-amz-acl': 'public-read' }
    : { 'Content-Length': String(contentLength) }
}
