/**
 * What is shipped: the packages that stay installed beside the program, and those that are in the
 * build alone. package-lock.json says so, of this platform and of others.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Packages that are needed to build, and whose code is in the build. The list is compared with the
 * notices of a build (test/tools/packages/notices), which are read from what esbuild has put into
 * it.
 */
const builtIn = [
  ...['@prisma/adapter-pg', '@prisma/client', '@prisma/client-runtime-utils', '@prisma/debug'],
  ...['@prisma/driver-adapter-utils', 'postgres-array'],
].map((name) => `node_modules/${name}`)

/** Whether an entry of the lock file stays installed where the program runs. */
const isKept = ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link

/** An alias is installed under another name than its own. */
const nameOf = (path, { name }) => name ?? path.replace(/^.*node_modules\//, '')

/**
 * The paths of the packages that stay installed, from the text of package-lock.json.
 * @param {string} lock
 */
export const keptPaths = (lock) =>
  Object.entries(JSON.parse(lock).packages)
    .filter(isKept)
    .map(([path]) => path)

/**
 * Every package that is shipped, once per version, in the order of names. A package in `builtIn`
 * that the lock file does not have is an error.
 * @typedef {{ name: string, version: string, license: string | undefined }} Shipped
 * @param {string} lock the text of package-lock.json
 * @returns {Shipped[]}
 */
export function shippedPackages(lock) {
  const { packages } = JSON.parse(lock)
  const found = new Map()
  for (const path of [...keptPaths(lock), ...builtIn]) {
    const entry = packages[path]
    if (entry === undefined) throw new Error(`${path} is built in, but not in package-lock.json`)
    const name = nameOf(path, entry)
    found.set(`${name}@${entry.version}`, { name, version: entry.version, license: entry.license })
  }
  const title = ({ name, version }) => `${name} ${version}`
  return [...found.values()].sort((a, b) => (title(a) < title(b) ? -1 : 1))
}

/**
 * The text of package-lock.json of the repository.
 * @param {string} root
 */
export const readLock = (root) => readFileSync(join(root, 'package-lock.json'), 'utf8')
