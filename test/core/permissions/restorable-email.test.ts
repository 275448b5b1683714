/** Who may restore a deleted email, and what a key may that does less (test/spec/17-restore). */
import { describe, expect, test } from 'vitest'
import { as } from '../../client.ts'
import { childrenOf, softDelete, waiting } from '../../spec/emails.ts'
import { narrowed } from '../../spec/keys.ts'
import { restore } from '../../spec/restored.ts'
import { insertEmail } from '../../sync.ts'
import { cast, join, type Person, premium } from '../../world.ts'

/** Whether the person may; null where they know of no such email. It is deleted afterwards. */
async function may(person: Person, id: number): Promise<boolean | null> {
  const answer = await restore(person, 'email', id)
  if (answer === true) await softDelete('email', id)
  return answer === 'NOT_FOUND' ? null : answer === true
}

describe('17 restore of an email', () => {
  test('only its owner may restore it to the inbox', async () => {
    const { olga, ed } = await cast()
    const id = await waiting(olga)
    await softDelete('email', id)
    expect([await may(olga, id), await may(ed, id)]).toEqual([true, null])
  })

  test('members with the right to edit it may restore it, while its parent exists', async () => {
    const { olga, ed, vera, stan, trip } = await cast()
    const { hosting } = await childrenOf(trip, olga)
    const id = await insertEmail(vera, { hosting_id: hosting })
    await softDelete('email', id)
    const all = async () => [
      await may(olga, id),
      await may(ed, id),
      await may(vera, id),
      await may(stan, id),
    ]
    expect(await all()).toEqual([true, true, false, null])
    await join(trip.id, ed, { can_edit_documents: false })
    expect(await all()).toEqual([true, false, false, null])
    await premium(olga, false)
    expect(await all()).toEqual([null, null, false, null])
    await premium(olga, true)
    await softDelete('hosting', hosting)
    expect(await all()).toEqual([null, null, false, null])
  })
})

describe('17 restore through a key that does less', () => {
  test.each(['email', 'category'])('an own %s outside of trips is not found', async (kind) => {
    const { olga } = await cast()
    const made = { name: 'Surf' }
    const id =
      kind === 'email' ? await waiting(olga) : (await as(olga).post('/v1/categories', made)).json.id
    await softDelete(kind, id)
    const part = await narrowed(olga, { withheld: ['CAN_SEE_EXPENSES'] })
    expect(await restore(part, kind, id)).toBe('NOT_FOUND')
    expect(await restore(olga, kind, id)).toBe(true)
  })
})
