/** Parts of statements, and the columns of the rows that they read and write. */
import { expect, it } from 'vitest'
import {
  binder,
  bindingOnce,
  given,
  isFound,
  prepared,
  short,
  snakeKeys,
} from '../../../src/core/store/rows.ts'
import type { Queryable, Statement } from '../../../src/outside/database/database.ts'

it('a record is written to the columns that it has values for', () => {
  const record = { name: 'a', startsAt: null, timezone: undefined, deletedAt: 'x', nothing: 1 }
  expect(given('trip', record)).toEqual(['name', 'starts_at', 'deleted_at'])
  expect(JSON.parse(snakeKeys({ name: 'a', startsAt: null }))).toEqual({
    ...{ name: 'a', starts_at: null },
  })
})

it('values are bound in their order, after those before, and each once if they are shared', () => {
  const { values, bind } = binder(2)
  expect([bind('a'), bind('a')]).toEqual(['$3', '$4'])
  const once = bindingOnce(bind)
  expect([once('a'), once('b'), once('a'), once('b')]).toEqual(['$5', '$6', '$5', '$6'])
  expect(values).toEqual(['a', 'a', 'a', 'b'])
})

it('a row of an outer join is found where its key is not null', () => {
  const keys = [null, 0, 7]
  expect(keys.map((id) => isFound<{ id: number }>({ id }, 'id'))).toEqual([false, true, true])
})

it('statements are prepared, and short reads marked as such', async () => {
  const sent: Statement[] = []
  const query = async (statement: Statement) => {
    sent.push(statement)
    return []
  }
  await short({ query } as unknown as Queryable).query(prepared('select 1', [2]))
  expect(sent).toEqual([{ text: 'select 1', values: [2], isPrepared: true, isShort: true }])
})
