/** 17 Operators: a restore that is killed while it makes the embedded database. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { backup } from '../../../src/operations/backup/backup.ts'
import { restore } from '../../../src/operations/backup/restore.ts'
import { restoreMark } from '../../../src/outside/data-directory.ts'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { makeUser, silent } from '../../outside/database/places.ts'
import { run } from '../../process/process.ts'
import { built } from '../../tools/build/built.ts'
import { emptyHome, type ServiceHome } from './homes.ts'

async function home(): Promise<ServiceHome> {
  const made = await emptyHome('embedded')
  onTestFinished(() => made.remove())
  return made
}

async function backedUp(): Promise<string> {
  const source = await home()
  const db = await openDatabase({ dataDir: source.config.dataDir, log: silent })
  await makeUser(db)
  await db.close()
  const folder = join(source.directory, 'backup')
  await backup(source.config, folder)
  return folder
}

it('a killed restore leaves its mark, so that the service does not start with a new database', async () => {
  const folder = await backedUp()
  const target = await home()
  const { dataDir } = target.config
  const env = { PATH: process.env.PATH, ...target.settings }
  const words = [built('admin'), 'restore', folder]
  const child = spawn(process.execPath, words, { cwd: target.directory, env, stdio: 'ignore' })
  const closed = new Promise((resolve) => child.once('close', resolve))
  while (!existsSync(join(dataDir, 'database.unfinished'))) await pause(1)
  child.kill('SIGKILL')
  await closed
  expect(existsSync(restoreMark(dataDir))).toBe(true)
  const { code, stderr } = await run(target.directory, target.settings).ended
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^A restore into \S+ was interrupted\. Run it again/),
  ])
  expect(await restore(target.config, folder)).toMatchObject({ rows: 1 })
  expect(existsSync(restoreMark(dataDir))).toBe(false)
})

it('a killed restore leaves no mark if the store has files and nothing was restored', async () => {
  const folder = await backedUp()
  const target = await home()
  const { dataDir } = target.config
  await mkdir(join(dataDir, 'objects'), { recursive: true })
  await writeFile(join(dataDir, 'objects', 'mine'), '')
  await expect(restore(target.config, folder)).rejects.toThrow(/^The object store in \S+ is not/)
  const left = await readdir(dataDir)
  expect(left.filter((name) => !name.startsWith('database.lock'))).toEqual(['objects'])
})

it('a refused restore leaves no mark in a directory with a lost database', async () => {
  const folder = await backedUp()
  const target = await home()
  const { dataDir } = target.config
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'operator.key'), 'x'.repeat(40))
  await expect(restore(target.config, folder)).rejects.toThrow(/^No database in \S+, although/)
  expect(existsSync(restoreMark(dataDir))).toBe(false)
})
