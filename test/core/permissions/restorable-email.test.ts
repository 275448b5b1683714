/** Who may restore a deleted email (test/spec/17-restore). */
import { describe, expect, test } from 'vitest'
import { childrenOf, softDelete, waiting } from '../../spec/emails.ts'
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
