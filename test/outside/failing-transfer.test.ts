/**
 * The commands that export and import an account, of which each statement in turn goes wrong: there
 * is a whole folder or none, and a whole account or none.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Refusal } from '../../src/base/errors.ts'
import { exportAccount } from '../../src/operations/transfer/export.ts'
import { importAccount } from '../../src/operations/transfer/import.ts'
import { as } from '../client.ts'
import { attachFile, placeAt } from '../documents.ts'
import { waiting } from '../spec/emails.ts'
import { fresh, one } from '../spec/persons.ts'
import { databaseUrl, db, type Person, premium, trip } from '../world.ts'
import { type FailingApplication, leftovers, openFailing } from './failing-calls/application.ts'
import { type CallPlan, isMet, planned } from './failing-calls/calls.ts'
import { lostWays, statementWays } from './failing-calls/statements.ts'

const ways = [...statementWays, ...(databaseUrl ? lostWays : [])]
const time = 600_000

let failing: FailingApplication
let olga: Person
let folder: string
beforeAll(async () => {
  failing = await openFailing()
  folder = await mkdtemp(join(tmpdir(), 'trips-transfer-'))
  olga = await one('olga')
  await premium(olga, true)
  const { id } = await trip(olga, { name: 'Lisbon' })
  await as(olga).post(`/v1/trip/${id}/activities`, { name: 'Walk', price: 3 })
  await as(olga).post('/v1/categories', { name: 'Surfing' })
  await attachFile(olga, placeAt(id, 'trip', id))
  await waiting(olga)
})
afterAll(async () => {
  await failing.close()
  await rm(folder, { recursive: true, force: true })
})

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 30))

/** Runs the work while that statement goes wrong; what it throws. */
async function wrongly(at: number, way: string, work: () => Promise<unknown>) {
  const plan: CallPlan = { kind: 'database', at, way, made: [], pause }
  const thrown: unknown = await planned(plan, work).then(
    () => undefined,
    (error) => error,
  )
  return { thrown, isMet: isMet(plan), call: `call ${at}, ${way}: ${plan.made[at - 1]}` }
}

/** Tries each statement in turn, in every way, until none is left; how many there were. */
async function eachInTurn(tryOne: (at: number, way: string) => Promise<boolean>) {
  for (let at = 1; ; at += 1) {
    let isOver = false
    for (const way of ways) isOver = !(await tryOne(at, way))
    if (isOver) return at - 1
  }
}

/** All files of an export, with their bytes. */
async function filesIn(path: string): Promise<Record<string, string>> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const read = files.map(async ({ name, parentPath }) => {
    const bytes = await readFile(join(parentPath, name), 'base64')
    return [name, bytes] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

it(
  'an export is whole or not there',
  async () => {
    const outside = { db, objects: failing.store }
    const whole = join(folder, 'whole')
    await exportAccount(outside, olga.username, whole)
    const files = await filesIn(whole)
    const statements = await eachInTurn(async (at, way) => {
      const path = join(folder, `${at} ${way}`)
      const exporting = () => exportAccount(outside, olga.username, path)
      const { thrown, isMet, call } = await wrongly(at, way, exporting)
      const left = await readdir(folder)
      if (thrown) expect(left, call).toEqual(['whole'])
      else expect(await filesIn(path), call).toEqual(files)
      await rm(path, { recursive: true, force: true })
      return isMet
    })
    console.info(`failing calls: ${statements} of an export`)
    expect(statements).toBeGreaterThan(10)
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
    const statements = await eachInTurn(async (at, way) => {
      await rename()
      await effect()
      const { thrown, isMet, call } = await wrongly(at, way, importing)
      const changed = await effect()
      if (thrown === undefined) expect(changed, call).toEqual(whole)
      else if (changed.length > 0) {
        expect(changed, call).toEqual(whole)
        expect((thrown as Refusal).code, call).toBe('SERVICE_UNAVAILABLE')
      } else expect(await imported(), `${call}, and again`).toEqual(whole)
      return isMet
    })
    console.info(`failing calls: ${statements} of an import`)
    expect(statements).toBeGreaterThan(10)
    expect(await leftovers(failing)).toMatchObject({ orphans: [], missing: [] })
  },
  time,
)
