/**
 * `run.mjs server`, `run.mjs admin ...`: runs a program of the build in this process, after a new
 * build if the sources have changed (`npm start`, `npm run admin`).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { placeOf } from './sources.mjs'

const here = import.meta.dirname
const root = dirname(dirname(dirname(here)))
const [, , name] = process.argv

/** Builds in a child process, which ends with this one; if it fails, this one exits too. */
async function build() {
  const stdio = ['ignore', 2, 2] // stdout belongs to the program
  const builder = spawn(process.execPath, [join(here, 'build.mjs')], { stdio })
  const stop = (signal) => builder.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, stop)
  const [status, signal] = await once(builder, 'exit')
  for (const signal of signals) process.off(signal, stop)
  if (status !== 0) process.exit(status ?? 128 + constants.signals[signal])
}

let place = placeOf(root)
if (!existsSync(place)) {
  await build()
  place = placeOf(root)
}
const program = join(place, 'src/main', `${name}.js`)
process.argv.splice(1, 2, program)
await import(pathToFileURL(program).href)
