/** 17 restore: the state after, and the answers to, parallel restores and removals. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { meanwhile } from '../../meanwhile.ts'
import { cast, db } from '../../world.ts'
import { parallel, statuses } from './parallel.ts'

const restoring = (kind: string, id: number) => ({
  query: `mutation { restore(kind: ${kind}, id: ${id}) }`,
})

describe('17 restore, 20 in parallel', () => {
  it('categories with one slug: one is restored, the others are refused', async () => {
    const { olga } = await cast()
    const text = `insert into category (owner_id, slug, name, deleted_at)
      select $1, 'surf', 'Surf', now() from generate_series(1, 20) returning id`
    const made = await db.query<{ id: number }>({ text, values: [olga.id] })
    const answers = await parallel(20, (index) =>
      as(olga).post('/graphql', restoring('CATEGORY', made[index]?.id ?? 0)),
    )
    const done = answers.filter(({ json }) => json.errors === undefined)
    expect(done).toHaveLength(1)
    const refused = answers.filter(({ text }) => text.includes('already have a category'))
    expect(refused).toHaveLength(19)
  })

  it('one trip: every answer is true', async () => {
    const { olga, trip } = await cast()
    for (let round = 0; round < 3; round += 1) {
      expect((await as(olga).delete(`/v1/trips/${trip.id}`)).status).toBe(204)
      const answers = await parallel(20, () =>
        as(olga).post('/graphql', restoring('TRIP', trip.id)),
      )
      expect(statuses(answers)).toEqual({ 200: 20 })
      for (const { json } of answers) expect(json).toEqual({ data: { restore: true } })
    }
  })

  it('by a member who is being removed: it succeeds before, or not at all', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { olga, ed, trip } = await cast()
      const { json } = await as(ed).post(`/v1/trip/${trip.id}/hostings`, {})
      await as(ed).delete(`/v1/trip/${trip.id}/hosting/${json.id}`)
      const remove = { text: 'delete from member where user_id = $1', values: [ed.id] }
      const [answers] = await Promise.all([
        parallel(2, () => as(ed).post('/graphql', restoring('HOSTING', json.id))),
        db.query(remove),
      ])
      const restored = answers.some((answer) => answer.json.errors === undefined)
      const { status } = await as(olga).get(`/v1/trip/${trip.id}/hosting/${json.id}`)
      expect(status).toBe(restored ? 200 : 404)
      const again = await as(ed).post('/graphql', restoring('HOSTING', json.id))
      expect(again.text).toContain('NOT_FOUND')
    }
  })
})

it('17 restore by a member who is removed after the rule has seen it is NOT_FOUND', async () => {
  const { ed, trip } = await cast()
  const { json } = await as(ed).post(`/v1/trip/${trip.id}/hostings`, {})
  const send = () => as(ed).post('/graphql', restoring('HOSTING', json.id))
  const removed = await meanwhile(send, {
    before: /^SELECT COUNT\(\*\) .*\."hosting"/,
    nth: 2,
    change: { text: 'delete from member where user_id = $1', values: [ed.id] },
  })
  expect(removed.text).toContain('NOT_FOUND')
  expect((await send()).text).toBe(removed.text)
})
