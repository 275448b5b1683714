/**
 * Writers from outside: an account that is imported, a backup that is restored, and a standby that
 * is promoted.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportAccount } from '../../../../src/operations/transfer/export.ts'
import { WrongExport } from '../../../../src/operations/transfer/export-errors.ts'
import { importAccount } from '../../../../src/operations/transfer/import.ts'
import type { WriterAct } from './acts-of-trips.ts'
import { backUp, restore } from './backup.ts'
import type { Choice, PersonName, Scene } from './scene.ts'

/**
 * An account is exported and imported again beside the old one, which has given up its name: its
 * trips come a second time, with the same members.
 */
async function transfer(scene: Scene, choice: Choice) {
  const who = choice.of(['olga', 'ed', 'lena'] as const) as PersonName
  const { db, objects } = scene.stage
  const old = scene.account(who)
  const directory = await mkdtemp(join(tmpdir(), 'trips-histories-'))
  const folder = join(directory, 'account')
  await exportAccount({ db, objects }, old.username, folder)
  const text = 'update account set username = $2, email = $3 where id = $1'
  const other = `${who}-${scene.text()}`
  await db.query({ text, values: [old.id, other, `${other}@mail.example`] })
  await importAccount({ db, objects }, folder, true).catch(async (error: unknown) => {
    // Emails of others in these trips are here already.
    if (!(error instanceof WrongExport)) throw error
    await db.query({ text, values: [old.id, old.username, old.email] })
  })
  await rm(directory, { recursive: true })
  await scene.look()
}

/** Keeps a backup; the next time it is restored, and the service goes on from there. */
async function backup(scene: Scene) {
  if (scene.backup) {
    await restore(scene.stage, scene.backup)
    scene.backup = undefined
    await scene.look()
  } else scene.backup = await backUp(scene.stage)
}

/** The standby receives no more: what is written now is lost with the primary. */
const part = async ({ stage }: Scene) => stage.pair?.part()

/** The standby takes the primary's place, without what it has not received. */
async function promote(scene: Scene) {
  await scene.stage.pair?.promote()
  await scene.look()
}

export const actsOfOperators: Record<string, WriterAct> = {
  transfer: { weight: 0.3, run: transfer },
  backup: { weight: 1.2, run: backup },
  // Only where they are put into a history, because a standby takes seconds to make.
  part: { weight: 0, run: part },
  promote: { weight: 0, run: promote },
}
