/** What histories need beside PostgreSQL; vitest.config.ts leaves them out where it is missing. */
import { existsSync, readdirSync } from 'node:fs'
import { installed } from '../../installed.ts'

const libraries = '/usr/lib'

/** The library that shows a process another time (Debian's `faketime`). */
export const clockLibrary: string | undefined = (
  existsSync(libraries) ? readdirSync(libraries) : []
)
  .map((folder) => `${libraries}/${folder}/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path))

/** Whether histories can be played and judged here. */
export const canPlay: boolean =
  installed('go', 'patroni', 'etcd', 'haproxy') &&
  (process.env.ALL_PROGRAMS !== undefined ||
    (clockLibrary !== undefined && existsSync(process.env.TOXIPROXY ?? '')))
