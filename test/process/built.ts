/** The built program, as `npm start` runs it; built first where the sources have changed. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isFresh } from '../../src/build/sources.mjs'

export const repository = fileURLToPath(new URL('../..', import.meta.url))

/** The place of a program in dist/. */
export function built(name: 'server' | 'admin'): string {
  if (!isFresh(repository)) {
    const build = fileURLToPath(new URL('../../src/build/build.mjs', import.meta.url))
    const { status } = spawnSync(process.execPath, [build], { stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Error('the program cannot be built')
  }
  return fileURLToPath(new URL(`../../dist/src/${name}.js`, import.meta.url))
}
