/** Random secrets, created by the first start and kept in the data directory. */
import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inDirectory, makeDirectory, UnusableDirectory } from './data-directory.ts'
import { ifThere, synced, systemCode } from './files.ts'

/**
 * The content of the file `name` (mode 0600) in `directory`; the first call writes `bytes` random
 * bytes to it in hexadecimal. Throws `UnusableDirectory` if the file has fewer than 20 visible
 * characters, or cannot be read or written.
 */
export async function keptSecret(directory: string, name: string, bytes: number): Promise<string> {
  const file = join(directory, name)
  const make = async () => (await read(file)) ?? create(directory, file, bytes)
  const secret = await inDirectory(directory, make)
  if (!/^[!-~]{20,}$/.test(secret)) {
    const what = secret === '' ? 'empty' : 'not a key of at least 20 printable ASCII characters'
    throw new UnusableDirectory(
      `${file} is ${what}. Restore it, or delete it to generate a new key.`,
    )
  }
  return secret
}

const read = async (file: string) => (await ifThere(readFile(file, 'utf8')))?.trim()

/**
 * Writes a draft and links it, so that half a secret is never read and one of two concurrent starts
 * wins.
 */
async function create(directory: string, file: string, bytes: number): Promise<string> {
  await makeDirectory(directory)
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  try {
    const made = await open(draft, 'wx', 0o600)
    await made
      .writeFile(`${randomBytes(bytes).toString('hex')}\n`)
      .then(() => made.sync())
      .finally(() => made.close())
    await link(draft, file)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  await synced(directory)
  return (await read(file)) ?? ''
}

/**
 * The secret that signs receipts and URLs of stored files: the setting SECRET_KEY, which all
 * processes on a database must share, else 256 random bits kept in `secret.key`.
 */
export async function secretKey(config: {
  secretKey: string | undefined
  dataDir: string
}): Promise<string> {
  return config.secretKey ?? (await keptSecret(config.dataDir, 'secret.key', 32))
}
