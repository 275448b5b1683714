import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../../../src/outside/database/database.ts'
import { createPool } from '../../../src/outside/database/pool.ts'
import { prismaOn } from '../../../src/outside/database/prisma.ts'
import { makeUser, type OpenedDatabase, openAt, places, server, silent } from './places.ts'

const conflict = (state: string) => ({
  text: `do $$ begin raise exception 'a conflict' using errcode = '${state}'; end $$`,
})

describe.each(places)('transactions on %s', (place) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await openAt(place)
  })
  afterAll(() => opened.end())

  const nameOf = async (id: number) => {
    const [row] = await opened.db.query<{ name: string }>({
      text: 'select name from account where id = $1',
      values: [id],
    })
    return row?.name
  }
  const rename = (id: number, name: string) => ({
    text: 'update account set name = $2 where id = $1',
    values: [id, name],
  })

  test('a transaction is all or nothing: writes before an error are rolled back', async () => {
    const { id } = await makeUser(opened.db)
    const failed = opened.db.transaction(async (tx) => {
      await tx.query(rename(id, 'half'))
      throw new Error('on second thought')
    })
    await expect(failed).rejects.toThrow('on second thought')
    expect(await nameOf(id)).toBe('')
    expect(await opened.db.transaction(async (tx) => tx.query(rename(id, 'whole')))).toEqual([])
    expect(await nameOf(id)).toBe('whole')
  })

  test('a transaction that swallowed an error is refused, not silently rolled back', async () => {
    const { id } = await makeUser(opened.db)
    const swallowing = () =>
      opened.db.transaction(async (tx) => {
        await tx.query(rename(id, 'lost'))
        await tx.query({ text: 'select 1 / 0' }).catch(() => {})
      })
    // The error and the state of its transaction arrive together, or one after the other.
    for (let n = 0; n < 50; n += 1) {
      await expect(swallowing()).rejects.toThrow('had failed and was rolled back')
    }
    expect(await nameOf(id)).toBe('')
  })

  test('a statement after the end of its transaction is refused', async () => {
    const tx = await opened.db.transaction(async (inner) => inner)
    await expect(async () => tx.query({ text: 'select 1' })).rejects.toThrow('after the end')
  })

  test('Prisma and SQL share the connection of a transaction, however many begin', async () => {
    const pid = 'select pg_backend_pid() as pid'
    const { db } = opened
    const one = (n: number) =>
      db.transaction(async (tx) => {
        const [sql] = await tx.query<{ pid: number }>({ text: pid })
        const [prisma] = await tx.prisma.$queryRawUnsafe<{ pid: number }[]>(pid)
        if (n % 5 === 0) throw new Error('on second thought')
        return [sql?.pid, prisma?.pid]
      })
    const many = Array.from({ length: 60 }, (_, n) => [
      one(n),
      // Prisma begins transactions of its own between them.
      db.prisma.user.updateMany({ where: { id: -1 }, data: { name: '' } }),
    ])
    const settled = await Promise.allSettled(many.flat())
    const pairs = settled.flatMap((result, index) =>
      index % 2 === 0 && result.status === 'fulfilled' ? [result.value as number[]] : [],
    )
    expect(pairs).toHaveLength(48)
    for (const [sql, prisma] of pairs) expect(prisma).toBe(sql)
  })

  test('a statement past the 30 s of its transaction never runs on the connection', async () => {
    const { id } = await makeUser(opened.db)
    onTestFinished(() => void vi.restoreAllMocks())
    const late = opened.db.transaction(async (tx) => {
      await tx.query(rename(id, 'half'))
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000)
      await tx.query(rename(id, 'late'))
    })
    await expect(late).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await nameOf(id)).toBe('')
  })

  test('a transaction of a command, and its statements, have no timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const anHour = async (db: Database) => {
      const { id } = await makeUser(db)
      return db.transaction(async (tx) => {
        await tx.query(rename(id, 'begun'))
        vi.advanceTimersByTime(3_600_000)
        await tx.prisma.user.update({ where: { id }, data: { firstName: 'Ada' } })
        await tx.query(rename(id, 'done'))
        return tx.query<{ timeout: string }>({
          text: `select setting as timeout from pg_settings where name in
            ('statement_timeout', 'idle_in_transaction_session_timeout')`,
        })
      })
    }
    await expect(anHour(opened.db)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    const command = await openAt(place, { isForCommand: true })
    onTestFinished(() => command.end())
    expect(await anHour(command.db)).toEqual([{ timeout: '0' }, { timeout: '0' }])
  })

  test.each(['40001', '40P01'])('a transaction is retried up to 5 times on %s', async (state) => {
    const { id } = await makeUser(opened.db)
    let attempts = 0
    const result = await opened.db.transaction(async (tx) => {
      attempts += 1
      await tx.query(rename(id, `attempt ${attempts}`))
      if (attempts <= 5) await tx.query(conflict(state))
      return 'done'
    })
    expect([attempts, result]).toEqual([6, 'done'])
    expect(await nameOf(id)).toBe('attempt 6')
  })

  test('Prisma calls in a transaction have the same retries', async () => {
    const { id } = await makeUser(opened.db)
    let attempts = 0
    await opened.db.transaction(async ({ prisma: tx }) => {
      attempts += 1
      await tx.user.update({ where: { id }, data: { name: `attempt ${attempts}` } })
      if (attempts <= 2) await tx.$executeRawUnsafe(conflict('40001').text)
    })
    expect([attempts, await nameOf(id)]).toEqual([3, 'attempt 3'])
  })

  test('a conflict that outlives 5 retries is SERVICE_UNAVAILABLE with retryAfter', async () => {
    let attempts = 0
    const stubborn = opened.db.transaction((tx) => {
      attempts += 1
      return tx.query(conflict('40001'))
    })
    await expect(stubborn).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      extensions: { retryAfter: expect.any(Number) },
    })
    expect(attempts).toBe(6)
  })

  test('a single statement and a single Prisma call are retried too', async () => {
    const flaky = `do $$ begin
      if nextval('flaky_tries') % 3 <> 0 then
        raise exception 'a conflict' using errcode = '40P01';
      end if; end $$`
    await opened.db.query({ text: 'create sequence flaky_tries' })
    await opened.db.query({ text: flaky })
    await opened.db.prisma.$executeRawUnsafe(flaky)
    const [row] = await opened.db.query({ text: "select nextval('flaky_tries')::int as next" })
    expect(row).toEqual({ next: 7 })
  })

  test('errors of the caller and of constraints are rethrown unchanged', async () => {
    const own = new Error('mine')
    await expect(opened.db.transaction(() => Promise.reject(own))).rejects.toBe(own)
    await expect(opened.db.transaction(() => Promise.reject(own))).rejects.toBe(own)
    const { username } = await makeUser(opened.db)
    const twin = opened.db.query({
      text: `insert into account (username, email, password_hash, calendar_identifier,
        anonymous_email_identifier) values ($1, $1, '', $1, $1)`,
      values: [username],
    })
    await expect(twin).rejects.toMatchObject({ code: '23505' })
  })

  test('50 parallel increments in transactions all count, or fail', async () => {
    const { id } = await makeUser(opened.db)
    const increment = () =>
      opened.db.transaction(async (tx) => {
        await tx.query({ text: 'set transaction isolation level repeatable read' })
        const [row] = await tx.query<{ name: string }>({
          text: 'select name from account where id = $1',
          values: [id],
        })
        await tx.query(rename(id, String(Number(row?.name) + 1)))
      })
    const results = await Promise.allSettled(Array.from({ length: 50 }, increment))
    const counted = results.filter(({ status }) => status === 'fulfilled').length
    expect(counted).toBeGreaterThan(0)
    expect(await nameOf(id)).toBe(String(counted))
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason.code).toBe('SERVICE_UNAVAILABLE')
    }
  })
})

test.runIf(server)('a connection that is stuck in a transaction leaves the pool', async () => {
  const asked = { connectionString: server, query_timeout: 1_000, max: 1 }
  const pool = createPool(asked, { log: silent })
  const { transaction, close } = prismaOn(pool)
  onTestFinished(() => close().then(() => pool.end()))
  const stuck = transaction(async (_, connection) =>
    (await connection()).query('select pg_sleep(5)'),
  )
  await expect(stuck).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(pool.totalCount).toBe(0)
})
