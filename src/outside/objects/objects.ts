/**
 * The interface of object stores; its drivers are disk.ts and s3.ts (test/spec/14,
 * test/outside/objects).
 */

import type { Readable } from 'node:stream'

/** Private objects can be read only by signed URLs, public ones by everybody. */
export type Visibility = 'private' | 'public'

/** Seconds for which a prepared upload and a signed URL for reading are valid (test/spec/14). */
export const uploadSeconds = 15 * 60
export const readSeconds = 10 * 60

/**
 * Maximum bytes of a document, and of an image, which anonymous clients may send and whose length
 * need not be declared (test/spec/14).
 */
export const maxObjectBytes: Readonly<Record<Visibility, number>> = {
  private: 104_857_600,
  public: 20_971_520,
}

/** Accepted types of public images; not types in which browsers run scripts, such as SVG. */
export const publicImages = /^image\/(jpe?g|png|gif|webp|avif|heic|heif|bmp|tiff)$/i

export interface UploadOrder {
  visibility: Visibility
  key: string
  contentType: string
  /**
   * In bytes. Undefined: up to `maxObjectBytes`, if the store can enforce that (else see `settle`).
   */
  contentLength?: number | undefined
}

export interface PreparedUpload {
  url: string
  /** The client must send exactly these. */
  headers: Record<string, string>
  expiresAt: Date
}

interface ReadOrder {
  key: string
  contentType: string
  /** The name for downloads; any text, made safe here. */
  fileName: string
}

/**
 * Every method throws SERVICE_UNAVAILABLE while the store is unavailable, and INSUFFICIENT_STORAGE
 * when it is full. Drivers accept only keys of `newObject` (src/core/domain/documents/upload.ts).
 */
export interface ObjectStore {
  /** The name of the bucket in answers. */
  bucketName(visibility: Visibility): string
  /** A URL that accepts one PUT of exactly this object, without credentials, for 15 minutes. */
  prepare(order: UploadOrder): Promise<PreparedUpload>
  /**
   * A URL that reads a private object, without credentials, for 10 minutes; null if the object does
   * not exist.
   */
  readUrl(order: ReadOrder): Promise<{ url: string; expiresAt: Date } | null>
  /** The permanent URL of a public object. */
  publicUrl(key: string): string
  has(visibility: Visibility, key: string): Promise<boolean>
  put(order: UploadOrder, bytes: Uint8Array): Promise<void>
  /** The bytes of an object as it would be served; null if it does not exist. */
  read(visibility: Visibility, key: string): Promise<Readable | null>
  /** Stores an object of exactly `contentLength` bytes. On disk, never replaces an existing one. */
  write(order: UploadOrder & { contentLength: number }, bytes: Readable): Promise<void>
  /** Protects a private object against later uploads; does nothing if it does not exist. */
  keep(key: string): Promise<void>
  /**
   * To be called after the upload URL has expired; makes up for what the store could not refuse.
   * Keeps a document; removes an image that is too large or invalid, or sets the media type of its
   * bytes.
   */
  settle(visibility: Visibility, key: string): Promise<void>
  /** Does nothing if the object does not exist. Gives up after 5 seconds. */
  remove(visibility: Visibility, key: string): Promise<void>
  /** Removes the remains of uploads that were interrupted before `moment`. */
  sweep(moment: Date): Promise<void>
  /**
   * The same store, with URLs for clients that reach the service at `baseUrl` (without a trailing
   * slash).
   */
  reachedAt(baseUrl: string): ObjectStore
  /** Closes connections; the store cannot be used afterwards. */
  close(): void
}
