/** 17 Operators: the commands `export` and `import` as programs, on embedded databases. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/outside/database/database.ts'
import { admin, directory, useAdminServer } from '../accounts/admin.ts'
import { silent } from '../database/places.ts'

useAdminServer()

const made: string[] = []
afterAll(() => Promise.all(made.map((path) => rm(path, { recursive: true, force: true }))))

async function newDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'trips-command-'))
  made.push(path)
  return path
}

describe('17 the admin command: accounts that move', () => {
  test('an account is exported, and imported by another service', async () => {
    const [one, two] = [await newDirectory(), await newDirectory()]
    const db = await openDatabase({ dataDir: one, log: silent })
    await db.query({
      text: `insert into account (username, email, password_hash, calendar_identifier,
        anonymous_email_identifier) values ('ines', 'ines@mail.example', 'x', 'c', 'a')`,
    })
    const folder = join(directory, 'ines')
    const embedded = (dataDir: string) => ({ DATA_DIR: dataDir, DATABASE_URL: '' })
    const busy = await admin(['export', 'ines', folder], embedded(one))
    expect(busy).toMatchObject({ code: 1, stdout: '' })
    expect(busy.stderr).toMatch(/in use/)
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
      stderr:
        'account.jsonl, line 1: the username or the email address belongs to an account here\n',
    })
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
