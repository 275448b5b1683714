/**
 * A process of its own for embedded.test.ts: `crashing.ts DIRECTORY`. Makes the embedded database
 * crash, by removing its write-ahead log, and prints the outcome as JSON.
 */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { silent } from './places.ts'

const [directory = ''] = process.argv.slice(2)
const db = await openDatabase({ dataDir: directory, log: silent })
const answer = (text: string) =>
  db.query({ text }).then(
    () => 'answered',
    ({ code }) => code,
  )

await answer('create table wide (value text)')
rmSync(join(directory, 'database', 'pg_wal'), { recursive: true })
const uncaught = once(process, 'uncaughtException')
await answer('select pg_switch_wal()') // the next file of the log cannot be made
const during = await answer('insert into wide select generate_series(1, 200000)')
const [{ message }] = await uncaught
const after = await answer('select 1')
await db.close()
console.log(JSON.stringify({ during, message, after }))
