/** A restore killed in the middle, on PostgreSQL, where a lock can stop it there. */
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { backup } from '../../../src/operations/backup/backup.ts'
import { restore } from '../../../src/operations/backup/restore.ts'
import { restoreMark } from '../../../src/outside/data-directory.ts'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { emptyHome, type ServiceHome } from '../../operations/backup/homes.ts'
import { makeUser, silent } from '../../outside/database/places.ts'
import { built } from '../../tools/build/built.ts'

const open = ({ config }: ServiceHome) =>
  openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log: silent, poolSize: 2 })

async function home(): Promise<ServiceHome> {
  const made = await emptyHome('PostgreSQL')
  onTestFinished(() => made.remove())
  return made
}

it('a killed restore leaves no rows, and the same command succeeds afterwards', async () => {
  const source = await home()
  const db = await open(source)
  await makeUser(db)
  await db.close()
  const folder = join(source.directory, 'backup')
  await backup(source.config, folder)

  const target = await home()
  await (await open(target)).close()
  const holder = new pg.Client(target.config.databaseUrl)
  await holder.connect()
  // Writes of rows wait for this, after the mark is set.
  await holder.query('begin; lock table account in share mode')
  const env = { PATH: process.env.PATH, ...target.settings }
  const words = [built('admin'), 'restore', folder]
  const child = spawn(process.execPath, words, { cwd: target.directory, env, stdio: 'ignore' })
  const waits = async () =>
    (
      await holder.query(
        `select from pg_locks where not granted and relation = 'account'::regclass`,
      )
    ).rowCount
  while (!(await waits())) await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('close', resolve))
  await holder.query('rollback')
  expect(existsSync(restoreMark(target.config.dataDir))).toBe(true)
  expect((await holder.query('select from account')).rowCount).toBe(0)
  await holder.end()

  const server = promisify(execFile)(process.execPath, [built('server')], {
    ...{ cwd: target.directory, env: { ...env, PORT: '0' } },
  })
  await expect(server).rejects.toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('Run it again with the same backup') },
  })
  expect(await restore(target.config, folder)).toMatchObject({ rows: 1 })
  expect(existsSync(restoreMark(target.config.dataDir))).toBe(false)
})
