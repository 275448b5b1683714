/** The built program, as `npm start` runs it; built first where the sources have changed. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt, placeOf } from '../../../src/tools/build/sources.mjs'

export const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** The place of a program in the build. */
export function built(name: 'server' | 'admin' | 'demo'): string {
  if (!isBuilt(repository)) {
    const build = fileURLToPath(new URL('../../../src/tools/build/build.mjs', import.meta.url))
    const { status } = spawnSync(process.execPath, [build], { stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Error('the program cannot be built')
  }
  return join(placeOf(repository), 'src/main', `${name}.js`)
}

/** The options of Node with which `npm start` runs the service. */
export function startOptions(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  return [...(scripts.start as string).matchAll(/ (--\S+)/g)].map(([, option]) => option as string)
}
