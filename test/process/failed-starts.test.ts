/** The process: a start that cannot go on says why in a line, and ends at once. */
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/outside/database/database.ts'
import { silent } from '../outside/database/places.ts'
import { type Ended, emptyDirectory, run } from './process.ts'

let directory: Awaited<ReturnType<typeof emptyDirectory>>
beforeEach(async () => {
  directory = await emptyDirectory()
})
afterEach(() => directory.remove())

/** How a start in the directory ends; killed, and so without a code, after a minute. */
async function start(settings: Record<string, string> = {}): Promise<Ended> {
  const { child, ended } = run(directory.path, { LOG_LEVEL: 'silent', ...settings })
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000)
  const end = await ended
  clearTimeout(late)
  return end
}

function expectRefusal({ code, stdout, stderr }: Ended, wanted: 1 | 2, sentence: RegExp): void {
  expect([code, stdout]).toEqual([wanted, ''])
  expect(stderr).toMatch(sentence)
  // One line of whole sentences.
  expect(stderr).toMatch(/^[A-Z/][^\n]*\.\n$/)
}

const inDataDir = (...names: string[]) => join(directory.path, '.data', ...names)

describe('17 a start exits with 2 if the data directory', () => {
  it('is a file, or below a file', async () => {
    await writeFile(join(directory.path, 'file'), '')
    const file = await start({ DATA_DIR: 'file' })
    expectRefusal(
      file,
      2,
      /^Cannot use the data directory .*file: .*file is not a directory\. Check /,
    )
    const below = await start({ DATA_DIR: 'file/below' })
    expectRefusal(below, 2, /^Cannot use the data directory .*below: .*not a directory/)
  })

  it.runIf(process.platform === 'linux')('is where the system does not allow one', async () => {
    const refused = await start({ DATA_DIR: '/proc/x' })
    expectRefusal(refused, 2, /^Cannot use the data directory \/proc\/x: /)
  })

  it.each(['garbage', 'null', '{}', '{"pid":1}'])('has %s for a lock', async (record) => {
    await mkdir(inDataDir())
    await symlink(record, inDataDir('database.lock.4'))
    expectRefusal(
      await start(),
      2,
      /^Cannot read the lock .*database\.lock\.4\. .*delete the lock\.\n$/,
    )
  })

  it.each(['operator.key', 'secret.key'])('has an empty %s', async (name) => {
    await mkdir(inDataDir())
    await (await openDatabase({ dataDir: inDataDir(), log: silent })).close()
    await writeFile(inDataDir(name), '')
    const refused = await start()
    const sentence = /\.key is empty\. Restore it, or delete it to generate a new key\.\n$/
    expectRefusal(refused, 2, sentence)
    expect(refused.stderr).toContain(inDataDir(name))
  })
})

describe('17 a lost database is never silently created again: exit code 2', () => {
  it('the key exists, the database does not: restore, DATABASE_URL, or start over on purpose', async () => {
    await mkdir(inDataDir())
    await writeFile(inDataDir('operator.key'), 'x'.repeat(40))
    const sentence = /^No database in .*Restore .*DATABASE_URL .*delete operator\.key\.\n$/
    expectRefusal(await start(), 2, sentence)
    expect(await readdir(inDataDir())).not.toContain('database')
  })

  it('part of the database exists', async () => {
    await mkdir(inDataDir('database', 'base'), { recursive: true })
    expectRefusal(
      await start(),
      2,
      /^No database in \S+, although the directory is not empty .*Restore /,
    )
  })

  it('the database is damaged', async () => {
    await mkdir(inDataDir())
    await (await openDatabase({ dataDir: inDataDir(), log: silent })).close()
    await writeFile(inDataDir('database', 'global', 'pg_control'), 'garbage')
    expectRefusal(
      await start(),
      2,
      /^Cannot open the database in .* is damaged, .*Restore all of .*backup\.\n$/,
    )
  })
})

describe('17 other failed starts', () => {
  it('an invalid trusted document: exit code 2, with file, ID and cause', async () => {
    const file = join(directory.path, 'documents.json')
    await writeFile(file, JSON.stringify({ short: '{ nothing }' }))
    const refused = await start({ TRUSTED_DOCUMENTS: file })
    expectRefusal(refused, 2, /documents\.json: document short: Cannot query field "nothing"/)
    const missing = await start({ TRUSTED_DOCUMENTS: 'none.json' })
    expectRefusal(missing, 2, /none\.json: it does not exist\.\n$/)
  })

  it('an impossible port in DATABASE_URL: exit code 2', async () => {
    const { code, stderr } = await start({ DATABASE_URL: 'postgresql://joe:hunter2@db:99999/x' })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^Invalid settings:\n {2}DATABASE_URL: must be /)
    expect(stderr).not.toContain('hunter2')
  })

  it('a migration that fails: exit code 1 and the reason, once', async () => {
    await mkdir(inDataDir())
    const database = await PGlite.create(inDataDir('database'))
    await database.exec('create table account ()')
    await database.close()
    const refused = await start()
    expectRefusal(
      refused,
      1,
      /^Cannot open the database: migration \S+ failed and was rolled back: /,
    )
    expect(refused.stderr.match(/already exists/g)).toHaveLength(1)
  })
})
