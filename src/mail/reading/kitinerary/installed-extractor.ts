/** Finds an installed `kitinerary-extractor` (test/mail/reading/kitinerary/forms). */
import { accessSync, constants, readdirSync } from 'node:fs'
import { join } from 'node:path'

const versions = ['kf6', 'kf5']

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Its path in the places of distributions, newest first; undefined if it is not installed. */
export function installedExtractor(root = '/'): string | undefined {
  // Debian has a folder for each architecture, such as `aarch64-linux-gnu`.
  const architectures = namesIn(join(root, 'usr/lib')).filter((name) => name.includes('-linux-'))
  const shared = ['usr/libexec', 'usr/lib/libexec', 'usr/lib64/libexec', 'usr/lib']
  const folders = [...architectures.map((name) => `usr/lib/${name}/libexec`), ...shared]
  const versioned = versions.flatMap((version) => folders.map((one) => join(one, version)))
  return [...versioned, 'usr/bin', 'usr/local/bin']
    .map((folder) => join(root, folder, 'kitinerary-extractor'))
    .find(isProgram)
}
