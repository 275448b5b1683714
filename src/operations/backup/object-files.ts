/**
 * Copies objects from the store to a backup, and back. The database is read between two rounds: the
 * first copies the objects referred to before, the second those added meanwhile. So the backup has
 * even objects that are replaced and removed while it runs.
 */
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { linesIn, type Seal, sealOf, writeSealed } from '../../outside/folders/sealed-files.ts'
import { isKey } from '../../outside/objects/disk.ts'
import type { ObjectStore, Visibility } from '../../outside/objects/objects.ts'
import { imageTypeIn } from '../../outside/objects/signatures.ts'
import type { Report } from '../../process/progress.ts'

interface ObjectLine extends Seal {
  visibility: Visibility
  key: string
}

/** The relative path of an object in a backup. */
export const pathOf = ({ visibility, key }: Pick<ObjectLine, 'visibility' | 'key'>) =>
  join('objects', visibility, key)

/** The objects of a list of `[visibility, key]`. */
async function* listed(list: string) {
  for await (const line of linesIn(list)) {
    const [visibility, key]: [Visibility, string] = JSON.parse(line)
    if (!isKey(visibility, key)) throw new Error('the database names an object of no known form')
    yield { visibility, key }
  }
}

/** Copies all objects of a list that still exist. */
export async function copyAhead(
  objects: ObjectStore,
  { list, ahead }: { list: string; ahead: string },
  report: Report,
): Promise<void> {
  let copied = 0
  for await (const object of listed(list)) {
    const bytes = await objects.read(object.visibility, object.key)
    if (bytes) await writeSealed(join(ahead, pathOf(object)), bytes)
    copied += 1
    report('Copied', copied, 'files')
  }
}

/**
 * The lines of all objects of a list, after moving or copying each to `draft`: from those copied
 * ahead, else from the store. Counts them in `found`; those in neither are missing.
 */
export async function* collected(
  objects: ObjectStore,
  { list, ahead, draft }: { list: string; ahead: string; draft: string },
  found: { count: number; bytes: number; missing: number },
): AsyncIterable<string> {
  for await (const object of listed(list)) {
    const path = pathOf(object)
    const target = join(draft, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const isAhead = existsSync(join(ahead, path))
    if (isAhead) await rename(join(ahead, path), target)
    const bytes = isAhead ? undefined : await objects.read(object.visibility, object.key)
    const seal = isAhead ? await sealOf(target) : bytes && (await writeSealed(target, bytes))
    if (!seal) {
      found.missing += 1
      continue
    }
    found.count += 1
    found.bytes += seal.bytes
    yield `${JSON.stringify({ ...object, ...seal })}\n`
  }
}

/** Stores the objects of a backup, each with its original media type. */
export async function storeObjects(
  objects: ObjectStore,
  folder: string,
  lines: AsyncIterable<ObjectLine>,
  onStored: (stored: number) => void,
): Promise<void> {
  let stored = 0
  for await (const { visibility, key, bytes } of lines) {
    const path = join(folder, pathOf({ visibility, key }))
    const contentType = visibility === 'public' ? await imageTypeIn(path) : undefined
    const order = { visibility, key, contentLength: bytes }
    await objects.write(
      { ...order, contentType: contentType ?? 'application/octet-stream' },
      createReadStream(path),
    )
    stored += 1
    onStored(stored)
  }
}

/** The lines of a backup's list of objects. */
export async function* objectLinesIn(path: string): AsyncIterable<ObjectLine> {
  for await (const line of linesIn(path)) {
    const object: ObjectLine = JSON.parse(line)
    if (!isKey(object.visibility, object.key)) throw new Error('not a key of an object')
    yield object
  }
}
