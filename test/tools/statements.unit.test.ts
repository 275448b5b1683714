import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildSchema } from '../../src/core/schema.ts'
import { formattedSql } from '../../src/tools/generate/sql.ts'
import { hotStatements } from '../../src/tools/generate/statements.ts'

test('statements: the page has those that src/core/store sends', async () => {
  const page = new URL('../../src/core/store/statements.sql', import.meta.url)
  expect(await hotStatements(buildSchema())).toBe(readFileSync(page, 'utf8'))
})

const bare = (sql: string) => sql.replaceAll(/\s/g, '')

test('statements: formatting changes only white space, also around quoted texts and pairs', () => {
  const sql = `with a as (select 'it''s (no) from', "where" from t where x = any ($1::int[])),
    b as (update t set y = coalesce(z, '{}') where exists (select from a)${' and true'.repeat(20)}
      returning *)
    select count(*)::int from b order by 1 for no key update of b`
  const formatted = formattedSql(sql)
  expect(bare(formatted)).toBe(bare(sql))
  expect(formatted).toContain(`'it''s (no) from', "where"`)
  expect(formatted).toContain('count(*)::int')
})

test('statements: a clause begins a line, and a line has at most 100 columns', () => {
  const columns = Array.from({ length: 30 }, (_, nth) => `c.column_${nth} as "column${nth}"`)
  const lines = formattedSql(`select ${columns.join(', ')} from trip c
    left join account o on o.id = c.owner_id where c.id = $1 and c.deleted_at is null`).split('\n')
  expect(lines.every((line) => line.length <= 100)).toBe(true)
  expect(lines.slice(-4)).toEqual([
    'from trip c',
    'left join account o on o.id = c.owner_id',
    'where c.id = $1',
    '  and c.deleted_at is null',
  ])
})
