/** The embedded database: what it needs of its directory, and of its process. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UnusableDirectory } from '../../../src/outside/data-directory.ts'
import { type Database, openDatabase } from '../../../src/outside/database/database.ts'
import { emptyDirectory, silent, temporaryDirectory } from './places.ts'

const crashing = fileURLToPath(new URL('crashing.ts', import.meta.url))
const open = (dataDir: string) => openDatabase({ dataDir, log: silent })

/** The refusal of a start; fails where the start succeeds or throws another error. */
async function refusal(dataDir: string): Promise<string> {
  const error = await open(dataDir).then(
    () => expect.unreachable('it was opened'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UnusableDirectory)
  return (error as Error).message
}

describe('a data directory with a lost database', () => {
  test.each(['database.made', 'operator.key', 'secret.key'])(
    'it is refused if %s is left, and nothing is created',
    async (trace) => {
      const dataDir = temporaryDirectory()
      writeFileSync(join(dataDir, trace), 'x'.repeat(40))
      for (const lost of ['is gone', 'is empty']) {
        if (lost === 'is empty') mkdirSync(join(dataDir, 'database'))
        const said = await refusal(dataDir)
        expect(said).toContain(
          `${dataDir} has been used before (it contains ${trace}). Restore all`,
        )
        expect(said).toMatch(new RegExp(`set another DATA_DIR or delete ${trace}\\.$`))
      }
      expect(readdirSync(join(dataDir, 'database'))).toEqual([])
      expect(existsSync(join(dataDir, 'database.unfinished'))).toBe(false)
    },
  )

  test('it is refused if files are left, but no PG_VERSION', async () => {
    const dataDir = temporaryDirectory()
    mkdirSync(join(dataDir, 'database', 'base'), { recursive: true })
    expect(await refusal(dataDir)).toMatch(
      /^No database in \S+, although the directory is not empty .*Restore all of/,
    )
    expect(readdirSync(join(dataDir, 'database'))).toEqual(['base'])
  })
})

describe('a first start', () => {
  test('it copies the files of an empty database, which needs no migration', async () => {
    const applied: object[] = []
    const log = { ...silent, info: (details: object) => void applied.push(details) }
    const dataDir = temporaryDirectory()
    const db = await openDatabase({ dataDir, log })
    expect(applied).toEqual([])
    // As PGlite makes one itself.
    const text = `select d.datname, d.datcollate, d.datctype, d.encoding, d.datlocprovider,
        d.datlocale, r.rolname, r.rolsuper, current_user, current_setting('server_version')
      from pg_database d join pg_roles r on r.oid = d.datdba order by d.datname`
    const made = await PGlite.create()
    expect(await db.query({ text })).toEqual((await made.query(text)).rows)
    await made.close()
    await db.close()
  })

  test.each([[['PG_VERSION']], [['PG_VERSION', 'base', 'global']]])(
    'one interrupted while unpacking, with %j left, starts over',
    async (there) => {
      const dataDir = temporaryDirectory()
      await (await open(dataDir)).close()
      const directory = join(dataDir, 'database')
      for (const name of readdirSync(directory)) {
        if (!there.includes(name)) rmSync(join(directory, name), { recursive: true })
      }
      rmSync(join(dataDir, 'database.made'))
      writeFileSync(join(dataDir, 'database.unfinished'), '')
      const db = await open(dataDir)
      expect(await db.prisma.user.count()).toBe(0)
      await db.close()
    },
  )
})

describe('the embedded database', () => {
  const { directory: dataDir, done } = emptyDirectory()
  let db: Database
  beforeAll(async () => {
    mkdirSync(join(dataDir, 'database')) // an empty one, as a disk of its own would be
    db = await open(dataDir)
  })
  afterAll(async () => {
    await db.close()
    done()
  })

  test('it gives way to sockets and timers while statements wait', async () => {
    let turns = 0
    let next = setImmediate(function turn() {
      turns += 1
      next = setImmediate(turn)
    })
    const slow = { text: 'select count(*) from generate_series(1, 30000)' }
    await Promise.all(Array.from({ length: 60 }, () => db.query(slow)))
    clearImmediate(next)
    expect(turns).toBeGreaterThan(5)
  })

  test('statements that wait too long for the connection are SERVICE_UNAVAILABLE', async () => {
    let leave = () => {}
    let held: Promise<void> = Promise.resolve()
    await new Promise<void>((begun) => {
      held = db.transaction(async (tx) => {
        await tx.query({ text: 'select 1' })
        begun()
        await new Promise<void>((resolve) => {
          leave = resolve
        })
      })
    })
    const late = await Promise.allSettled([
      db.query({ text: 'select 1' }),
      db.transaction((tx) => tx.query({ text: 'select 1' })),
      db.prisma.user.count(),
      db.prisma.$queryRaw`select 1`,
      db.transaction((tx) => tx.prisma.user.count()),
    ])
    leave()
    await held
    for (const result of late) {
      expect(result).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } })
    }
    expect(await db.ready()).toBe(true)
  })

  test('it opens again, with or without its marks', async () => {
    await db.query({ text: 'create table kept ()' })
    const made = join(dataDir, 'database.made')
    const unfinished = join(dataDir, 'database.unfinished')
    expect([existsSync(made), existsSync(unfinished)]).toEqual([true, false])
    for (const strange of [() => rmSync(made), () => writeFileSync(unfinished, '')]) {
      await db.close()
      strange()
      db = await open(dataDir)
      expect(await db.query({ text: 'select count(*) from kept' })).toEqual([{ count: '0' }])
      expect([existsSync(made), existsSync(unfinished)]).toEqual([true, false])
    }
  })

  test('a crash fails its statements as a lost connection does, and ends the process', async () => {
    await db.close()
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...['--import', 'tsx', crashing, dataDir],
    ])
    expect(JSON.parse(stdout)).toEqual({
      during: 'SERVICE_UNAVAILABLE',
      message: 'Connection terminated: the embedded database has crashed',
      after: 'SERVICE_UNAVAILABLE',
    })
  })

  test('a damaged database is refused, and the error says what to do', async () => {
    writeFileSync(join(dataDir, 'database', 'global', 'pg_control'), 'garbage')
    const said = await refusal(dataDir)
    expect(said).toMatch(/^Cannot open the database in \S+: it is damaged, .*from a backup\.$/)
    expect(said).not.toContain('Aborted')
  })
})

test('a database that was not durable is marked until all of it is on disk', async () => {
  const dataDir = temporaryDirectory()
  const isMarked = async (isDurable: boolean) => {
    const db = await openDatabase({ dataDir, log: silent, isDurable })
    await db.close()
    return existsSync(join(dataDir, 'database.unsynced'))
  }
  const marks = [await isMarked(true), await isMarked(false), await isMarked(false)]
  expect([...marks, await isMarked(true)]).toEqual([false, true, true, false])
})
