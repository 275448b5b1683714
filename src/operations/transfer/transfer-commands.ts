/** The commands `export` and `import`, on the configured database and object store. */

import { openDatabase } from '../../outside/database/database.ts'
import type { Report } from '../../process/progress.ts'
import type { Config } from '../../settings/config.ts'
import { explained } from '../backup/command-failure.ts'
import { openStores } from '../backup/open-stores.ts'
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

/** Exports an account to a new folder; returns the numbers of records and files. */
export const runExport = (config: Config, username: string, folder: string, report: Report) =>
  withOutside(config, true, (outside) => exportAccount(outside, username, folder, report)).catch(
    (error) => {
      throw explained(error, 'Nothing was exported')
    },
  )

/** Imports an account from a folder; returns what was imported and omitted. */
export const runImport = (config: Config, folder: string, isTrusted: boolean, report: Report) =>
  withOutside(config, false, async (outside) => {
    const { leftOut, ...imported } = await importAccount(outside, folder, isTrusted, report)
    const password = `none; ${imported.email} can request a password reset`
    return { ...imported, leftOut, password }
  }).catch((error) => {
    throw explained(error, 'The import failed')
  })
