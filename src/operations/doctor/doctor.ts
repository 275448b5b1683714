/**
 * `npm run admin -- doctor` (test/operations/doctor): runs all checks one after the other, with or
 * without a running service.
 */
import { misspeltSettings, ProgramFailure, settingsOfProcess } from '../../process/failure.ts'
import type { Config } from '../../settings/config.ts'
import { type Check, counted, type Finding, findingsOf, type Patient } from './checks.ts'
import { clock } from './clock.ts'
import { dataDirectory, freeSpace } from './data-directory.ts'
import { database, pooler } from './database.ts'
import { inboundMail, outgoingMail } from './mail.ts'
import { oauth } from './oauth.ts'
import { objectStore } from './object-store.ts'
import { port, publicUrl, stateOfService } from './ports.ts'
import { settingsCheck } from './settings.ts'
import { metrics, traces } from './telemetry.ts'
import { trustedManifests } from './trusted-documents.ts'

/** The check of the clock comes after those that read other clocks. */
const checks: Check[] = [
  port,
  publicUrl,
  dataDirectory,
  freeSpace,
  database,
  pooler,
  outgoingMail,
  inboundMail,
  objectStore,
  oauth,
  trustedManifests,
  metrics,
  traces,
  clock,
]

/** All findings; problems are reported, never thrown. */
export async function examine(): Promise<Finding[]> {
  let config: Config
  try {
    config = settingsOfProcess()
  } catch (error) {
    if (!(error instanceof ProgramFailure)) throw error
    const [first = '', ...problems] = error.message.split('\n')
    const lines = problems.length > 0 ? problems : [first]
    return lines.map((line) => ({
      check: 'settings',
      state: 'failed',
      sentence: `${line.trim().replace(/\.$/, '')}.`,
    }))
  }
  const patient: Patient = {
    config,
    clocks: new Map(),
    service: await stateOfService(config),
  }
  const findings = await findingsOf(settingsCheck(misspeltSettings()), patient)
  for (const check of checks) findings.push(...(await findingsOf(check, patient)))
  return findings
}

const widthOf = (words: string[]) => Math.max(...words.map((word) => word.length))

/** The findings for people, one per line, and a last line with their numbers. */
export function printed(findings: Finding[]): string {
  const width = widthOf(findings.map(({ check }) => check))
  const lines = findings.map(
    ({ check, state, sentence }) => `${state.padEnd(7)}  ${check.padEnd(width)}  ${sentence}`,
  )
  const count = (state: string) => findings.filter((one) => one.state === state).length
  const warnings = counted(count('warning'), 'warning')
  const sum = `${count('ok')} ok, ${warnings}, ${count('failed')} failed`
  return `${lines.join('\n')}\n\n${sum}\n`
}
