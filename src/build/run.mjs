/**
 * `run.mjs server`, `run.mjs admin ...`: runs a program of `dist/` in this process, which is built
 * before where its sources have changed (`npm start`, `npm run admin`).
 */
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isFresh } from './sources.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const [, , name] = process.argv

if (!isFresh(root)) {
  const stdio = ['ignore', 2, 2] // stdout is the program's
  const { status } = spawnSync(process.execPath, [join(here, 'build.mjs')], { stdio })
  if (status !== 0) process.exit(status ?? 1)
}
const program = join(root, 'dist', 'src', `${name}.js`)
process.argv.splice(1, 2, program)
await import(pathToFileURL(program).href)
