/** The commands `export` and `import`, on the database and the files of the settings. */
import { openDatabase } from '../outside/database/database.ts'
import { secretKey } from '../outside/kept-secret.ts'
import { openObjectStore } from '../outside/objects/open.ts'
import { openLog } from '../process/log.ts'
import type { Config } from '../settings/config.ts'
import { exportAccount, type Outside } from './export.ts'
import { importAccount } from './import.ts'

async function withOutside<T>(config: Config, work: (outside: Outside) => Promise<T>): Promise<T> {
  const { databaseUrl, databaseDirectUrl: url = databaseUrl, dataDir } = config
  const log = openLog({ ...config, logLevel: 'silent' })
  const db = await openDatabase({ url, dataDir, poolSize: 2, log })
  try {
    const clock = () => new Date()
    const objects = await openObjectStore({ config, secret: await secretKey(config), clock })
    return await work({ db, objects }).finally(() => objects.close())
  } finally {
    await db.close()
  }
}

/** Exports an account to a new folder, and answers how much there is in it. */
export const runExport = (config: Config, username: string, folder: string) =>
  withOutside(config, (outside) => exportAccount(outside, username, folder))

/** Imports an account from a folder, and answers what was imported and what was left out. */
export const runImport = (config: Config, folder: string, isTrusted: boolean) =>
  withOutside(config, async (outside) => {
    const { leftOut, ...imported } = await importAccount(outside, folder, isTrusted)
    const password = `none; ${imported.email} can request a password reset`
    return { ...imported, leftOut, password }
  })
