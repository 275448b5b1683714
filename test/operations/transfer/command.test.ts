/** 17 Operators: the commands `export` and `import` as programs, on embedded databases. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { restoreMark } from '../../../src/outside/data-directory.ts'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { silent } from '../../outside/database/places.ts'
import { admin, directory, useAdminServer } from '../admin/admin.ts'

useAdminServer()

const embedded = (dataDir: string) => ({ DATA_DIR: dataDir, DATABASE_URL: '' })

const made: string[] = []
afterAll(() => Promise.all(made.map((path) => rm(path, { recursive: true, force: true }))))

async function newDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'trips-command-'))
  made.push(path)
  return path
}

describe('17 the admin command: export and import of accounts', () => {
  test('an account is exported, and imported by another service', async () => {
    const [one, two] = [await newDirectory(), await newDirectory()]
    const db = await openDatabase({ dataDir: one, log: silent })
    await db.query({
      text: `insert into account (username, email, password_hash, calendar_identifier,
        anonymous_email_identifier) values ('ines', 'ines@mail.example', 'x', 'c', 'a')`,
    })
    const folder = join(directory, 'ines')
    const busy = await admin(['export', 'ines', folder], embedded(one))
    expect(busy).toMatchObject({ code: 1, stdout: '' })
    expect(busy.stderr).toMatch(/^Process \d+ on \S+ uses the embedded database/)
    await db.close()
    const exported = await admin(['export', 'ines', folder], embedded(one))
    expect(exported).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(exported.stdout)).toEqual({ folder, records: 1, files: 0 })
    expect(await readFile(join(folder, 'account.jsonl'), 'utf8')).toContain('"username":"ines"')
    const imported = await admin(['import', folder], embedded(two))
    expect(imported).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(imported.stdout)).toEqual({
      ...{ username: 'ines', email: 'ines@mail.example', counts: { account: 1 }, leftOut: [] },
      password: 'none; ines@mail.example can request a password reset',
    })
    const again = await admin(['import', folder, '--trusted'], embedded(two))
    expect(again).toMatchObject({
      code: 1,
      stderr: 'account.jsonl, line 1: the username or the email address is already in use\n',
    })
  })

  test('nothing is exported from a data directory without a database', async () => {
    const empty = await newDirectory()
    const run = await admin(['export', 'ines', join(directory, 'none')], embedded(empty))
    expect(run).toMatchObject({
      code: 1,
      stderr: `There is no database in ${empty}; check DATA_DIR and DATABASE_URL.\n`,
    })
    expect(await readdir(empty)).toEqual([])
  })

  test('nothing is imported after an interrupted restore', async () => {
    const dataDir = await newDirectory()
    await writeFile(restoreMark(dataDir), '')
    const run = await admin(['import', join(directory, 'none')], embedded(dataDir))
    expect(run.code).toBe(1)
    expect(run.stderr).toMatch(/^A restore into \S+ was interrupted\./)
    expect(await readdir(dataDir)).toEqual(['restore.unfinished'])
  })

  test.each([
    [['export', 'ines'], '<folder> is missing'],
    [['import'], '<folder> is missing'],
    [['import', 'a', 'b'], 'Too many arguments'],
    [['import', 'a', '--trust'], '--trust'],
  ])('%j is refused with its usage', async (words, sentence) => {
    const run = await admin(words)
    expect(run.code).toBe(2)
    expect(run.stderr).toContain(sentence)
    expect(run.stderr).toContain('Usage: npm run --silent admin -- ')
  })
})
