/**
 * A process of its own for lock.test.ts: `holder.ts DIRECTORY lock|race|database|unfinished`. Says
 * `held`, or the refusal, and stays until it is killed. `race` says `ready` first and waits for a
 * line; `unfinished` says something once the making of the embedded database has begun.
 */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { DataDirectoryInUse, lockDirectory } from '../../../src/outside/database/lock.ts'

const [directory = '', what] = process.argv.slice(2)
const log = { info() {}, warn() {}, error() {} }
setInterval(() => {}, 1_000) // stay

try {
  if (what === 'race') {
    console.log('ready')
    await once(process.stdin, 'data')
  }
  if (what === 'unfinished') {
    const opening = openDatabase({ dataDir: directory, log })
    while (!existsSync(join(directory, 'database', 'PG_VERSION'))) {
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    console.log('begun')
    await opening
  } else if (what === 'database') {
    await openDatabase({ dataDir: directory, log })
  } else {
    lockDirectory(directory, () => process.exit(1))
  }
  console.log('held')
} catch (error) {
  if (!(error instanceof DataDirectoryInUse)) throw error
  console.log(`in use: ${error.message}`)
}
