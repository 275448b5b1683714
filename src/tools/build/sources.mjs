/** What the program is built from, and where in `dist/` the build of it is. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Folders of the repository. */
const folders = ['src', 'rest-facade', 'schema', 'prisma']
/**
 * Whether the build depends on the file. Pages, deployment files, generated files, and files that
 * editors and systems leave behind do not count.
 */
const isSource = (path) =>
  !/\.md$|^src\/operations\/deploy\/|^src\/generated\/(prisma|database)\/|(^|\/)\.[^/]*$|~$/.test(
    path,
  )

/** The file at `path` of the repository, or all files below it. */
export function filesBelow(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
}

/** The packages, which become part of the build: a line for each, with its version. */
function packages(root) {
  const lock = join(root, 'package-lock.json')
  if (!existsSync(lock)) return []
  // Not its bytes: versions of npm write the same packages differently.
  const entries = Object.entries(JSON.parse(readFileSync(lock, 'utf8')).packages)
  return entries.map(([path, { version, integrity }]) => `${path} ${version} ${integrity}`).sort()
}

/**
 * Changes with every name and every byte of the sources, and with the packages; with nothing else:
 * not with the times of files, which archives and checkouts set as they like.
 */
function fingerprint(root) {
  const hash = createHash('sha256').update(packages(root).join('\n'))
  const there = folders.filter((folder) => existsSync(join(root, folder)))
  const paths = there.flatMap((folder) => filesBelow(root, folder)).filter(isSource)
  for (const path of paths.sort()) {
    const content = readFileSync(join(root, path))
    hash.update(`\n${path}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * The place of the build of these very sources. It is there if they have been built, and whole,
 * because it gets its name when it is; what is in it never changes.
 */
export const placeOf = (root) => join(root, 'dist', fingerprint(root))

/** Whether these very sources have been built. */
export const isBuilt = (root) => existsSync(placeOf(root))
