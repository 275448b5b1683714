/** The sources of a build, and its place in `dist/`. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Folders of the repository. */
const folders = ['src', 'rest-facade', 'schema', 'prisma']
/**
 * Whether the build depends on the file; not on pages, deployment files, generated files, or files
 * of editors and operating systems.
 */
const isSource = (path) =>
  !/\.md$|^src\/operations\/deploy\/|^src\/generated\/(prisma|database)\/|(^|\/)\.[^/]*$|~$/.test(
    path,
  )

/** The file at `path` in the repository, or all files below it. */
export function filesBelow(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
}

/** A line with the version of each installed package. */
function packages(root) {
  const lock = join(root, 'package-lock.json')
  if (!existsSync(lock)) return []
  // Not the file's bytes: versions of npm write the same packages differently.
  const entries = Object.entries(JSON.parse(readFileSync(lock, 'utf8')).packages)
  return entries.map(([path, { version, integrity }]) => `${path} ${version} ${integrity}`).sort()
}

/**
 * A hash of the names and bytes of all sources, and of the packages; not of modification times,
 * which archives and checkouts change.
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
 * The folder for the build of the current sources. If it exists, the build is complete, because the
 * rename comes last; it never changes.
 */
export const placeOf = (root) => join(root, 'dist', fingerprint(root))

/** Whether the current sources have been built. */
export const isBuilt = (root) => existsSync(placeOf(root))
