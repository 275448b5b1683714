/** The commands `export` and `import`, on the database and the object store of the settings. */
import { explained } from '../backup/explained.ts'
import { openStores } from '../backup/parts.ts'
import { openDatabase } from '../outside/database/database.ts'
import { isDiskFull } from '../outside/disk-full.ts'
import type { Config } from '../settings/config.ts'
import { exportAccount, type Outside } from './export.ts'
import { importAccount } from './import.ts'

async function withOutside<T>(
  config: Config,
  mustExist: boolean,
  work: (outside: Outside) => Promise<T>,
): Promise<T> {
  const { database: db, objects, close } = await openStores(config, { mustExist }, openDatabase)
  return work({ db, objects }).finally(close)
}

/** Exports an account to a new folder; returns the number of records and files in it. */
export const runExport = (config: Config, username: string, folder: string) =>
  withOutside(config, true, (outside) =>
    exportAccount(outside, username, folder).catch((error) => {
      throw isDiskFull(error) ? explained(error, 'No export was made') : error
    }),
  )

/** Imports an account from a folder; returns what was imported and what was left out. */
export const runImport = (config: Config, folder: string, isTrusted: boolean) =>
  withOutside(config, false, async (outside) => {
    const { leftOut, ...imported } = await importAccount(outside, folder, isTrusted)
    const password = `none; ${imported.email} can request a password reset`
    return { ...imported, leftOut, password }
  })
