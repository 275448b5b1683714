/**
 * Reads manifests of documents, as written by the build tools of front ends: the client preset of
 * GraphQL Code Generator, and Apollo's tool (test/surfaces/graphql/trusted-manifests).
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../../base/hashes.ts'
import { isRecord, mebi } from '../../../base/values.ts'

/** An unusable manifest; the message is a sentence with file, ID and cause. */
export class WrongManifest extends Error {
  override readonly name = 'WrongManifest'

  constructor(file: string, cause: string) {
    super(`Cannot use the trusted documents of ${file}: ${cause.replace(/\.$/, '')}.`)
  }
}

/** A document as a manifest lists it. */
export interface ListedDocument {
  id: string
  text: string
  file: string
}

export const manifestLimits = {
  maxFiles: 100,
  /** Per file. */
  maxBytes: 8 * mebi,
  /** In all files together. */
  maxDocuments: 2_000,
  maxIdLength: 200,
} as const

const sha256Form = /^(?:sha256:)?([\da-f]{64})$/

/** The normalized ID of a document: a SHA-256 hash loses its prefix, if any. */
export const knownAs = (id: string): string => sha256Form.exec(id)?.[1] ?? id

/** All documents in these files and in the JSON files of these folders. Throws WrongManifest. */
export async function readManifests(paths: readonly string[]): Promise<ListedDocument[]> {
  const files = (await Promise.all(paths.map(filesAt))).flat()
  if (files.length > manifestLimits.maxFiles) {
    const [path = ''] = paths
    throw new WrongManifest(
      path,
      `there are ${files.length} files, at most ${manifestLimits.maxFiles}`,
    )
  }
  const known = new Map<string, ListedDocument>()
  for (const file of files) {
    for (const [id, text] of documentsIn(file, await textOf(file))) {
      const listed = { id: knownAs(id), text, file }
      assertUsable(listed, known.get(listed.id))
      known.set(listed.id, listed)
      if (known.size > manifestLimits.maxDocuments) {
        throw new WrongManifest(
          file,
          `there are more than ${manifestLimits.maxDocuments} documents`,
        )
      }
    }
  }
  return [...known.values()]
}

async function filesAt(path: string): Promise<string[]> {
  const found = await attempt(path, () => stat(path))
  if (!found.isDirectory()) return [path]
  const names = await attempt(path, () => readdir(path))
  const files = names.filter((name) => name.endsWith('.json')).sort()
  if (files.length === 0) throw new WrongManifest(path, 'the folder has no .json file')
  return files.map((name) => join(path, name))
}

async function textOf(file: string): Promise<string> {
  const { size } = await attempt(file, () => stat(file))
  if (size > manifestLimits.maxBytes) {
    throw new WrongManifest(file, `it has ${size} bytes, at most ${manifestLimits.maxBytes}`)
  }
  return attempt(file, () => readFile(file, 'utf8'))
}

async function attempt<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new WrongManifest(path, code === 'ENOENT' ? 'it does not exist' : message)
  }
}

/** The documents of a manifest with their IDs, in its order. */
function documentsIn(file: string, json: string): [id: string, text: string][] {
  let manifest: unknown
  try {
    manifest = JSON.parse(json)
  } catch {
    throw new WrongManifest(file, 'it is not valid JSON')
  }
  if (!isRecord(manifest)) throw new WrongManifest(file, 'it is not a JSON object')
  if (!('format' in manifest)) return Object.entries(manifest).map(withText(file))
  const { format, version, operations } = manifest
  if (format !== 'apollo-persisted-query-manifest' || version !== 1 || !Array.isArray(operations)) {
    throw new WrongManifest(file, 'it is not an apollo-persisted-query-manifest of version 1')
  }
  return operations.map((operation: unknown, index): [string, string] => {
    const { id, body } = isRecord(operation) ? operation : {}
    if (typeof id === 'string') return withText(file)([id, body])
    throw new WrongManifest(file, `operation ${index + 1} has no id`)
  })
}

const withText =
  (file: string) =>
  ([id, text]: [string, unknown]): [string, string] => {
    if (typeof text === 'string') return [id, text]
    throw new WrongManifest(file, `the document ${shortened(id)} is not a string`)
  }

function assertUsable({ id, text, file }: ListedDocument, other: ListedDocument | undefined): void {
  if (id === '' || id.length > manifestLimits.maxIdLength) {
    const limit = `1 to ${manifestLimits.maxIdLength} characters`
    throw new WrongManifest(file, `the ID ${shortened(id)} does not have ${limit}`)
  }
  if (other && other.text !== text) {
    throw new WrongManifest(file, `${other.file} has another document with the ID ${id}`)
  }
  if (sha256Form.test(id) && sha256(text) !== id) {
    throw new WrongManifest(file, `the ID ${id} is not the SHA-256 hash of its document`)
  }
}

const shortened = (id: string) => JSON.stringify(id.length > 80 ? `${id.slice(0, 80)}…` : id)
