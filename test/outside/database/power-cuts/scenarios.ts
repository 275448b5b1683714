/** What goes on while the power is cut, and what must be there afterwards. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { backup } from '../../../../src/operations/backup/backup.ts'
import { restore } from '../../../../src/operations/backup/restore.ts'
import { runExport, runImport } from '../../../../src/operations/transfer/transfer-commands.ts'
import { restoreMark } from '../../../../src/outside/data-directory.ts'
import { connect, type Database, openDatabase } from '../../../../src/outside/database/database.ts'
import { unreported } from '../../../../src/process/progress.ts'
import { readConfig } from '../../../../src/settings/config.ts'
import { silent } from '../places.ts'
import { released } from '../released.ts'
import type { Acknowledged } from './acknowledged.ts'
import { live } from './life.ts'
import type { Recording } from './recording.ts'

export interface CutStage {
  /** Is recorded. */
  home: string
  /** Is not. */
  outside: string
  recording: Recording
  facts: Acknowledged
}

export interface Scenario {
  dataDir: string
  /** The number of operations before that which the scenario is about. */
  started: number
  /** What an operator does before the service is started again. */
  repair?: (dataDir: string) => Promise<unknown>
  /** What was acknowledged before an operation and is not there, or there in part. */
  lost(db: Database, dataDir: string, moment: number): Promise<string[]>
}

const configAt = (dataDir: string) => {
  const { DATABASE_DURABLE = '' } = process.env
  return readConfig({ DATA_DIR: dataDir, DATABASE_DURABLE })
}
const openAt = (dataDir: string) => {
  const isDurable = configAt(dataDir).databaseDurable
  return openDatabase({ dataDir, isDurable, log: silent })
}

const counted = ['account', 'trip', 'activity', 'transportation', 'email', 'document']

async function countsOf(db: Database): Promise<string> {
  const columns = counted.map((table) => `(select count(*) from ${table}) as ${table}`)
  const [row] = await db.query({ text: `select ${columns.join(', ')}` })
  return JSON.stringify(row)
}

/** All rows were there before the operation `ended`; until then those of `before` may be, too. */
function wholly(before: string, after: string, ended: number): Scenario['lost'] {
  return async (db, _, moment) => {
    const found = await countsOf(db)
    if (found === after || (moment < ended && found === before)) return []
    return [`${found}, not ${after}`]
  }
}

async function countsIn(dataDir: string): Promise<string> {
  const db = await openAt(dataDir)
  return countsOf(db).finally(() => db.close())
}

/** Runs what is cut, on a database that exists already or not. */
async function running(
  { recording }: CutStage,
  dataDir: string,
  work: () => Promise<unknown>,
): Promise<Scenario> {
  const isNew = !existsSync(dataDir)
  const none = JSON.stringify(Object.fromEntries(counted.map((table) => [table, '0'])))
  const before = isNew ? none : await countsIn(dataDir)
  const started = recording.operations.length
  await work()
  const ended = recording.operations.length
  recording.stop()
  return { dataDir, started, lost: wholly(before, await countsIn(dataDir), ended) }
}

/** A life that is over. */
const lived = async ({ recording, facts }: CutStage) => (await live(recording, facts, 2, 2)).dataDir

export const scenarios: Record<string, (stage: CutStage) => Promise<Scenario>> = {
  async life({ recording, facts }) {
    const { dataDir, started } = await live(recording, facts, 4, 6)
    recording.stop()
    return { dataDir, started, lost: (db, place, moment) => facts.lost(db, place, moment) }
  },

  async 'first start'(stage) {
    const dataDir = join(stage.home, 'new')
    return running(stage, dataDir, async () => (await openAt(dataDir)).close())
  },

  async migrations(stage) {
    const dataDir = join(stage.home, 'older')
    const isDurable = configAt(dataDir).databaseDurable
    const older = await connect({ dataDir, isDurable, isBare: true, log: silent })
    await older.withMigrationClient((client) => client.query(released['1.0'] ?? ''))
    const { rows } = await older.pool.query({ text: 'select count(*) from account' })
    if (rows[0].count === '0') throw new Error('the older database is empty')
    await older.close()
    const started = stage.recording.operations.length
    await (await openAt(dataDir)).close()
    stage.recording.stop()
    const counts = await countsIn(dataDir)
    return { dataDir, started, lost: wholly(counts, counts, 0) }
  },

  async restore(stage) {
    const folder = join(stage.outside, 'backup')
    await backup(configAt(await lived(stage)), folder)
    const dataDir = join(stage.home, 'restored')
    const scenario = await running(stage, dataDir, () => restore(configAt(dataDir), folder))
    const repair = async (place: string) =>
      existsSync(restoreMark(place)) && restore(configAt(place), folder)
    return { ...scenario, repair }
  },

  async import(stage) {
    const folder = join(stage.outside, 'export')
    const username = 'person0@mail.example'
    await runExport(configAt(await lived(stage)), username, folder, unreported)
    const dataDir = join(stage.home, 'imported')
    await (await openAt(dataDir)).close()
    return running(stage, dataDir, () => runImport(configAt(dataDir), folder, true, unreported))
  },
}
