/** `manifest.json`: the description of a backup, with the checksums of all other files. */
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Seal } from '../../outside/folders/sealed-files.ts'
import { ProgramFailure } from '../../process/failure.ts'

/** To be increased when older versions can no longer read backups. */
export const manifestFormat = 1

export interface Manifest {
  format: number
  /** ISO 8601, UTC: the backup contains everything up to this moment. */
  createdAt: string
  database: 'embedded' | 'postgresql'
  objectStore: 'disk' | 's3'
  /** The migration level of the rows. */
  migrations: { name: string; checksum: string }[]
  /** The tables in the order in which their rows can be written. */
  tables: { name: string; columns: string[]; rows: number; file: string }[]
  /** All files except objects and the manifest, by relative path. */
  files: Record<string, Seal>
  /** Each object has a line in `objects.jsonl`; missing ones were lost before the backup. */
  objects: { count: number; bytes: number; missing: number }
}

export const manifestFile = 'manifest.json'
export const objectsFile = 'objects.jsonl'
export const sequencesFile = 'sequences.jsonl'

/** The relative path of a table's file. */
export const fileOfTable = (name: string) => `tables/${name}.jsonl`

/** Reads the manifest of a backup; throws a ProgramFailure if this version cannot read it. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestFile)
  const none = (what: string) => new ProgramFailure(1, `${folder} is not a backup: ${what}.`)
  // Refuses links, as an import does: their targets may change, or belong to others.
  const [own, file] = await Promise.all([lstat(folder), lstat(path)]).catch((error: Error) => {
    throw none(error.message)
  })
  if (!own.isDirectory()) throw none('it is not a folder')
  if (!file.isFile()) throw none(`${manifestFile} is not a regular file`)
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw none(error.message)
  })
  const manifest = parsed(text)
  if (manifest === undefined)
    throw new ProgramFailure(1, `The backup is damaged: ${path} cannot be read.`)
  if (manifest.format !== manifestFormat) {
    throw new ProgramFailure(
      1,
      `The backup has format ${manifest.format}; this version reads format ${manifestFormat}. ` +
        'Use the version that made it, or a newer one.',
    )
  }
  return manifest
}

function parsed(text: string): Manifest | undefined {
  try {
    const manifest: Manifest = JSON.parse(text)
    const { migrations, tables, files, objects } = manifest
    const isWhole =
      [migrations, tables].every(Array.isArray) &&
      Boolean(objects) &&
      [objectsFile, sequencesFile, ...tables.map(({ name }) => fileOfTable(name))].every(
        (name) => files?.[name],
      )
    return isWhole || manifest.format !== manifestFormat ? manifest : undefined
  } catch {
    return undefined
  }
}
