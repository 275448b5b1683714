/**
 * Objects being written on local disk: aside, brought to disk, and then given their name in one
 * step that fails where there is an object of that name. So an object appears whole or not at all,
 * and is never replaced, however many send to its address at once.
 */
import { type FileHandle, link, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Refusal } from '../../base/errors.ts'
import { makeDirectory } from '../data-directory.ts'
import { isDiskFull } from '../disk-full.ts'
import { ifThere, synced, systemCode } from '../files.ts'
import type { Visibility } from './objects.ts'
import { headBytes, imageTypeOf } from './signatures.ts'

export interface Draft {
  write(bytes: Uint8Array): Promise<void>
  /** Makes it the object. Throws `NoImage`, `ObjectExists` or `DraftGone`. */
  finish(): Promise<void>
  /** Leaves nothing behind; does nothing after `finish`. */
  discard(): Promise<void>
}

/** The bytes of a public object are no image of the list. */
export class NoImage extends Error {}

/** There is an object of this key: it stays as it is. */
export class ObjectExists extends Error {}

/** What was written so far has been cleared away; it can be sent again. */
export class DraftGone extends Error {}

/** Runs work on files; a disk that is full is a refusal of the catalogue. */
async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isDiskFull(error)) throw new Refusal('INSUFFICIENT_STORAGE', { cause: error })
    throw error
  }
}

/** Not a rename, which would replace an object that is there. */
async function giveName(draft: string, object: string): Promise<void> {
  await makeDirectory(dirname(object))
  await link(draft, object).catch((error) => {
    if (systemCode(error) === 'EEXIST') throw new ObjectExists()
    if (systemCode(error) === 'ENOENT') throw new DraftGone()
    throw error
  })
  await ifThere(unlink(draft))
  await synced(dirname(object))
}

/** Opens a draft at `path.draft` of what will be the object at `path.object`. */
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
      await ifThere(unlink(path.draft))
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
          await file.close()
        }),
      discard,
    }
  })
}
