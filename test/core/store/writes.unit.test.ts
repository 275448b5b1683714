/** Writes of one statement, and what becomes of the rows that it returns (test/spec/06, 12). */
import { describe, expect, it } from 'vitest'
import { Conflict } from '../../../src/base/errors.ts'
import type { HotClaim } from '../../../src/core/store/idempotency-keys.ts'
import { ColdWrite } from '../../../src/core/store/idempotent-writes.ts'
import { kinds, trip } from '../../../src/core/store/kinds.ts'
import {
  addRows,
  createItem,
  createTrip,
  deleteRow,
  keepIdentifiers,
  updateRow,
} from '../../../src/core/store/writes.ts'
import type { Queryable } from '../../../src/outside/database/database.ts'

const [hosting, , , expense] = kinds as [(typeof kinds)[0], unknown, unknown, (typeof kinds)[0]]

/** A database that answers with these rows, and what it was sent. */
function answering(...rows: object[]) {
  const sent: { text: string; values: unknown[] }[] = []
  const query = async (statement: { text: string; values: unknown[] }) => {
    sent.push(statement)
    return rows
  }
  return { db: { query } as unknown as Queryable, sent }
}

const place = { actor: { id: 7 }, tripId: 3 }
const target = { ...place, id: 5 }
const claim = () => ({ accountId: 7, isKept: false }) as HotClaim

describe('a write of an item', () => {
  it('that is new returns it, or null if its identifier is taken', async () => {
    const create = (row: object) => createItem(answering(row).db, hosting, place, { name: 'a' })
    expect(await create({ permitted: 1, id: 5 })).toMatchObject({ id: 5 })
    expect(await create({ permitted: 1, id: null })).toBeNull()
    const { db, sent } = answering({ permitted: 1, id: 5 })
    await createItem(db, hosting, place, { name: 'a' })
    expect(sent[0]?.text).toContain('insert into hosting (trip_id, owner_id, name, timezone)')
    expect(sent[0]?.values).toEqual([[3], 7, '{"name":"a"}'])
  })

  it('is a conflict without the right, or without the item', async () => {
    const create = createItem(answering({ permitted: 0, id: null }).db, hosting, place, {})
    await expect(create).rejects.toThrow(Conflict)
    await expect(createItem(answering().db, hosting, place, {})).rejects.toThrow(Conflict)
    await expect(updateRow(answering().db, hosting, target, {})).rejects.toThrow(Conflict)
    await expect(deleteRow(answering().db, hosting, target)).rejects.toThrow(Conflict)
    const { db, sent } = answering({ id: 5 })
    await deleteRow(db, hosting, target)
    expect(sent[0]?.values).toEqual([[3], 7, 5])
  })

  it('has the zone of the trip unless one is given, where the kind has one', async () => {
    const text = async (kind: typeof hosting, fields: object) => {
      const { db, sent } = answering({ permitted: 1, id: 5 })
      await createItem(db, kind, place, fields)
      return sent[0]?.text
    }
    expect(await text(hosting, {})).toContain('permitted.timezone')
    expect(await text(hosting, { timezone: '' })).toMatch(/r\.timezone\s+from permitted,/)
    expect(await text(expense, {})).toContain('select permitted.id, $2\n      from permitted,')
  })

  it('needs the right on expenses where it writes money, but not where it carries it', async () => {
    const text = async (kind: typeof hosting, fields: object, moveTo = 3) => {
      const { db, sent } = answering({ id: 5 })
      await updateRow(db, kind, { ...target, moveTo }, fields)
      return /permitted as \(.*?for share of m\)/s.exec(sent[0]?.text ?? '')?.[0]
    }
    const needsMoney = /can_edit_expenses/
    expect(await text(hosting, { name: 'a' })).not.toMatch(needsMoney)
    expect(await text(hosting, { price: null })).toMatch(needsMoney)
    expect(await text(hosting, { price: 5 }, 4)).not.toMatch(needsMoney)
    expect(await text(hosting, { price: 5 }, 4)).toMatch(/can_edit/)
    expect((await text(expense, { price: 5 }))?.match(/can_edit_expenses/g)).toHaveLength(1)
  })

  it('that moves needs the right on both trips', async () => {
    const { db, sent } = answering({ id: 5 })
    await updateRow(db, hosting, { ...target, moveTo: 4 }, { name: 'a', assignedUsers: [9] })
    const [{ text, values }] = sent as [(typeof sent)[0]]
    expect(values).toEqual([[3, 4], 7, '{"name":"a","assigned_users":[9]}', 5, 3, 4, [9], 4])
    expect(text).toContain('trip_id = $6')
    expect(text).toContain('(select count(*) from permitted) = 2')
    expect(text).toContain('m.trip_id = $8 and m.user_id = any ($7::int[])')
  })

  it('that stays assigns members of its trip, whom it locks before it', async () => {
    const sentWith = async (fields: object) => {
      const { db, sent } = answering({ id: 5 })
      await updateRow(db, hosting, target, fields)
      return sent[0] as (typeof sent)[0]
    }
    const { text, values } = await sentWith({ assignedUsers: [9] })
    expect(values).toEqual([[3], 7, '{"assigned_users":[9]}', 5, 3, [9], 3])
    expect(text).not.toContain('trip_id = $6')
    expect(text).toContain('for key share')
    expect(text).toContain('and (select count(*) from assigned) >= 0')
    for (const fields of [{}, { assignedUsers: null }]) {
      expect((await sentWith(fields)).text).not.toContain('assigned as')
    }
  })
})

describe('a write with a key', () => {
  it('that has kept its row is not done again', async () => {
    const { db, sent } = answering()
    const kept = { row: null }
    expect(await createTrip(db, { ownerId: 7 }, new Set(), kept)).toBeNull()
    expect(await createItem(db, hosting, place, {}, undefined, kept)).toBeNull()
    await expect(updateRow(db, hosting, target, {}, undefined, kept)).rejects.toThrow(Conflict)
    await deleteRow(db, hosting, target, kept)
    expect(sent).toEqual([])
  })

  it('keeps its row, or is done by several statements if that is not all of the answer', async () => {
    const made = { permitted: 1, id: 5, keyCount: 1, keptBytes: 2 }
    const writes = [
      (db: Queryable, by: HotClaim) => createTrip(db, { ownerId: 7 }, new Set(), by),
      (db: Queryable, by: HotClaim) => createItem(db, hosting, place, {}, undefined, by),
      (db: Queryable, by: HotClaim) => updateRow(db, hosting, target, {}, undefined, by),
      (db: Queryable, by: HotClaim) => deleteRow(db, trip, target, by),
    ]
    for (const write of writes) {
      const by = claim()
      await write(answering(made).db, by)
      expect(by).toMatchObject({ isKept: true, keyCount: 1, keptBytes: 2 })
      const none = answering({ ...made, id: null, permitted: null })
      await expect(write(none.db, claim())).rejects.toThrow(ColdWrite)
      await expect(write(answering().db, claim())).rejects.toThrow(ColdWrite)
    }
  })
})

describe('a write of a trip', () => {
  it('that is new returns it, or null if its identifier is taken', async () => {
    const create = (...rows: object[]) =>
      createTrip(answering(...rows).db, { ownerId: 7, name: 'a' }, new Set())
    expect(await create({ id: 5 })).toEqual({ id: 5 })
    expect(await create()).toBeNull()
  })
})

describe('an import', () => {
  it('stores rows with all that they have, and returns their ids', async () => {
    const { db, sent } = answering({ id: 8 }, { id: 9 })
    const rows = [
      { id: 1, tripId: 3, createdAt: 'x', nothing: 1 },
      { id: 2, tripId: 3, createdAt: 'y', nothing: 2 },
    ]
    expect(await addRows(db, hosting, rows)).toEqual([8, 9])
    const [{ text, values }] = sent as [(typeof sent)[0]]
    expect(text).toContain('insert into hosting (id, trip_id, created_at)')
    expect(text).toContain('select id, trip_id, created_at from json_populate_recordset')
    expect(text).toContain('select c.id from c order by c.id')
    expect(values.map((value) => JSON.parse(String(value)))).toEqual([
      [
        { id: 1, trip_id: 3, created_at: 'x' },
        { id: 2, trip_id: 3, created_at: 'y' },
      ],
    ])
  })

  it('may store one identifier twice until the end of its transaction', async () => {
    const { db, sent } = answering()
    await keepIdentifiers(db)
    expect(sent).toEqual([{ text: "set local trips.identifiers = 'kept'" }])
  })
})
