/** Which programs this machine has; the tests that need others are not selected. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Servers are often where only root looks. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']

/** Whether all of them are installed. With `ALL_PROGRAMS`, all count as installed, for listing. */
export const installed = (...programs: string[]): boolean =>
  process.env.ALL_PROGRAMS !== undefined ||
  programs.every((program) => folders.some((folder) => existsSync(join(folder, program))))

/** Whether the program is installed; if not, says which tests are left out. */
export function foundFor(tests: string, program: string): boolean {
  const found = installed(program)
  if (!found) console.info(`${tests}: tests skipped, they need ${program}`)
  return found
}
