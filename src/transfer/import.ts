/** An export becomes an account: all of it, or nothing (test/transfer). */
import { hashPassword, newToken } from '../domain/accounts/secrets.ts'
import { keepFile, newObject } from '../domain/documents/upload.ts'
import { forget } from '../outside/objects/uploads.ts'
import { checkExport, checkedRecords } from './checking.ts'
import type { Outside } from './export.ts'
import { type FileRef, type OpenFolder, openFolder } from './folder.ts'
import { type Imported, Storing } from './storing.ts'

/** Stores the files of documents; each is recorded first, so cleaning removes unused ones. */
async function storeFiles(
  { db, objects }: Outside,
  folder: OpenFolder,
  keys: Map<string, string>,
): Promise<void> {
  const given = { db, objects, clock: () => new Date() }
  for await (const { kind, fields } of checkedRecords(folder)) {
    const file = kind === 'document' ? (fields.file as FileRef | null) : null
    if (!file) continue
    const key = newObject('private', file.name).key
    keys.set(file.name, key)
    await keepFile(given, key, await folder.bytesOf(file), String(fields.fileType))
    await objects.keep(key)
  }
}

/** Removes files again. What cannot be removed now, the service removes after a day. */
async function removeFiles({ db, objects }: Outside, keys: Iterable<string>): Promise<void> {
  for (const key of keys) {
    const id = /[\da-f]{32}/.exec(key)?.[0] ?? ''
    await objects
      .remove('private', key)
      .then(() => forget(db.prisma, id))
      .catch(() => {})
  }
}

/**
 * Imports the account of an export that `exportAccount` has written. With `isTrusted`, people who
 * have the same primary addresses here are put on its trips as they were, and what only this
 * service may grant is taken from the export. Throws WrongExport where something is wrong; then
 * nothing is stored.
 */
export async function importAccount(
  outside: Outside,
  path: string,
  isTrusted: boolean,
): Promise<Imported> {
  const folder = await openFolder(path)
  await checkExport(folder)
  const passwordHash = await hashPassword(newToken(256), '127.0.0.1')
  const keys = new Map<string, string>()
  const keyOf = (file: FileRef | null) =>
    (file && keys.get(file.name)) || newObject('private', '').key
  try {
    await storeFiles(outside, folder, keys)
    return await outside.db.transaction((tx) =>
      new Storing(tx, { folder, isTrusted, passwordHash, keyOf }).all(),
    )
  } catch (error) {
    await removeFiles(outside, keys.values())
    throw error
  }
}
