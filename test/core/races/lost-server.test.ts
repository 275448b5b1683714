/** A PostgreSQL server that goes down, or is too slow, while statements run. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { onServer, openAt } from '../../outside/database/places.ts'

describe('a PostgreSQL server that goes down', () => {
  test('its statements return SERVICE_UNAVAILABLE, and traffic resumes by itself', async () => {
    const { db, url, end } = await openAt('PostgreSQL', { poolSize: 3 })
    onTestFinished(end)
    const name = new URL(url ?? '').pathname.slice(1)
    const ours = `from pg_stat_activity where datname = '${name}'`
    const killAll = () => onServer(`select pg_terminate_backend(pid) ${ours}`)
    const sleep = 'select pg_sleep(5)::text'
    const underWay = Promise.allSettled([
      db.query({ text: sleep }),
      db.transaction((tx) => tx.query({ text: sleep })),
      db.prisma.$queryRawUnsafe(sleep),
    ])
    await expect.poll(() => onServer(`select ${ours} and wait_event = 'PgSleep'`)).toHaveLength(3)
    await killAll()
    for (const result of await underWay) {
      expect(result).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } })
    }
    expect(await db.prisma.user.count()).toBe(0)
    await killAll() // idle
    await expect.poll(() => onServer(`select ${ours}`)).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await db.query({ text: 'select 1 as one' })).toEqual([{ one: 1 }])
  })

  test('a connection killed between two statements of a transaction loses nothing else', async () => {
    const { db, end } = await openAt('PostgreSQL')
    onTestFinished(end)
    const pidOf = { text: 'select pg_backend_pid() as pid' }
    const kill = (pid: number) => onServer(`select pg_terminate_backend(${pid})`)
    const pause = () => new Promise((resolve) => setTimeout(resolve, 100))
    const plain = db.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>(pidOf)
      await kill(row?.pid ?? 0)
      await pause()
      await tx.query(pidOf)
    })
    await expect(plain).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    const prisma = db.transaction(async ({ prisma: tx }) => {
      const [row] = await tx.$queryRawUnsafe<{ pid: number }[]>(pidOf.text)
      await kill(row?.pid ?? 0)
      await pause()
      await tx.user.count()
    })
    await expect(prisma).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await db.ready()).toBe(true)
  })

  test('a statement over 10 s is cancelled and returns SERVICE_UNAVAILABLE', async () => {
    const { db, end } = await openAt('PostgreSQL')
    onTestFinished(end)
    const begun = performance.now()
    await expect(db.query({ text: 'select pg_sleep(15)' })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
    expect(performance.now() - begun).toBeLessThan(14_900)
  })

  test('a prepared statement survives a migration of its table', async () => {
    const { db, url, end } = await openAt('PostgreSQL', { poolSize: 2 })
    onTestFinished(end)
    const all = { text: 'select * from category', isPrepared: true }
    await db.query(all)
    await onServer('alter table category add column mood text', url)
    expect(await db.query(all)).toEqual([])
  })
})
