/**
 * A process of its own for embedded.test.ts: `crashing.ts DIRECTORY`. Lets the embedded database
 * crash, by taking its log of writes away, and prints as JSON what came of it.
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
