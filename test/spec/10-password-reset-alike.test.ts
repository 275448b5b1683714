/** A reset does the same work whether the address is known or not (target N3). */
import { expect, it } from 'vitest'
import { statementsOf } from '../rest-facade/statements.ts'
import { db } from '../world.ts'
import { reset, resetSent } from './passwords.ts'
import { fresh, one } from './persons.ts'

/** The rows that the database writes during `work`, by table and kind of write. */
async function writesOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  const text = `create or replace function note_write() returns trigger language plpgsql as $$
    begin insert into noted values (tg_table_name || ' ' || tg_op); return null; end $$`
  const tables = ['outgoing_mail', 'attempt']
  await db.query({ text: 'create table if not exists noted (what text)' })
  await db.query({ text })
  for (const table of tables) {
    await db.query({
      text: `create or replace trigger note_write after insert or delete on ${table}
        for each row execute function note_write()`,
    })
  }
  try {
    await work()
    const rows = await db.query<{ what: string }>({ text: 'select what from noted' })
    for (const { what } of rows) found[what] = (found[what] ?? 0) + 1
    return found
  } finally {
    for (const table of tables) await db.query({ text: `drop trigger note_write on ${table}` })
    await db.query({ text: 'drop table noted' })
  }
}

it('10 N3 known and unknown addresses get the same answer by the same statements', async () => {
  const mia = await one()
  await reset({ email: `${fresh('nobody')}@mail.example` })
  const texts: string[][] = []
  for (const email of [mia.email, `${fresh('nobody')}@mail.example`]) {
    const { answer, statements } = await statementsOf(() => reset({ email }))
    expect(answer).toMatchObject(resetSent)
    texts.push(statements)
  }
  expect(texts[0]).toEqual(texts[1])
  expect(texts[0]?.filter((text) => /outgoing_mail|write_mails/.test(text))).toHaveLength(2)
})

it('10 N3 known and unknown addresses write a mail; that to an unknown one is deleted', async () => {
  const mia = await one()
  const known = await writesOf(() => reset({ email: mia.email }))
  const email = `${fresh('nobody')}@mail.example`
  const unknown = await writesOf(() => reset({ email }))
  expect(known).toEqual({ 'attempt INSERT': 2, 'outgoing_mail INSERT': 1 })
  expect(unknown).toEqual({ ...known, 'outgoing_mail DELETE': 1 })
  const text = `select id from outgoing_mail where recipient in ('', $1)`
  expect(await db.query({ text, values: [email] })).toEqual([])
})
