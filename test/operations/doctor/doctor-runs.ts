/** A run of `npm run admin -- doctor` with settings of its own, and what it says. */
import { execFile } from 'node:child_process'
import { expect, onTestFinished } from 'vitest'
import type { Finding } from '../../../src/operations/doctor/checks.ts'
import type { places } from '../../outside/database/places.ts'
import { built } from '../../tools/build/built.ts'
import { emptyHome, type ServiceHome } from '../backup/homes.ts'

const program = built('admin')

export async function home(place: (typeof places)[number] = 'embedded'): Promise<ServiceHome> {
  const made = await emptyHome(place)
  onTestFinished(() => made.remove())
  return made
}

export interface DoctorRun {
  code: number
  text: string
  findings: Finding[]
}

/** A run beside a port that nothing uses. */
export function doctor(
  { directory, settings }: ServiceHome,
  more: Record<string, string> = {},
): Promise<DoctorRun> {
  const env = { PATH: process.env.PATH, PORT: '0', ...settings, ...more }
  return new Promise((resolve) => {
    const words = [program, 'doctor', '--json']
    execFile(process.execPath, words, { cwd: directory, env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : 0
      resolve({ code, text: stdout + stderr, findings: JSON.parse(stdout) })
    })
  })
}

/** The findings of one check: `ok The sentence.` */
export const findingsOf = ({ findings }: DoctorRun, check: string) =>
  findings.filter((one) => one.check === check).map((one) => `${one.state} ${one.sentence}`)

export const starting = (text: string) => expect.stringMatching(new RegExp(`^${text}`))
