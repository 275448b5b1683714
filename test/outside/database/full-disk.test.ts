/** C3: the embedded database on a disk that is full. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase, type Store } from '../../../src/outside/database/database.ts'
import { reserveBytes } from '../../../src/outside/database/embedded-reserve.ts'
import { smallDisk } from '../../small-disk.ts'
import { openAt, silent } from './places.ts'

/** Rows of 4 kB. */
const write = (on: Pick<Store, 'query'>, rows = 1) =>
  on.query({ text: `insert into wide select repeat('x', 4000) from generate_series(1, ${rows})` })
const count = async (db: Database) => {
  const [row] = await db.query<{ n: string }>({ text: 'select count(*) as n from wide' })
  return Number(row?.n)
}
const createWide = async (db: Database) => {
  await db.query({ text: 'create table wide (value text)' })
  await db.query({ text: 'alter table wide alter value set storage plain' })
}

describe('C3: the write-ahead log', () => {
  test('stays short, because the service makes checkpoints', async () => {
    const { db, end } = await openAt('embedded')
    await createWide(db)
    for (let batches = 0; batches < 30; batches += 1) await write(db, 1000)
    const text = `select pg_current_wal_lsn() - redo_lsn as bytes from pg_control_checkpoint()`
    const [log] = await db.query<{ bytes: string }>({ text })
    expect(Number(log?.bytes)).toBeLessThan(80 << 20)
    await end()
  })
})

const disk = smallDisk(160)
if (!disk) console.info('database: no tmpfs can be mounted here, the full disk is left out')
const { directory = '', fill = () => {} } = disk ?? {}

describe.runIf(disk)('C3: the embedded database on a full disk', () => {
  const said: string[] = []
  const log = { ...silent, error: (_: object, message: string) => void said.push(message) }
  const reserve = () => statSync(join(directory, 'database', 'reserve')).size
  const open = () => openDatabase({ dataDir: directory, log })
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createWide(db)
  })
  afterAll(async () => {
    await db.close()
    disk?.remove()
  })

  /** Writes until it is refused; returns the number of rows stored. */
  async function writeUntilFull(rows = 1): Promise<number> {
    for (let written = 0; ; written += rows) {
      try {
        await write(db, rows)
      } catch (error) {
        expect(error).toMatchObject({ code: 'INSUFFICIENT_STORAGE' })
        return written
      }
    }
  }

  /** Frees the space, and waits until the database has noticed. */
  async function recovered(): Promise<void> {
    disk?.free()
    // Rows that were rolled back have used some of it for good.
    disk?.grow(64)
    const text = 'truncate wide'
    const emptied = () => db.query({ text }).then(() => 'emptied', String)
    await expect.poll(emptied).toBe('emptied')
  }

  test('refuses writes with INSUFFICIENT_STORAGE, loses nothing, and reads', async () => {
    fill()
    const written = await writeUntilFull()
    expect(said).toEqual([expect.stringContaining('disk full')])
    for (let tries = 0; tries < 20; tries += 1) expect(await writeUntilFull()).toBe(0)
    expect(await count(db)).toBe(written)
    disk?.free()
    const again = () => write(db).then(() => 'written', String)
    await expect.poll(again).toBe('written')
    expect(await count(db)).toBe(written + 1)
    expect(reserve()).toBe(reserveBytes)
  })

  test('rolls back the transaction that used up the space', async () => {
    const before = await count(db)
    await expect(
      db.transaction(async (tx) => {
        for (;;) await write(tx, 1000)
      }),
    ).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' })
    expect(await count(db)).toBe(before)
    await recovered()
  })

  test('rolls back a transaction begun before, at its next write', async () => {
    const whole = db.transaction(async (tx) => {
      await write(tx)
      fill()
      // Writes fill the free pages first.
      for (;;) await write(tx)
    })
    await expect(whole).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' })
    await recovered()
  })

  test('it tells logins from other writes, however many run at once', async () => {
    fill()
    await writeUntilFull()
    const asked = Array.from({ length: 60 }, (_, at) => {
      const isLogin = at % 3 === 0
      const inTransaction = () => db.transaction((tx) => write(tx), { usesReserve: isLogin })
      const work = at % 3 === 1 ? write(db) : inTransaction()
      return work.then(
        () => isLogin,
        (error) => !isLogin && error.code === 'INSUFFICIENT_STORAGE',
      )
    })
    expect(await Promise.all(asked)).toEqual(asked.map(() => true))
    await recovered()
  })

  test('it keeps a reserve for writes of logins; once that is used up, it still reads', async () => {
    fill()
    await writeUntilFull()
    const login = () => db.transaction((tx) => write(tx), { usesReserve: true })
    let logins = 0
    let refusal: unknown
    for (; refusal === undefined && logins < 10_000; logins += 1) {
      await login().catch((error) => {
        refusal = error
      })
    }
    expect(logins).toBeGreaterThan(1000)
    expect(refusal).toMatchObject({ code: 'INSUFFICIENT_STORAGE' })
    expect(await writeUntilFull()).toBe(0)
    expect(await count(db)).toBeGreaterThan(1000)
    // Opened again on the full disk, it behaves the same.
    await db.close()
    db = await open()
    expect(await writeUntilFull()).toBe(0)
    expect(await count(db)).toBeGreaterThan(1000)
    await recovered()
  })
})
