/**
 * What the service asks of an object store; its drivers: disk.ts and s3.ts (test/spec/14,
 * test/outside/objects).
 */

import type { Readable } from 'node:stream'

/** Private objects are read under a signed URL only, public ones by everybody. */
export type Visibility = 'private' | 'public'

/** Seconds a prepared upload, and a signed URL to read from, can be used (test/spec/14). */
export const uploadSeconds = 15 * 60
export const readSeconds = 10 * 60

/** Bytes of an object at most (test/spec/14). */
export const maxObjectBytes: Readonly<Record<Visibility, number>> = {
  private: 104_857_600,
  public: 20_971_520,
}

export interface UploadOrder {
  visibility: Visibility
  key: string
  contentType: string
  /** Undefined: up to `maxObjectBytes`, as far as the store can tell (see `settle`). */
  contentLength?: number | undefined
}

export interface PreparedUpload {
  url: string
  /** To be sent exactly so. */
  headers: Record<string, string>
  expiresAt: Date
}

export interface ReadOrder {
  key: string
  contentType: string
  /** What a browser calls the file when it stores it; any text, it is made harmless here. */
  fileName: string
}

/**
 * Every method throws SERVICE_UNAVAILABLE while the store is away, and INSUFFICIENT_STORAGE when it
 * is full. Keys are those of `newObject` (src/core/domain/documents/upload.ts): no driver takes
 * another.
 */
export interface ObjectStore {
  /** What answers call the bucket. */
  bucketName(visibility: Visibility): string
  /** An address that takes one PUT of exactly this, without credentials, for 15 minutes. */
  prepare(order: UploadOrder): Promise<PreparedUpload>
  /**
   * An address that reads a private object, without credentials, for 10 minutes; null if the object
   * is not there.
   */
  readUrl(order: ReadOrder): Promise<{ url: string; expiresAt: Date } | null>
  /** Where everybody reads a public object. */
  publicUrl(key: string): string
  has(visibility: Visibility, key: string): Promise<boolean>
  put(order: UploadOrder, bytes: Uint8Array): Promise<void>
  /** The bytes of an object as it would be served; null if it is not there. */
  read(visibility: Visibility, key: string): Promise<Readable | null>
  /** Stores an object of exactly `contentLength` bytes; replaces none on disk. */
  write(order: UploadOrder & { contentLength: number }, bytes: Readable): Promise<void>
  /** From now on the bytes of a private object stay what they are; nothing if it is not there. */
  keep(key: string): Promise<void>
  /**
   * Once nothing can be sent there any more: sees to what the store could not refuse. Keeps a
   * document; removes an image that is too large or none, or gives it the media type of its bytes.
   */
  settle(visibility: Visibility, key: string): Promise<void>
  /** Nothing happens if it is not there. Gives up after 5 seconds. */
  remove(visibility: Visibility, key: string): Promise<void>
  /** Clears away what uploads left that broke off before `moment`. */
  sweep(moment: Date): Promise<void>
  /** The same store for a client who reaches the service at `baseUrl` (no slash at its end). */
  reachedAt(baseUrl: string): ObjectStore
  /** Lets go of connections; afterwards it is not to be used. */
  close(): void
}
