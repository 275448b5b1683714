/** How a transaction opens: along with its first statement. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser, type OpenedDatabase, openAt, places } from './places.ts'

describe.each(places)('opening a transaction on %s', (place) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await openAt(place)
  })
  afterAll(() => opened.end())

  test.each([
    [{}, 'read committed', []],
    [{ isolationLevel: 'RepeatableRead' as const }, 'repeatable read', []],
    // One without parameters is not prepared, and waits for the answer to what opens it.
    [{ isolationLevel: 'Serializable' as const }, 'serializable', ['select 1']],
  ])('a transaction %j is opened by its first statement, as %s', async (options, level, before) => {
    const text = `select pg_current_xact_id()::text as id,
      current_setting('transaction_isolation') as level where $1`
    const read = { text, values: [true], isPrepared: true }
    const rows = await opened.db.transaction(async (tx) => {
      for (const first of before) await tx.query({ text: first })
      return [await tx.query<object>(read), await tx.query<object>(read)]
    }, options)
    expect(rows[1]).toEqual(rows[0])
    expect(rows[0]).toEqual([{ id: expect.any(String), level }])
    const [alone] = await opened.db.query<{ level: string }>(read)
    expect(alone).toMatchObject({ level: 'read committed' })
  })

  test('a first statement that is unknown to the connection, or fails, is described', async () => {
    const { id } = await makeUser(opened.db)
    const text = `select name, $1::int as "first of ${place}" from account where id = $1`
    const first = { text, values: [id], isPrepared: true }
    const read = () => opened.db.transaction((tx) => tx.query(first))
    const failing = { text: `select 1 / $1::int as "${place}"`, values: [0], isPrepared: true }
    const failed = () => opened.db.transaction((tx) => tx.query(failing))
    for (let times = 0; times < 2; times += 1) {
      expect(await read()).toEqual([{ name: '', [`first of ${place}`]: id }])
      await expect(failed()).rejects.toMatchObject({ code: '22012' })
    }
    expect(await opened.db.query({ ...failing, values: [1] })).toEqual([{ [place]: 1 }])
  })

  test('a first statement that cannot be sent leaves the transaction to the next', async () => {
    const { id } = await makeUser(opened.db)
    const rename = {
      text: 'update account set name = $2 where id = $1 returning name',
      values: [id, 'half'],
      isPrepared: true,
    }
    const circular: Record<string, unknown> = {}
    circular.self = circular
    const unsendable = { text: 'select $1::jsonb', values: [circular], isPrepared: true }
    const failed = opened.db.transaction(async (tx) => {
      await expect(tx.query(unsendable)).rejects.toThrow('circular')
      expect(await tx.query(rename)).toEqual([{ name: 'half' }])
      throw new Error('on second thought')
    })
    await expect(failed).rejects.toThrow('on second thought')
    const text = 'select name from account where id = $1'
    expect(await opened.db.query({ text, values: [id] })).toEqual([{ name: '' }])
  })

  test('a transaction without statements leaves nothing open', async () => {
    await opened.db.transaction(async () => {})
    const text = 'select now() = statement_timestamp() as alone'
    for (let times = 0; times < 30; times += 1) {
      expect(await opened.db.query({ text })).toEqual([{ alone: true }])
    }
  })
})
