/**
 * Writes objects to local disk: first to a draft, which is synced and then linked to the object's
 * name, in one step that fails if the name exists. So objects are written atomically and never
 * replaced, even by concurrent uploads.
 */
import { type FileHandle, link, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { failAfterEffect, Refusal } from '../../base/errors.ts'
import { makeDirectory } from '../data-directory.ts'
import { isDiskFull } from '../disk-full.ts'
import { synced, systemCode } from '../files.ts'
import type { Visibility } from './objects.ts'
import { headBytes, imageTypeOf } from './signatures.ts'

export interface Draft {
  write(bytes: Uint8Array): Promise<void>
  /** Turns the draft into the object. Throws `NoImage`, `ObjectExists` or `DraftGone`. */
  finish(): Promise<void>
  /** Removes the draft; does nothing after `finish`. */
  discard(): Promise<void>
}

/** The bytes of a public object are not an image of an accepted type. */
export class NoImage extends Error {}

/** An object with this key exists, and remains unchanged. */
export class ObjectExists extends Error {}

/** The draft has been cleaned up; the client may send the object again. */
export class DraftGone extends Error {}

/** Seconds after which a client may retry while the disk fails. */
const retryAfter = 5

/**
 * Runs `work` on files; throws INSUFFICIENT_STORAGE if the disk is full, and SERVICE_UNAVAILABLE if
 * it fails otherwise.
 */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (isDiskFull(error)) throw new Refusal('INSUFFICIENT_STORAGE', { cause: error })
    if (!/^E[A-Z\d]+$/.test(systemCode(error))) throw error
    throw new Refusal('SERVICE_UNAVAILABLE', { retryAfter, cause: error })
  }
}

/** Not a rename, which would replace an existing object. */
async function giveName(draft: string, object: string): Promise<void> {
  await makeDirectory(dirname(object))
  await link(draft, object).catch((error) => {
    if (systemCode(error) === 'EEXIST') throw new ObjectExists()
    if (systemCode(error) === 'ENOENT') throw new DraftGone()
    throw error
  })
  // The object is there from now on, so that no other failure may deny it. A draft is swept.
  await unlink(draft).catch(() => {})
  await synced(dirname(object)).catch(failAfterEffect)
}

/** Opens a draft at `path.draft` for the object at `path.object`. */
export function openDraft(
  path: { draft: string; object: string },
  visibility: Visibility,
  openFile: (path: string) => Promise<FileHandle>,
): Promise<Draft> {
  return onDisk(async () => {
    await makeDirectory(dirname(path.draft))
    const file = await openFile(path.draft)
    let head = Buffer.alloc(0)
    let over = false
    const discard = async () => {
      if (over) return
      over = true
      await file.close().catch(() => {})
      // What stays is swept; the failure that led here matters more.
      await unlink(path.draft).catch(() => {})
    }
    const check = async () => {
      if (visibility === 'public' && (await imageTypeOf(head)) === undefined) throw new NoImage()
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
          await giveName(path.draft, path.object)
          over = true
          await file.close().catch(() => {})
        }),
      discard,
    }
  })
}
