/** The operators' key (contract 17): the setting, else a random one kept in the data directory. */
import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inDirectory, makeDirectory, UnusableDirectory } from './data-directory.ts'

export interface OperatorKey {
  key: string
  /** Where people find it, for the line at the start: the key itself is never printed. */
  place: string
}

/**
 * `config.operatorKey`, or the content of `operator.key` (mode 0600) in the data directory, which
 * the first start fills with 160 random bits in hexadecimal. Throws `UnusableDirectory` if the file
 * is there but holds none that the setting could be, or cannot be read or written.
 */
export async function operatorKey(config: {
  operatorKey: string | undefined
  dataDir: string
}): Promise<OperatorKey> {
  if (config.operatorKey !== undefined) {
    return { key: config.operatorKey, place: 'the setting OPERATOR_KEY' }
  }
  const { dataDir } = config
  const file = join(dataDir, 'operator.key')
  const key = await inDirectory(dataDir, async () => (await read(file)) ?? create(dataDir, file))
  if (!/^[!-~]{20,}$/.test(key)) {
    const what = key === '' ? 'empty' : 'no key of 20 or more visible ASCII characters'
    throw new UnusableDirectory(`${file} is ${what}; delete it to have a new key made`)
  }
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
  await makeDirectory(directory)
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  try {
    await writeFile(draft, `${randomBytes(20).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return (await read(file)) ?? ''
}
