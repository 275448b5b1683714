/** Short reads on shared connections: one that fails, dawdles or is cut off ends alone. */
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenedDatabase, openAt, server } from './places.ts'

let texts = 0
/** A statement of its own, so that none is prepared already. */
const short = (text: string, values: unknown[] = []) => {
  texts += 1
  return { text: `${text} -- ${texts}`, values, isPrepared: true, isShort: true }
}

describe.runIf(server)('short reads on PostgreSQL', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await openAt('PostgreSQL', { poolSize: 6 })
    await lanesOpen()
  })
  afterEach(() => opened.end())

  const read = async <Value>(text: string, values: unknown[] = []) => {
    const [row] = await opened.db.query<{ value: Value }>(short(text, values))
    return row?.value
  }
  const sessionOf = () => read<number>('select pg_backend_pid() as value')
  const isLane = () =>
    read<string>(`select current_setting('default_transaction_read_only') as value`)
  const lanesOpen = () => vi.waitUntil(async () => (await isLane()) === 'on', { timeout: 10_000 })

  it('are answered in order, on two connections, beside a pool of four', async () => {
    const many = Array.from({ length: 60 }, (_, n) => n)
    expect(await Promise.all(many.map((n) => read('select $1::int as value', [n])))).toEqual(many)
    const sessions = new Set(await Promise.all(many.map(sessionOf)))
    expect(sessions.size).toBe(2)
    expect(opened.db.load()).toMatchObject({ max: 6 })
  })

  it('go to the pool if too many are in flight for the connections', async () => {
    const many = Array.from({ length: 100 }, isLane)
    const kinds = await Promise.all(many)
    expect(new Set(kinds)).toEqual(new Set(['on', 'off']))
  })

  it('that fail do not affect others on their connection', async () => {
    const session = await sessionOf()
    const [before, failed, after] = await Promise.allSettled([
      read('select 1 as value'),
      read('select 1 / $1::int as value', [0]),
      read('select 2 as value'),
    ])
    expect(before).toMatchObject({ value: 1 })
    expect(failed).toMatchObject({ reason: { code: '22012' } })
    expect(after).toMatchObject({ value: 2 })
    const later = await Promise.all(Array.from({ length: 4 }, sessionOf))
    expect(later).toContain(session)
  })

  it('that take over a second are repeated on the pool, and delay others no longer', async () => {
    const from = performance.now()
    const slow = Array.from({ length: 2 }, () =>
      read<string>(`select pg_sleep(1.5)::text || current_setting('default_transaction_read_only')
        as value`),
    )
    const quick = Array.from({ length: 6 }, () => read('select 1 as value'))
    expect(await Promise.all(quick)).toEqual([1, 1, 1, 1, 1, 1])
    expect(performance.now() - from).toBeGreaterThan(900)
    expect(await Promise.all(slow)).toEqual(['off', 'off'])
  })

  it('are repeated on the pool when their connections are cut off', async () => {
    const sessions = await Promise.all(Array.from({ length: 8 }, sessionOf))
    const waiting = Array.from({ length: 8 }, () =>
      read(`select 1 as value from pg_sleep(case current_setting('default_transaction_read_only')
        when 'on' then 0.9 else 0 end)`),
    )
    await setTimeout(50)
    await opened.db.query({
      text: 'select pg_terminate_backend(pid) from unnest($1::int[]) pid',
      values: [[...new Set(sessions)]],
    })
    expect(await Promise.all(waiting)).toEqual(Array(8).fill(1))
    await lanesOpen()
    expect(sessions).not.toContain(await sessionOf())
  })

  it('cannot write', async () => {
    await opened.db.query({ text: 'create table note (text text)' })
    await expect(
      read("insert into note values ('a') returning text as value"),
    ).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      cause: { code: '25006' },
    })
  })

  it('in a transaction see what it has written', async () => {
    await opened.db.query({ text: 'create table note (text text)' })
    const found = await opened.db.transaction(async (tx) => {
      await tx.query({ text: "insert into note values ('a')" })
      return tx.query(short('select text as value from note'))
    })
    expect(found).toEqual([{ value: 'a' }])
  })

  it('survive a table whose columns have changed', async () => {
    await opened.db.query({ text: 'create table note (text text)' })
    const statement = short('select * from note')
    await Promise.all(Array.from({ length: 8 }, () => opened.db.query(statement)))
    await opened.db.query({ text: "alter table note add more text default 'b'" })
    await opened.db.query({ text: "insert into note values ('a')" })
    expect(await opened.db.query(statement)).toEqual([{ text: 'a', more: 'b' }])
  })

  it('end before the database is closed', async () => {
    const last = read("select 'read' as value from pg_sleep(0.2)")
    await setTimeout(20)
    await opened.db.close()
    expect(await last).toBe('read')
  })
})

it.runIf(server)('a pool of five or fewer has no connections for short reads', async () => {
  const opened = await openAt('PostgreSQL', { poolSize: 5 })
  const text = `select current_setting('default_transaction_read_only') as value`
  for (let n = 0; n < 20; n += 1) {
    expect(await opened.db.query(short(text))).toEqual([{ value: 'off' }])
  }
  expect(opened.db.load()).toMatchObject({ max: 5 })
  await opened.end()
})
