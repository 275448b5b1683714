/** `npm run admin -- doctor` on embedded databases that a start refuses, and how it counts. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { counted } from '../../../src/operations/doctor/checks.ts'
import { printed } from '../../../src/operations/doctor/doctor.ts'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { silent } from '../../outside/database/places.ts'
import { run as runServer } from '../../process/process.ts'
import { doctor, findingsOf, home, starting } from './doctor-runs.ts'

describe('17 doctor: an embedded database that is lost', () => {
  it.each(['operator.key', 'secret.key', 'database.made'])(
    'is a failure if %s is left, with the message of the start',
    async (name) => {
      const at = await home()
      await mkdir(at.config.dataDir, { mode: 0o700 })
      await writeFile(join(at.config.dataDir, name), 'x'.repeat(40), { mode: 0o600 })
      const run = await doctor(at)
      expect(run.code).toBe(1)
      const [said] = findingsOf(run, 'database')
      expect(said).toMatch(new RegExp(`^failed No database in .*it contains ${name}`))
      const { code, stderr } = await runServer(at.directory, at.settings).ended
      expect(code).toBe(2)
      expect(stderr).toContain(said?.replace('failed ', ''))
    },
  )

  it('is a failure if its files are damaged', async () => {
    const at = await home()
    const { dataDir } = at.config
    await (await openDatabase({ dataDir, log: silent })).close()
    await rm(join(dataDir, 'database/PG_VERSION'))
    expect(findingsOf(await doctor(at), 'database')).toEqual([
      starting('failed No database in .* the directory is not empty .PG_VERSION is missing.'),
    ])
  })

  it('is not reported if its creation was interrupted: the next start creates it', async () => {
    const at = await home()
    const { dataDir } = at.config
    await mkdir(join(dataDir, 'database'), { recursive: true, mode: 0o700 })
    await writeFile(join(dataDir, 'database/PG_VERSION'), '18')
    await writeFile(join(dataDir, 'database.unfinished'), '')
    expect(findingsOf(await doctor(at), 'database')).toEqual([
      'ok The first start creates an embedded database.',
    ])
  })
})

describe('17 doctor: how it counts', () => {
  it('one warning is one warning', () => {
    const warned = (count: number) => {
      const finding = { check: 'disk', state: 'warning', sentence: 'Free space soon.' } as const
      return printed(Array(count).fill(finding)).trimEnd().split('\n').at(-1)
    }
    expect([0, 1, 2].map(warned)).toEqual([
      '0 ok, 0 warnings, 0 failed',
      '0 ok, 1 warning, 0 failed',
      '0 ok, 2 warnings, 0 failed',
    ])
    expect([counted(1, 'migration'), counted(12, 'migration')]).toEqual([
      '1 migration',
      '12 migrations',
    ])
  })
})
