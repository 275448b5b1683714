/** What the program is built from, and whether `dist/` is built from it as it is now. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Folders of the repository; notes, and what is made from the sources, are none. */
const folders = ['src', 'rest-facade', 'schema', 'prisma']
const isSource = (path) => !/\.md$|^src\/generated\/(prisma|database)\//.test(path)

/** What a build leaves behind once it is whole: the fingerprint of its sources, and its code. */
export const recordOf = (root) => join(root, 'dist', 'build.json')

/** The file at `path` of the repository, or all files below it. */
export function filesBelow(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
}

/**
 * Changes with every name and every byte of the sources, and with nothing else: not with the times
 * of files, which archives and checkouts set as they like. Undefined where there are no sources.
 */
export function fingerprint(root) {
  if (!existsSync(join(root, 'src'))) return undefined
  const hash = createHash('sha256')
  const there = folders.filter((folder) => existsSync(join(root, folder)))
  const paths = there.flatMap((folder) => filesBelow(root, folder)).filter(isSource)
  for (const path of paths.sort()) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** `{ fingerprint, code }` of the build in `dist/`; undefined without a whole one. */
export function readRecord(root) {
  try {
    return JSON.parse(readFileSync(recordOf(root), 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether there is a build of these very sources, or of sources that are not here. */
export function isFresh(root) {
  const record = readRecord(root)
  if (record === undefined) return false
  const now = fingerprint(root)
  return now === undefined || now === record.fingerprint
}
