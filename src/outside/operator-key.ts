/** The operators' key (contract 17): the setting, else a random one kept in the data directory. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface OperatorKey {
  key: string
  /** Where people find it, for the line at the start: the key itself is never printed. */
  place: string
}

/**
 * `config.operatorKey`, or the content of `operator.key` (mode 0600) in the data directory, which
 * the first start fills with 160 random bits in hexadecimal. Throws if the file is there but empty.
 */
export async function operatorKey(config: {
  operatorKey: string | undefined
  dataDir: string
}): Promise<OperatorKey> {
  if (config.operatorKey !== undefined) {
    return { key: config.operatorKey, place: 'the setting OPERATOR_KEY' }
  }
  const file = join(config.dataDir, 'operator.key')
  const key = (await read(file)) ?? (await create(config.dataDir, file))
  if (key === '') throw new Error(`${file} is empty; delete it to have a new key made`)
  return { key, place: file }
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
async function create(directory: string, file: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${randomBytes(20).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  return (await read(file)) ?? ''
}
