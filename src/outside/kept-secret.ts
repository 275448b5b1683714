/** Random secrets that the first start makes and the data directory keeps. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The content of the file `name` (mode 0600) in `directory`, which the first call fills with as
 * many random bytes in hexadecimal. Throws if the file is there but empty.
 */
export async function keptSecret(directory: string, name: string, bytes: number): Promise<string> {
  const file = join(directory, name)
  const secret = (await read(file)) ?? (await create(directory, file, bytes))
  if (secret === '') throw new Error(`${file} is empty; delete it to have a new key made`)
  return secret
}

async function read(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Written aside and linked, so that nobody reads half a key and of two starts one wins. */
async function create(directory: string, file: string, bytes: number): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${randomBytes(bytes).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  return (await read(file)) ?? ''
}

/**
 * What receipts and addresses of stored files are signed with: the setting SECRET_KEY, which
 * processes on one database must share, else 256 random bits kept in `secret.key`.
 */
export async function secretKey(config: {
  secretKey: string | undefined
  dataDir: string
}): Promise<string> {
  return config.secretKey ?? (await keptSecret(config.dataDir, 'secret.key', 32))
}
