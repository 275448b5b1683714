/** Imports an account from an export, completely or not at all (test/operations/transfer). */

import { Refusal } from '../../base/errors.ts'
import { hashPassword, newToken } from '../../core/domain/accounts/secrets.ts'
import { keepFile, newObject } from '../../core/domain/documents/upload.ts'
import { deleteUpload } from '../../outside/objects/uploads.ts'
import { type Report, unreported } from '../../process/progress.ts'
import { checkExport, checkedRecords } from './checking.ts'
import type { Outside } from './export.ts'
import { type FileRef, type OpenFolder, openFolder } from './folder.ts'
import { type Imported, Storing } from './storing.ts'

/** Stores the files of documents, recording each first, so that unused ones are cleaned up. */
async function storeFiles(
  { db, objects }: Outside,
  folder: OpenFolder,
  keys: Map<string, string>,
  report: Report,
): Promise<void> {
  const given = { db, objects, clock: () => new Date() }
  for await (const { kind, fields } of checkedRecords(folder)) {
    const file = kind === 'document' ? (fields.file as FileRef | null) : null
    if (!file) continue
    const key = newObject('private', file.name).key
    keys.set(file.name, key)
    await keepFile(given, key, await folder.bytesOf(file), String(fields.fileType))
    await objects.keep(key)
    report('Stored', keys.size, 'files')
  }
}

/**
 * Removes files after a failure. If this fails, the service removes them after a day, unless they
 * are in use.
 */
async function removeFiles({ db, objects }: Outside, keys: Iterable<string>): Promise<void> {
  for (const key of keys) {
    const id = /[\da-f]{32}/.exec(key)?.[0] ?? ''
    await objects
      .remove('private', key)
      .then(() => deleteUpload(db.prisma, id))
      .catch(() => {})
  }
}

/**
 * Imports an account exported by `exportAccount`. With `isTrusted`, people with the same primary
 * addresses here become members of its trips again, and grants of the service, such as Pro, are
 * taken from the export. Throws WrongExport for an invalid export; then nothing is stored.
 */
export async function importAccount(
  outside: Outside,
  path: string,
  isTrusted: boolean,
  report = unreported,
): Promise<Imported> {
  const folder = await openFolder(path)
  const hasFiles = await checkExport(folder, report)
  const passwordHash = await hashPassword(newToken(256), '127.0.0.1')
  const keys = new Map<string, string>()
  const keyOf = (file: FileRef | null) =>
    (file && keys.get(file.name)) || newObject('private', '').key
  try {
    if (hasFiles) await storeFiles(outside, folder, keys, report)
    return await outside.db.transaction((tx) =>
      new Storing(tx, { folder, isTrusted, passwordHash, keyOf, report }).all(),
    )
  } catch (error) {
    // If the database becomes unavailable, the outcome of the commit is unknown.
    const isLost = error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE'
    if (!isLost) await removeFiles(outside, keys.values())
    throw error
  }
}
