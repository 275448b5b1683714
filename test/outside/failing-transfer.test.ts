/**
 * The commands that export and import an account, of which each statement in turn goes wrong: there
 * is a whole folder or none, and a whole account or none.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Refusal } from '../../src/base/errors.ts'
import { exportAccount } from '../../src/operations/transfer/export.ts'
import { importAccount } from '../../src/operations/transfer/import.ts'
import { fresh } from '../spec/persons.ts'
import { db, type Person } from '../world.ts'
import { type FailingApplication, leftovers, openFailing } from './failing-calls/application.ts'
import {
  eachInTurn,
  filesIn,
  fullAccount,
  waysOfStatements,
  wrongly,
} from './failing-calls/commands.ts'

const statements = { kind: 'database', ways: waysOfStatements } as const
const time = 600_000

let failing: FailingApplication
let olga: Person
let folder: string
beforeAll(async () => {
  failing = await openFailing()
  folder = await mkdtemp(join(tmpdir(), 'trips-transfer-'))
  olga = await fullAccount()
})
afterAll(async () => {
  await failing.close()
  await rm(folder, { recursive: true, force: true })
})

it(
  'an export is whole or not there',
  async () => {
    const outside = { db, objects: failing.store }
    const whole = join(folder, 'whole')
    await exportAccount(outside, olga.username, whole)
    const files = await filesIn(whole)
    const made = await eachInTurn(statements, async (wrong) => {
      const path = join(folder, `${wrong.at} ${wrong.way}`)
      const exporting = () => exportAccount(outside, olga.username, path)
      const { thrown, isMet, call } = await wrongly(wrong, exporting)
      const left = await readdir(folder)
      if (thrown) expect(left, call).toEqual(['whole'])
      else expect(await filesIn(path), call).toEqual(files)
      await rm(path, { recursive: true, force: true })
      return isMet
    })
    console.info(`failing calls: ${made} of an export`)
    expect(made).toBeGreaterThan(10)
  },
  time,
)

/** Gives the account another name, so that the export can be imported once more. */
const rename = () => {
  const name = fresh('renamed')
  return db.query({
    text: 'update account set username = $2, email = $3 where username = $1',
    values: [olga.username, name, `${name}@mail.example`],
  })
}

it(
  'an account is imported whole or not at all, and can be imported again',
  async () => {
    const path = join(folder, 'whole')
    const importing = () => importAccount({ db, objects: failing.store }, path, false)
    const effect = async () =>
      (await failing.journal.take()).filter((line) => !line.startsWith('upload '))
    const imported = async () => {
      await rename()
      await effect()
      await importing()
      return effect()
    }
    const whole = await imported()
    expect(whole.join()).toContain('document added')
    const made = await eachInTurn(statements, async (wrong) => {
      await rename()
      await effect()
      const { thrown, isMet, call } = await wrongly(wrong, importing)
      const changed = await effect()
      if (thrown === undefined) expect(changed, call).toEqual(whole)
      else if (changed.length > 0) {
        expect(changed, call).toEqual(whole)
        expect((thrown as Refusal).code, call).toBe('SERVICE_UNAVAILABLE')
      } else expect(await imported(), `${call}, and again`).toEqual(whole)
      return isMet
    })
    console.info(`failing calls: ${made} of an import`)
    expect(made).toBeGreaterThan(10)
    expect(await leftovers(failing)).toMatchObject({ orphans: [], missing: [] })
  },
  time,
)
